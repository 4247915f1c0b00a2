"""What the solver claims is true: by brute force, by the checker, and by spoiling its proofs."""

import random
from collections.abc import Iterator

import pytest

from positions import SIZES, crowded_setup, moves_of, nearly_full_setup, play_on, random_setup
from tengen.core.board import Board
from tengen.core.geometry import PASS, Point
from tengen.core.legality import legal_points
from tengen.core.outcome import find_outcome
from tengen.core.proof import Proof, check_proof, proof_from_plain, proof_to_plain
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.core.shapes import Kind
from tengen.core.threats import threats
from tengen.engine.board import NativeBoard
from tengen.engine.solver import Solution, Solver, Verdict
from tengen.errors import IllegalMove


def wins(board: Board, rule: Rule, known: dict[tuple[object, ...], bool], plies: int) -> bool:
    """Say by trying everything whether the side to move wins in so many plies."""
    if plies < 1:
        return False
    at = board.key, board.last == PASS, plies, board.move_count if board.traps else 0
    if at not in known:
        known[at] = any(_wins_by(board, rule, move, known, plies) for move in moves_of(board, rule))
    return known[at]


def _wins_by(
    board: Board, rule: Rule, move: Point, known: dict[tuple[object, ...], bool], plies: int
) -> bool:
    side = board.turn
    board.push(move)
    try:
        outcome = find_outcome(board, rule)
        if outcome is not None:
            return outcome.winner is side
        for reply in moves_of(board, rule):
            board.push(reply)
            ended = find_outcome(board, rule)
            won = ended is None and wins(board, rule, known, plies - 2)
            won |= ended is not None and ended.winner is side
            board.pop()
            if not won:
                return False
        return True
    finally:
        board.pop()


def won_by_threats(board: Board, rule: Rule, plies: int) -> bool:
    """Say by trying every four, every three and every reply whether the side to move wins."""
    side = board.turn
    if plies < 1:
        return False
    must_stop = any(threat.kind is not Kind.THREE for threat in threats(board, rule, side.other))
    for move in legal_points(board, rule):
        if move in board.traps:
            continue
        board.push(move)
        outcome = find_outcome(board, rule)
        won = outcome is not None and outcome.winner is side
        if outcome is None and plies > 2:
            threatens = any(move in threat.stones for threat in threats(board, rule, side))
            won = (must_stop or threatens) and all(
                _still_won(board, rule, reply, plies) for reply in moves_of(board, rule)
            )
        board.pop()
        if won:
            return True
    return False


def _still_won(board: Board, rule: Rule, reply: Point, plies: int) -> bool:
    board.push(reply)
    won = find_outcome(board, rule) is None and won_by_threats(board, rule, plies - 2)
    board.pop()
    return won


def claim(setup: Setup, **limits: int) -> Solution:
    """Solve a set-up."""
    return Solver().solve(NativeBoard(setup), **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_claimed_win_is_a_win_by_brute_force(rule: Rule) -> None:
    rng = random.Random(7)
    lengths: set[int] = set()
    for size, free, count in ((5, 9, 150), (6, 9, 250), (7, 8, 150)):
        for _ in range(count):
            if (setup := nearly_full_setup(rng, rule, size, free)) is None:
                continue
            solution = claim(setup)
            assert solution.verdict is not Verdict.UNKNOWN
            if solution.proof is None:
                continue
            assert wins(setup.board(), rule, {}, solution.proof.plies), str(setup.board())
            assert not wins(setup.board(), rule, {}, solution.proof.plies - 2) or (
                solution.proof.plies > 5
            )
            assert check_proof(setup.board(), rule, solution.proof, shortcuts=False)
            lengths.add(solution.proof.plies)
    assert lengths >= {1, 3}


def compare_with_force(rule: Rule, seed: int, count: int) -> None:
    """Ask the solver and brute force for wins by threats in five plies."""
    rng = random.Random(seed)
    found = 0
    for _ in range(count):
        if (setup := nearly_full_setup(rng, rule, 7, rng.randint(11, 14))) is None:
            continue
        by_force = won_by_threats(setup.board(), rule, 5)
        found += by_force
        solution = claim(setup, depth=5)
        assert solution.verdict is (Verdict.WIN if by_force else Verdict.NO_WIN), setup.board()
    assert found > 5


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_no_win_by_threats_is_missed(rule: Rule) -> None:
    compare_with_force(rule, 11, 60)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_no_win_by_threats_is_missed_for_long(rule: Rule) -> None:
    compare_with_force(rule, 12, 10_000)


def rich_positions(rng: random.Random, rule: Rule, size: int) -> Iterator[tuple[Board, Solution]]:
    """Yield positions of one game full of threats, with what a solver says to each."""
    setup = random_setup(rng, rule, size, special=rng.random() < 0.3)
    if rng.random() < 0.3:
        setup = crowded_setup(rng, rule, size) or setup
    native, board, solver = NativeBoard(setup), setup.board(), Solver()
    if native.outcome() is not None:
        return
    for move in play_on(rng, native, rng.choice([3, 6, 10])):
        yield board, solver.solve(native, nodes=4000)
        assert native.check() == ""
        native.push(move)
        board.push(move)


def check_games(rng: random.Random, games: int, sizes: tuple[int, ...]) -> int:
    """Check all proofs of so many games, and return how many there were."""
    checked = 0
    for _ in range(games):
        rule = rng.choice(list(RULES.values()))
        for board, solution in rich_positions(rng, rule, rng.choice(sizes)):
            if solution.proof is None or (solution.proof.plies == 1 and rng.random() < 0.9):
                continue
            proof = proof_from_plain(proof_to_plain(solution.proof))
            plies = check_proof(board, rule, proof)
            assert solution.score is not None
            assert plies == solution.score.number
            checked += 1
    return checked


def test_every_proof_passes_the_checker() -> None:
    assert check_games(random.Random(3), 60, SIZES) > 100


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(20))
def test_every_proof_passes_the_checker_for_long(seed: int) -> None:
    assert check_games(random.Random(1000 + seed), 3000, SIZES) > 1000


