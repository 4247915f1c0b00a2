"""The upload check: what a program must pass before it may play, in the server's order.

The comparison with the accepted moves is strict. The server's own let every move pass that shared
a row or a column with an accepted one, by a slip; the public checkers were strict.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tengen.errors import BotFault
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Outcome
from tengen.judges.cs303.cases import SIZE, Case
from tengen.judges.cs303.session import Found, Session

BLACK: Final = -1
WHITE: Final = 1
FORBIDDEN: Final = ("import os", "exec")
"""What the text of a submission may not contain, not even in a comment."""
HOLES: Final = 5

Rows = list[list[float]]


def examine(
    entrant: Entrant, cases: Sequence[Case], time_out: float, memory: int, seed: int = 0
) -> Iterator[Outcome]:
    """Yield what comes of each check, as soon as it is known; the first refusals end it."""
    if entrant.kind == "file":
        outcome = _check_text(Path(entrant.words[0]))
        yield outcome
        if outcome.problem:
            return
    try:
        session = Session(entrant, memory)
    except BotFault as fault:
        yield Outcome("start", str(fault))
        return
    try:
        yield from _check_moves(session, cases, time_out, random.Random(seed))
    finally:
        session.close()


def hole_board(row: int, column: int) -> Rows:
    """Return the full board with one hole; its cells are floating numbers, as on the server."""
    board = [[-1.0 if x % 2 == 0 else 1.0 for x in range(SIZE)] for _ in range(SIZE)]
    for y in (0, 4, 8, 12):
        board[y] = [-cell for cell in board[y]]
    board[row][column] = 0.0
    return board


def _check_text(path: Path) -> Outcome:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return Outcome("text", f"cannot be read: {error.strerror}")
    for word in FORBIDDEN:
        if word in text:
            number = text[: text.index(word)].count("\n") + 1
            return Outcome("text", f"line {number} contains {word!r}, which is not allowed")
    return Outcome("text")


def _check_moves(
    session: Session, cases: Sequence[Case], time_out: float, rng: random.Random
) -> Iterator[Outcome]:
    empty = [[0] * SIZE for _ in range(SIZE)]
    trials: list[tuple[str, Sequence[Sequence[float]], frozenset[tuple[int, int]] | None]] = [
        ("empty board", empty, None)
    ]
    for number in range(1, HOLES + 1):
        hole = rng.randrange(SIZE), rng.randrange(SIZE)
        trials.append((f"last hole {number}", hole_board(*hole), frozenset([hole])))
    trials += [(case.name, case.board(), case.accepted) for case in cases]
    try:
        for color in (WHITE, BLACK):
            session.new(SIZE, color, time_out)
        yield Outcome("both colours can be made")
    except BotFault as fault:
        yield Outcome("both colours can be made", str(fault))
        return
    for name, board, accepted in trials:
        try:
            session.new(SIZE, BLACK, time_out)
            found = session.go(board, time_out)
        except BotFault as fault:
            yield Outcome(name, str(fault))
            if fault.code not in ("error", "nonsense"):
                return  # Nobody is there to be asked any more.
            continue
        yield Outcome(name, _objection(found, accepted))


def _objection(found: Found, accepted: frozenset[tuple[int, int]] | None) -> str:
    move = found.candidate
    if move is None:
        return "the candidate list is empty" if accepted is not None else ""
    if not isinstance(move, list):
        return f"the candidate {str(move)[:60]} is no pair of integers"
    if accepted is None or (move[0], move[1]) in accepted:
        return ""
    wanted = " or ".join(str(cell) for cell in sorted(accepted))
    return f"played ({move[0]}, {move[1]}), accepted is {wanted}"
