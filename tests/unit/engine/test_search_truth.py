"""What the search announces is true: by minimax on small boards, and by playing announced wins."""

import random
from collections.abc import Iterator

import pytest

from positions import moves_of, nearly_full_setup
from tengen.core.board import Board
from tengen.core.game import Game
from tengen.core.geometry import PASS, Point
from tengen.core.limits import Limit
from tengen.core.outcome import find_outcome
from tengen.core.proof import check_proof
from tengen.core.rules import RULES, Rule
from tengen.core.score import Score, ScoreKind
from tengen.core.setup import Setup
from tengen.engine.engine import Engine
from tengen.engine.solver import Solver, Verdict
from tengen.notation import parse_position

Known = dict[tuple[object, ...], Score]
DRAW = Score.value(0)
FAR = 1000
"""More plies than any of these games has."""
LONGEST = 50
"""A game of so many moves will hardly be won any more."""


def minimax(board: Board, rule: Rule, known: Known) -> Score:
    """Return the score of the side to move by trying everything."""
    at = board.key, board.last == PASS, board.move_count if board.traps else 0
    if at not in known:
        best: Score | None = None
        for move in moves_of(board, rule):
            side = board.turn
            board.push(move)
            if (outcome := find_outcome(board, rule)) is None:
                score = later(-minimax(board, rule, known))
            elif outcome.winner is None:
                score = DRAW
            else:
                score = Score.win(1) if outcome.winner is side else Score.loss(1)
            board.pop()
            best = score if best is None else max(best, score)
            if best == Score.win(1):
                break  # Nothing is better.
        assert best is not None
        known[at] = best
    return known[at]


def later(score: Score) -> Score:
    """Return a score seen from one ply earlier."""
    return score if score.kind is ScoreKind.VALUE else Score(score.kind, score.number + 1)


class Pruned:
    """Minimax that leaves out what cannot change its answer, and so has time for larger ends.

    Values are `FAR` less the plies from the root, for wins, because the memory can hold them so: a
    position is always reached after as many plies.
    """

    def __init__(self, setup: Setup) -> None:
        self.board, self.rule = setup.board(), setup.rule
        self.bounds: dict[tuple[object, ...], tuple[int, int]] = {}

    def score(self, *moves: Point) -> Score:
        """Return the score of the side to move after some moves, which leave the game open."""
        for move in moves:
            self.board.push(move)
        ply = len(moves)
        value = self.value(ply, -FAR, FAR)
        for _ in moves:
            self.board.pop()
        plies = FAR - abs(value) - ply
        return DRAW if value == 0 else Score.win(plies) if value > 0 else Score.loss(plies)

    def value(self, ply: int, alpha: int, beta: int) -> int:
        board = self.board
        at = board.key, board.last == PASS, board.move_count if board.traps else 0
        low, high = self.bounds.get(at, (-FAR, FAR - ply - 1))
        alpha, beta = max(alpha, low), min(beta, high)
        if alpha >= beta:
            return alpha
        best, first = -FAR, alpha
        moves = moves_of(board, self.rule)
        ends = [self.end_after(move, ply) for move in moves]
        # Whatever ends the game is known at once, and may spare all the rest.
        for move, end in sorted(zip(moves, ends, strict=True), key=lambda pair: pair[1] is None):
            if end is None:
                board.push(move)
                end = -self.value(ply + 1, -beta, -max(alpha, best))
                board.pop()
            best = max(best, end)
            if best >= beta:
                break
        self.bounds[at] = (best if best > first else low, best if best < beta else high)
        return best

    def end_after(self, move: Point, ply: int) -> int | None:
        """Return what a move is worth that ends the game, None if it does not."""
        side = self.board.turn
        self.board.push(move)
        outcome = find_outcome(self.board, self.rule)
        self.board.pop()
        if outcome is None or outcome.winner is None:
            return None if outcome is None else 0
        return FAR - ply - 1 if outcome.winner is side else ply + 1 - FAR


