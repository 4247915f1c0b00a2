"""How fast forced wins are found and their proofs checked, on positions from games.

    python benchmarks/solver.py [--positions FILE] [--seconds S] [--check N]
    python benchmarks/solver.py --mine 500 --positions FILE [--nodes N] [--seed S]

Positions are texts that `tengen.notation.parse_position` reads, one a line, `#` beginning a
remark. Mining plays games in which neither side allows what a short search sees, up to the first
position with a forced win, and keeps that and one further on in the win, if they take 5 to 25
plies. Each win is checked by the core before it is written.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tengen.core.game import Game
from tengen.core.geometry import SYMMETRIES, Color, Point
from tengen.core.proof import check_proof
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.solver import Solver, Verdict
from tengen.notation import format_position, parse_position

DATA = Path(__file__).parent / "data" / "forced_wins.txt"

SETTINGS = (
    *(("freestyle", 15),) * 6,
    *(("standard", 15),) * 5,
    *(("renju", 15),) * 5,
    ("freestyle", 20),
    ("caro", 15),
    ("caro-open", 15),
)
"""What is mined, each as often as it stands here."""

SHORTEST, LONGEST = 5, 25
SAFE_NODES = 300
"""How far the players of mined games look for what their move allows."""


def main() -> None:
    """Measure, or mine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=Path, default=DATA, help="read or, mining, written")
    parser.add_argument("--seconds", type=float, default=1.0, help="the most for each position")
    parser.add_argument("--check", type=int, default=50, help="proofs that the core checks")
    parser.add_argument("--mine", type=int, metavar="N", help="write N new positions")
    parser.add_argument("--nodes", type=int, default=200_000, help="of each search while mining")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.mine:
        mine(options.positions, options.mine, options.nodes, options.seed)
    else:
        measure(options.positions, options.seconds, options.check)


def read_positions(path: Path) -> list[Game]:
    """Return the games of a file of positions."""
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return [parse_position(line) for line in lines if line]


class Result(NamedTuple):
    """What came out for one position; None where it was not solved or not checked."""

    group: str
    seconds: float
    plies: int | None
    checking: float | None


def measure(path: Path, seconds: float, checked: int) -> None:
    """Solve every position with a new solver and print one line for each rule."""
    games = read_positions(path)
    every = max(1, len(games) // max(1, checked))
    results = [
        solve(game, seconds, check=checked > 0 and number % every == 0)
        for number, game in enumerate(games)
    ]
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    print(f"{'':16} {'solved':>9} {'median':>9} {'95 %':>9} {'worst':>9} {'plies':>6}   checking")
    for name, group in [*sorted(groups.items()), ("all", results)]:
        report(name, group)


def solve(game: Game, seconds: float, *, check: bool) -> Result:
    """Solve one position and, if asked, check the proof."""
    solution = Solver().solve(game, seconds=seconds)
    checking = None
    if check and solution.proof is not None:
        start = time.perf_counter()
        check_proof(game.board, game.rule, solution.proof)
        checking = time.perf_counter() - start
    plies = None if solution.proof is None else solution.proof.plies
    return Result(f"{game.rule} {game.size}", solution.seconds, plies, checking)


def report(name: str, results: list[Result]) -> None:
    """Print what came out for some positions."""
    times = sorted(result.seconds for result in results)
    plies = [result.plies for result in results if result.plies is not None]
    checks = [result.checking for result in results if result.checking is not None]
    print(
        f"{name:16} {len(plies):4}/{len(results):4} {_ms(statistics.median(times))} "
        f"{_ms(times[int(len(times) * 0.95)])} {_ms(times[-1])} "
        f"{statistics.mean(plies or [0]):6.1f}  {_ms(statistics.median(checks or [0]))} "
        f"to {_ms(max(checks or [0]))}"
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:6.1f} ms"


def mine(path: Path, count: int, nodes: int, seed: int) -> None:
    """Append positions to a file until `count` are new."""
    rng = random.Random(seed)
    path.touch()
    known = {_canonical(game) for game in read_positions(path)}
    found = 0
    while found < count:
        name, size = rng.choice(SETTINGS)
        game = won_game(rng, RULES[name], size, nodes)
        for won, plies in stages(rng, game, nodes) if game else ():
            if (key := _canonical(won)) in known:
                continue
            known.add(key)
            found += 1
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{format_position(won)}  # win in {plies}\n")


def won_game(rng: random.Random, rule: Rule, size: int, nodes: int) -> Game | None:
    """Play one game up to the first forced win; None if there was no long one."""
    setup = Setup(size, rule)
    game, board = Game(setup=setup), NativeBoard(setup)
    solver, safe = Solver(), Solver()
    for _ in range(60):
        solution = solver.solve(
            board, nodes=nodes if board_is_sharp(board) else 5000, shorten=False
        )
        if solution.proof is not None:
            return game if solution.proof.plies >= SHORTEST else None
        move = choose(rng, board, safe)
        board.push(move)
        game.push(move)
        if board.outcome() is not None:
            return None
    return None


def stages(rng: random.Random, game: Game, nodes: int) -> Iterator[tuple[Game, int]]:
    """Yield a won position and one further on in its main line, each with its plies, checked."""
    further = rng.randrange(SHORTEST, LONGEST - 3, 2)
    game, is_first = game.copy(), True
    while (solution := Solver().solve(game, nodes=4 * nodes)).proof is not None:
        plies = solution.proof.plies
        if plies < SHORTEST:
            return
        if (is_first and plies <= LONGEST) or plies <= further:
            check_proof(game.board, game.rule, solution.proof)
            yield game.copy(), plies
            if plies <= further:
                return
            is_first = False
        for move in solution.line[:2]:
            game.push(move)


def board_is_sharp(board: NativeBoard) -> bool:
    """Say whether the side to move has enough of twos and threes for a long attack."""
    return sum(board.counts(board.turn)[4:9]) >= 3


def choose(rng: random.Random, board: NativeBoard, safe: Solver) -> Point:
    """Return a promising move that does not lose at once, if a few tries find one."""
    moves = board.candidates() or board.legal_points()
    if not moves or board.legal_points() == []:
        return Point(-1, -1)
    if len(moves) == board.size * board.size:
        middle = range(board.size // 3, board.size - board.size // 3)
        return Point(rng.choice(middle), rng.choice(middle))
    ranked = sorted(moves, key=lambda p: -promise(board, p) * rng.uniform(0.5, 1.0))
    for move in ranked[:12]:
        board.push(move)
        lost = board.outcome() is None and (
            safe.solve(board, nodes=SAFE_NODES, shorten=False).verdict is Verdict.WIN
        )
        board.pop()
        if not lost:
            return move
    return ranked[0]


def promise(board: NativeBoard, point: Point) -> int:
    """Return how much a stone on `point` makes, or takes from the other side."""
    if not board.is_empty(point):
        return 0
    return sum(p * p for color in Color for p in board.patterns(point, color))


def _canonical(game: Game) -> object:
    """Return the same for positions that a symmetry lays on each other."""
    size = game.size
    return min(
        (
            game.rule.name,
            int(game.turn),
            *(
                tuple(sorted(symmetry.apply(p, size) for p in game.board.stones(color)))
                for color in Color
            ),
        )
        for symmetry in SYMMETRIES
    )


if __name__ == "__main__":
    main()
