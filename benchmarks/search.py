"""How fast the engine searches, beside another engine's bench in the same run.

    python benchmarks/search.py [--other PROGRAM] [--rounds N]

The other program's `bench` must print a line `Nodes/s: N`, as Rapfi's does. Both are measured in
turn and the best round of each counts: what disturbs a measurement only ever makes it slower.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tengen.engine.bench import bench_search


def other_speed(program: Path) -> float:
    """Return the nodes a second that the program's `bench` reports."""
    done = subprocess.run(
        [program.resolve(), "bench"],
        cwd=program.resolve().parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if match := re.search(r"Nodes/s:\s*(\d+)", done.stdout):
        return float(match[1])
    sys.exit(f"{program}: its bench printed no 'Nodes/s: N'")


def main() -> None:
    """Measure, and print both speeds and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--other", type=Path, help="a program whose bench prints 'Nodes/s: N'")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    if options.other and not options.other.is_file():
        sys.exit(f"search.py: there is no program {str(options.other)!r}")
    ours = theirs = 0.0
    for _ in range(options.rounds):
        rows = list(bench_search())
        ours = max(ours, sum(row.nodes for row in rows) / sum(row.seconds for row in rows))
        if options.other:
            theirs = max(theirs, other_speed(options.other))
    print(f"tengen: {ours:,.0f} nodes a second")
    if theirs:
        print(f"other:  {theirs:,.0f} nodes a second, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
