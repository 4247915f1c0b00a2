"""How fast the native board is: pairs of push and pop, beside the core and beside another engine.

    python benchmarks/board.py [--rapfi PATH] [--seconds S]

Speeds on one machine vary by tens of percent from minute to minute, so what counts are the ratios
of one run. Everything is measured in turn, several rounds of it, and the best round of each
counts: what disturbs a measurement only ever makes it slower.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tengen.core.geometry import MAX_SIZE
from tengen.core.rules import RULES
from tengen.engine.bench import core_speed, native_speed

SIZES = (15, 20, MAX_SIZE)


def other_speed(program: Path) -> float:
    """Return the moves a second that a Rapfi-like program's `bench` reports for its board.

    Its bench goes on with a long search after the line we want, so it is ended there.
    """
    with subprocess.Popen(
        [program.resolve(), "bench"],
        cwd=program.resolve().parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if match := re.search(r"Moves/s:\s*(\d+)", line):
                child.kill()
                return float(match[1])
    sys.exit(f"{program}: its bench printed no 'Moves/s: N'")


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rapfi", type=Path, help="a program whose bench prints 'Moves/s: N'")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line of the table")
    parser.add_argument("--rounds", type=int, default=5, help="in so many parts")
    options = parser.parse_args()
    if options.rapfi and not options.rapfi.is_file():
        sys.exit(f"board.py: there is no program {str(options.rapfi)!r}")

    settings = [(rule, size) for rule in RULES.values() for size in SIZES]
    native = dict.fromkeys(settings, 0.0)
    core = dict.fromkeys(settings, 0.0)
    theirs = 0.0
    slice_seconds = options.seconds / options.rounds
    for _ in range(options.rounds):
        if options.rapfi:
            theirs = max(theirs, other_speed(options.rapfi))
        for rule, size in settings:
            at = rule, size
            native[at] = max(native[at], native_speed(size, rule, slice_seconds))
            core[at] = max(core[at], core_speed(size, rule, slice_seconds / 2))

    print(f"{'rule':<10} {'size':>5} {'pairs/s':>12} {'core':>8}" + ("   other" if theirs else ""))
    for rule, size in settings:
        speed = native[rule, size]
        row = f"{rule.name:<10} {size:>5} {speed:>12,.0f} {speed / core[rule, size]:>7.0f}x"
        print(row + (f" {speed / theirs:>6.2f}x" if theirs else ""))
    if theirs:
        print(f"other engine: {theirs:,.0f} pairs/s")
        low = min(native[at] for at in settings if at[1] < MAX_SIZE) / theirs
        print(f"lowest ratio at 15 and 20: {low:.2f}")


if __name__ == "__main__":
    main()
