"""A good program for the compliance test, with methods that a test may replace by bad ones."""

import sys
import textwrap
from pathlib import Path

from tengen.core.rules import find_rule
from tengen.hosts.gomocup.compliance import Examiner, Result, Settings, Verdict, all_checks

GOOD = """
import sys, time

class Brain:
    size, taken = 0, set()
    words = {"START", "BEGIN", "TURN", "BOARD", "ABOUT", "INFO", "END"}

    def say(self, text):
        sys.stdout.write(text + chr(10))
        sys.stdout.flush()

    def free(self):
        points = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [p for p in points if p not in self.taken]

    def choose(self):
        return self.free()[0]

    def move(self):
        point = self.choose()
        self.taken.add(point)
        self.say("%d,%d" % point)

    def point(self, text):
        x, y = map(int, text.split(","))
        if (x, y) not in self.free():
            raise ValueError(text)
        return x, y

    def start(self, rest):
        self.size, self.taken = int(rest), set()
        self.say("OK")

    def begin(self, rest):
        self.move()

    def turn(self, rest):
        self.taken.add(self.point(rest))
        self.move()

    def board(self, rest):
        self.taken = set()
        while (line := self.read()) != "DONE":
            self.taken.add(tuple(map(int, line.split(",")))[:2])
        self.move()

    def about(self, rest):
        self.say('name="good", version="1.0", author="me", country="here"')

    def info(self, rest):
        pass

    def end(self, rest):
        sys.exit()

    def unknown(self, word):
        self.say("UNKNOWN " + word)

    def read(self):
        line = sys.stdin.readline()
        return line.strip() if line else self.ended()

    def ended(self):
        sys.exit()

    def hear(self, line):
        word, _, rest = line.partition(" ")
        if not word:
            return
        if word.upper() not in self.words:
            return self.unknown(word)
        try:
            getattr(self, word.lower())(rest)
        except ValueError:
            self.say("ERROR " + line)

    def run(self):
        while True:
            self.hear(self.read())
"""


def checked(
    folder: Path,
    body: str = "pass",
    only: str = "",
    *,
    rule: str = "freestyle",
    timeout: float = 10.0,
    tolerance: float = 5.0,
) -> dict[str, Result]:
    """Check the good program, with `body` in place of some of its methods, by some or all checks.

    The tolerance is great, because the machine may be busy; so, too, is the patience.
    """
    path = folder / "brain.py"
    changes = textwrap.indent(textwrap.dedent(body), "    ")
    path.write_text(f"{GOOD}\nclass Mine(Brain):\n{changes}\n\nMine().run()\n", encoding="utf-8")
    settings = Settings(find_rule(rule), 15, timeout, tolerance)
    # Isolated and without site packages, because a test starts many of these.
    examiner = Examiner([sys.executable, "-I", "-S", str(path)], settings)
    known, names = all_checks(), only.split()
    assert set(names) <= set(known)
    return {name: examiner.run(known[name]) for name in known if not names or name in names}


def by_verdict(results: dict[str, Result], verdict: Verdict) -> set[str]:
    """Return the names of the checks that came out so."""
    return {name for name, result in results.items() if result.verdict is verdict}


def sentence(result: Result) -> str:
    """Return the one sentence about what is wrong."""
    (problem,) = result.problems
    return str(problem)


def said(result: Result) -> list[str]:
    """Return the transcript without the times."""
    return [f"{entry.sigil} {entry.text}" for entry in result.transcript]