def small_ends(rule: Rule, free: int, count: int, seed: int) -> Iterator[Setup]:
    """Yield positions of 5x5 and 6x6 with at most so many free points."""
    rng = random.Random(f"{rule.name} {free} {seed}")
    while count:
        size = rng.choice([5, 5, 6])
        setup = nearly_full_setup(rng, rule, size, rng.randint(1, free))
        if setup is not None:
            yield setup
            count -= 1


def compare_all_moves(engine: Engine, setup: Setup) -> None:
    game, truth = Game(setup=setup), Pruned(setup)
    info = engine.search(game, Limit(depth=40))
    assert info.lines[0].score == truth.score(), (setup, truth.score(), info)
    for candidate in info.candidates:
        game.push(candidate.point)
        if (outcome := game.outcome()) is None:
            assert candidate.score == later(-truth.score(candidate.point)), setup
        else:
            won = outcome.winner is not None
            assert (candidate.score.kind is not ScoreKind.VALUE) == won, setup
        game.undo()


def test_the_number_of_moves_is_never_taken_for_a_stone() -> None:
    # Stones on the top row once had the keys of numbers, and a loss came two plies too soon.
    game = parse_position(
        "size:5_rule:caro_black:d5d4e4c3d3b2a1_white:b4c4a3b3e3e2b1c1_blocked:a4a2d1_traps:e5"
        "_turn:white"
    )
    compare_all_moves(Engine(memory=1 << 20), game.setup)


def test_near_the_end_of_a_game_with_traps_threats_come_too_late() -> None:
    thrown = ["c5"] * 6 + ["d4", "c5", "c5", "e3", "b4", "d3", "a4", "b3"]
    thrown += ["c5"] * 3 + ["b1"] + ["c5"] * 5
    game = Game(5, "standard", traps=["c5"])
    for move in thrown:
        game.play(move)
    info = Engine(memory=1 << 20).search(game, Limit(nodes=20_000))
    assert info.score == DRAW  # Two plies are left, and c3 would win in three.
    assert all(c.score.kind is not ScoreKind.WIN for c in info.candidates)


def test_the_last_stone_of_a_game_with_traps_wins_by_the_longest_line() -> None:
    text = "f1 b4 f1 f1 c2 c1 e2 f1 f1 f1 f1 f1 e3 e1 f2" + " f1" * 12 + " b1 f1 f1 f1 f1 b2 f1 f1"
    game = Game(6, "renju", traps=["f1"])
    for move in text.split():
        game.play(move)
    info = Engine(memory=1 << 20).search(game, Limit(nodes=20_000))
    assert info.score == Score.win(1)
    wins = {c.point for c in info.candidates if c.score == Score.win(1)}
    assert wins == {Point(0, 5), Point(3, 5)}


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        ("size:7_black:c4d4f3_white:c5e5c3_moves:e4f4d5c6d3d6", 11),
        ("size:9_rule:standard_moves:e9e5f5e4e6e3d4g4g5", 15),
    ],
)
def test_a_win_is_as_short_as_the_solver_knows_one(position: str, plies: int) -> None:
    # The search prunes, and had found wins two plies longer.
    game = parse_position(position)
    info = Engine(memory=4 << 20).search(game)
    assert info.score == Score.win(plies)
    shorter = Solver().solve(game, depth=plies - 2)
    assert shorter.verdict is Verdict.NO_WIN


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_what_is_pruned_does_not_change_minimax(rule: Rule) -> None:
    for setup in small_ends(rule, 5, 12, 4):
        assert Pruned(setup).score() == minimax(setup.board(), rule, {}), setup


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_small_boards_have_the_value_of_minimax(rule: Rule) -> None:
    engine = Engine(memory=1 << 20)
    for setup in small_ends(rule, 8, 12, 1):
        compare_all_moves(engine, setup)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_larger_ends_have_the_value_of_minimax(rule: Rule) -> None:
    engine = Engine(memory=1 << 20)
    for setup in (*small_ends(rule, 8, 100, 2), *small_ends(rule, 12, 12, 3)):
        compare_all_moves(engine, setup)


