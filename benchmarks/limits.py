"""Whether `pbrain-tengen` keeps its limits: start, move times, stops, and peak memory.

    python benchmarks/limits.py [--moves N] [--turn SECONDS] [--late N]

Each line is one process, so the figures are those of a manager that starts a program for a game.
Times are from the question's writing to the answer's reading; memory is the kernel's peak of the
process. On a busy machine times are the machine's: run it alone. A virtual machine stands still now
and then even so. Therefore late answers (`--late`) are counted beside those of a control, a program
that only waits for as long as ours thinks, asked by turns with it.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tengen.engine.time import usable

MEGABYTE = 1 << 20
STONES = ["7,7,2", "8,8,1", "9,7,2", "8,6,1", "6,6,2"]
CODES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 9}


CONTROL = """
import sys, time
for line in sys.stdin:
    end = time.perf_counter() + float(sys.argv[1])
    while time.perf_counter() < end:
        pass
    print("0,0", flush=True)
"""
"""A program that is busy for so many seconds after every line."""

LATE = 0.02
"""An answer is late when it takes so many seconds more than its turn."""


class Brain:
    """A `pbrain-tengen`, or another command, and how long it takes to answer."""

    def __init__(self, *arguments: str, command: Sequence[str] = ()) -> None:
        own = [str(Path(sys.executable).parent / "pbrain-tengen"), *arguments]
        command = command or own
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, *lines: str) -> tuple[str, float]:
        """Send lines and return the answer, messages left out, with the seconds it took."""
        begun = time.perf_counter()
        stdin, stdout = self._pipes()
        stdin.write("".join(line + "\n" for line in lines))
        stdin.flush()
        while (answer := stdout.readline()).startswith(("MESSAGE", "DEBUG")):
            pass
        return answer.strip(), time.perf_counter() - begun

    def tell(self, line: str) -> None:
        """Send a line that has no answer."""
        stdin, _ = self._pipes()
        stdin.write(line + "\n")
        stdin.flush()

    def peak(self) -> float:
        """Return the megabytes that the process had at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def cpu(self) -> float:
        """Return the seconds of processor time that the process has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        self.tell("END")
        self.process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout


def play(brain: Brain, size: int, moves: int) -> list[float]:
    """Play against random stones near the middle, and return the seconds of every answer."""
    rng = random.Random(1)
    taken: set[str] = set()
    times = []
    answer, seconds = brain.ask("BEGIN")
    for _ in range(moves):
        times.append(seconds)
        taken.add(answer)
        free = [f"{x},{y}" for x in range(3, size - 3) for y in range(3, size - 3)]
        stone = rng.choice([point for point in free if point not in taken])
        taken.add(stone)
        answer, seconds = brain.ask(f"TURN {stone}")
        if answer.startswith("ERROR"):
            break
    return times


def measure_times(turn: float, moves: int) -> None:
    """Print start and move times for each rule, with INFO sent as managers send it."""
    print("| rule | size | START | its CPU | first move | slowest other | median |")
    print("|---|---|---|---|---|---|---|")
    for rule, code in CODES.items():
        for size in (15, 20):
            begun = time.perf_counter()
            brain = Brain()
            brain.ask(f"START {size}")
            start, used = time.perf_counter() - begun, brain.cpu()
            infos = [f"INFO rule {code}", f"INFO timeout_turn {turn * 1000:.0f}"]
            for info in [*infos, "INFO max_memory 367001600"]:
                brain.tell(info)
            first, *others = play(brain, size, moves)
            brain.close()
            middle = sorted(others)[len(others) // 2]
            cells = [start, used, first, max(others), middle]
            row = " | ".join(f"{1000 * cell:.0f} ms" for cell in cells)
            print(f"| {rule} | {size} | {row} |", flush=True)


def measure_late(turn: float, moves: int) -> None:
    """Print how many answers came late, of ours and of a control that was asked by turns."""
    control = Brain(command=[sys.executable, "-c", CONTROL, str(usable(turn))])
    took: dict[str, list[float]] = {"tengen": [], "control": []}
    rng = random.Random(2)
    brain = Brain()
    brain.ask("START 15")
    brain.tell(f"INFO timeout_turn {turn * 1000:.0f}")
    for _ in range(moves):
        points = rng.sample([f"{x},{y}" for x in range(3, 12) for y in range(3, 12)], 12)
        stones = [f"{point},{1 + place % 2}" for place, point in enumerate(points)]
        took["tengen"].append(brain.ask("\n".join(["BOARD", *stones, "DONE"]))[1])
        took["control"].append(control.ask("go")[1])
    brain.close()
    control.process.kill()
    control.process.wait()
    print(f"\n| at {turn:g} s | answers | later than {turn + LATE:g} s | slowest |")
    print("|---|---|---|---|")
    for name, times in took.items():
        late = sum(seconds > turn + LATE for seconds in times)
        print(f"| {name} | {len(times)} | {late} | {1000 * max(times):.0f} ms |", flush=True)


def measure_stop(times: int) -> None:
    """Print how long the answer to STOP takes in the middle of a search."""
    brain = Brain()
    brain.ask("START 15")
    brain.tell("INFO timeout_turn 60000")
    took = []
    for number in range(times):
        brain.tell("\n".join(["BOARD", *STONES, f"0,{number},1", f"14,{number},2", "DONE"]))
        time.sleep(0.2)
        took.append(brain.ask("STOP")[1])
    brain.close()
    first, *others = (1000 * seconds for seconds in took)
    print(f"\nSTOP is answered within {max(others):.1f} ms ({times} times)")
    print(f"and within {first:.1f} ms while a table of hundreds of megabytes is made")


def measure_memory(limits: list[int]) -> None:
    """Print the peak memory of games under each limit, with long thoughts."""
    print("\n| limit | rule | size | threads | peak |\n|---|---|---|---|---|")
    for limit in limits:
        for rule, size, threads in (("freestyle", 20, 1), ("renju", 26, 1), ("caro", 15, 2)):
            brain = Brain("--threads", str(threads))
            brain.ask(f"START {size}")
            for info in (
                f"rule {CODES[rule]}",
                f"max_memory {limit * MEGABYTE}",
                "timeout_turn 60000",
            ):
                brain.tell(f"INFO {info}")
            brain.tell("\n".join(["BOARD", *STONES, "DONE"]))
            time.sleep(4)
            brain.ask("STOP")
            print(
                f"| {limit} MB | {rule} | {size} | {threads} | {brain.peak():.0f} MB |", flush=True
            )
            brain.close()


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turn", type=float, default=0.1)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--late", type=int, default=200, help="answers that are timed; 0 for none")
    options = parser.parse_args()
    measure_times(options.turn, options.moves)
    if options.late > 0:
        measure_late(options.turn, options.late)
    measure_stop(8)
    measure_memory([64, 128, 350])


if __name__ == "__main__":
    main()