def nodes_of(proof: Proof) -> list[Proof]:
    """All different nodes, what follows a node before it."""
    found: dict[int, Proof] = {}

    def visit(node: Proof) -> None:
        if id(node) not in found:
            for follower in node.followers:
                visit(follower)
            found[id(node)] = node

    visit(proof)
    return list(found.values())


def with_node(proof: Proof, old: Proof, new: Proof) -> Proof:
    """Return the proof with one node in the place of another, wherever it occurs."""
    made: dict[int, Proof] = {}
    for node in nodes_of(proof):
        replies = {reply: made[id(follower)] for reply, follower in node.replies.items()}
        otherwise = None if node.otherwise is None else made[id(node.otherwise)]
        made[id(node)] = new if node is old else Proof(node.move, replies, otherwise)
    return made[id(proof)]


def cut_proofs(proof: Proof) -> Iterator[Proof]:
    """Yield every proof with one branch less, or without one `otherwise`."""
    for node in nodes_of(proof):
        for reply in node.replies:
            rest = {point: after for point, after in node.replies.items() if point != reply}
            yield with_node(proof, node, Proof(node.move, rest, node.otherwise))
        if node.otherwise is not None:
            yield with_node(proof, node, Proof(node.move, node.replies))


def is_accepted(board: Board, rule: Rule, proof: Proof, *, shortcuts: bool = True) -> bool:
    """Ask the checker."""
    try:
        check_proof(board, rule, proof, shortcuts=shortcuts)
    except IllegalMove:
        return False
    return True


def some_wins(
    seed: int, sizes: tuple[int, ...], plies: range
) -> Iterator[tuple[Board, Rule, Proof]]:
    """Yield positions with wins of such lengths under all rules, for ever."""
    rng = random.Random(seed)
    while True:
        rule = rng.choice(list(RULES.values()))
        for board, solution in rich_positions(rng, rule, rng.choice(sizes)):
            if solution.proof is not None and solution.proof.plies in plies:
                yield board, rule, solution.proof
                break


def test_a_proof_with_one_branch_less_is_refused() -> None:
    tried = 0
    for board, rule, proof in some_wins(5, (6, 9, 15), range(3, 12)):
        for spoilt in cut_proofs(proof):
            assert not is_accepted(board, rule, spoilt), f"{rule}\n{board}"
            tried += 1
        if tried > 200:
            return


def changed(rng: random.Random, proof: Proof, size: int) -> Proof:
    """Return a proof with something changed at random."""
    nodes = nodes_of(proof)
    node = rng.choice(nodes)
    replies, otherwise, move = dict(node.replies), node.otherwise, node.move
    what = rng.randrange(4)
    if what == 0:
        move = Point(rng.randrange(size), rng.randrange(size))
    elif what == 1:
        otherwise = rng.choice(nodes[: nodes.index(node)] or [None])
    elif what == 2 and replies:
        replies[rng.choice(list(replies))] = rng.choice(nodes[: nodes.index(node)])
    elif replies:
        del replies[rng.choice(list(replies))]
    return with_node(proof, node, Proof(move, replies, otherwise))


def compare_checkers(seed: int, count: int) -> None:
    """Change proofs at random; the checker must say what it says when it plays everything."""
    rng = random.Random(seed)
    tried = 0
    for board, rule, proof in some_wins(seed, (6, 7, 8), range(3, 10)):
        if proof.plies > 5 and len(board.empty_points()) > 24:
            continue  # Playing everything would take minutes.
        for _ in range(6):
            spoilt = changed(rng, proof, board.size)
            said = is_accepted(board, rule, spoilt)
            assert said == is_accepted(board, rule, spoilt, shortcuts=False), f"{rule}\n{board}"
            tried += 1
        if tried > count:
            return


def test_shortcuts_change_no_verdict() -> None:
    compare_checkers(17, 300)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(20))
def test_shortcuts_change_no_verdict_for_long(seed: int) -> None:
    compare_checkers(2000 + seed, 20_000)