def push_near_the_middle(game: Game, rng: random.Random) -> None:
    """Play a random legal point there, if there is one."""
    middle = game.size // 2
    near = [p for p in game.legal_points() if abs(p.x - middle) < 4 and abs(p.y - middle) < 4]
    if near:
        game.push(rng.choice(near))


def announced_wins(rule: Rule, size: int, positions: int, nodes: int, seed: int) -> int:
    """Play the engine against itself, and every announced win to its end; return how many.

    One move in six is drawn, because two careful sides would seldom have anything to announce.
    """
    rng = random.Random(f"{rule.name} {size} {seed}")
    player, judge = Engine(memory=4 << 20), Engine(memory=4 << 20)
    seen = announced = 0
    while seen < positions:
        game = Game(setup=Setup(size, rule))
        for _ in range(rng.randint(2, 8)):
            if game.outcome() is None:
                push_near_the_middle(game, rng)
        player.clear()
        while game.outcome() is None and seen < positions and len(game.moves) < LONGEST:
            info = player.search(game, Limit(nodes=nodes))
            seen += 1
            assert info.best is not None
            score = info.lines[0].score
            if score.kind is ScoreKind.WIN:
                announced += 1
                win_it(game, info.best, score.number, judge, nodes, random.Random(seen))
                win_it(game, info.best, score.number, judge, nodes, None)
                break
            if score.kind is ScoreKind.LOSS:
                # What it says of itself the other side must be able to do.
                announced += 1
                push_defence(game, judge, nodes, rng)
                if game.outcome() is None:
                    found = judge_win(game, judge, nodes, score.number - 1)
                    win_it(game, found, score.number - 1, judge, nodes, None)
                break
            if rng.random() < 1 / 6:
                push_near_the_middle(game, rng)
            else:
                game.push(info.best)
    return announced


def judge_win(game: Game, judge: Engine, nodes: int, plies: int) -> Point:
    """Return a winning move by a fresh search, which may look longer than the one that said so.

    A search that has found a win need not find the shortest; then the solver must prove it.
    """
    for more in (1, 10, 100):
        judge.clear()
        info = judge.search(game, Limit(nodes=nodes * more))
        score = info.lines[0].score
        if score.kind is ScoreKind.WIN and score.number <= plies:
            assert info.best is not None
            return info.best
    proof = Solver().solve(game, depth=plies, nodes=1000 * nodes).proof
    assert proof is not None, f"no win in {plies}: {game!r} {game.board.moves}"
    assert check_proof(game.board, game.rule, proof) <= plies
    return proof.move


def push_defence(game: Game, judge: Engine, nodes: int, rng: random.Random | None) -> None:
    if rng is not None:
        moves = game.legal_points() or [PASS]
        game.push(rng.choice(moves))
        return
    judge.clear()
    best = judge.search(game, Limit(nodes=nodes)).best
    assert best is not None
    game.push(best)


def win_it(
    game: Game, first: Point, plies: int, judge: Engine, nodes: int, rng: random.Random | None
) -> None:
    """Win within `plies` against the best defence, or a random one."""
    played, side, move = 0, game.turn, first
    while True:
        game.push(move)
        played += 1
        plies -= 1
        if (outcome := game.outcome()) is not None:
            assert outcome.winner is side, game.board.moves
            break
        assert plies > 0, f"not won in time: {game.board.moves}"
        push_defence(game, judge, nodes, rng)
        played += 1
        plies -= 1
        assert game.outcome() is None, f"the defence ended the game: {game.board.moves}"
        move = judge_win(game, judge, nodes, plies)
    for _ in range(played):
        game.undo()


@pytest.mark.parametrize("name", RULES)
def test_announced_wins_are_won_in_time(name: str) -> None:
    assert announced_wins(RULES[name], 15, 300, 2000, 1) > 15


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "size"), [(n, s) for n in RULES for s in (9, 15)])
def test_many_announced_wins_are_won_in_time(name: str, size: int) -> None:
    assert announced_wins(RULES[name], size, 1000, 3000, 2) > 20
