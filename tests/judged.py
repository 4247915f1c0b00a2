"""Games before our judges in tests: programs are written to files, and nobody watches."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

from tengen.judges import Event, GameEnd, make_judge
from tengen.judges._entrant import parse_pair
from tengen.play.event import Ended
from tengen.store import Store

PATIENT = "--seconds=20"
"""For programs that are expected to answer: the machine may be busy."""


def written(folder: Path, name: str, body: str) -> str:
    """Write a program and return its path."""
    path = folder / f"{name}.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    return str(path)


def judged(
    host: str,
    first: str,
    second: str,
    arguments: Sequence[str] = (),
    *,
    games: int = 1,
    folder: Path | None = None,
    store: Store | None = None,
    notes: list[str] | None = None,
    told: list[str] | None = None,
) -> list[GameEnd]:
    """Play games between two programs and return how they ended."""
    judge, rest = make_judge(host, arguments)
    assert not rest
    event = Event(judge, parse_pair(first, second), folder=folder, store=store)
    lines = [] if told is None else told
    return list(
        event.play(
            games,
            lambda event, referee, _: lines.extend(judge.tell(event, referee)),
            ([] if notes is None else notes).append,
        )
    )


def lost(host: str, program: str, arguments: Sequence[str] = (), **more: object) -> Ended:
    """Return how a program loses as the first of two against `random`."""
    pair = ("random:seed=1", program) if host == "cs165a" else (program, "random:seed=1")
    (end,) = judged(host, *pair, arguments, **more)  # type: ignore[arg-type]
    assert end.winner is not None
    assert end.winner.name.startswith("random"), end.ended
    return end.ended
