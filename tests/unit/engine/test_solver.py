"""The solver on positions whose answer is known, and its manners."""

import _thread
import random
import threading
import time
from functools import cache

import pytest

from boards import board, the_point
from positions import play_on, random_setup
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.proof import check_proof
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.solver import Solution, Solver, Verdict
from tengen.errors import IllegalMove, InvalidText
from tengen.notation import parse_position


def setup_of(diagram: str, rule: str, turn: Color = Color.BLACK, size: int = 15) -> Setup:
    """The set-up of a diagram in the middle of a board."""
    made = board(diagram, size=size)
    return Setup(
        size,
        rule,
        black=made.stones(Color.BLACK),
        white=made.stones(Color.WHITE),
        blocked=made.blocked,
        traps=made.traps,
        turn=turn,
    )


def solved(
    diagram: str,
    rule: str = "freestyle",
    turn: Color = Color.BLACK,
    *,
    size: int = 15,
    fours_only: bool = False,
) -> Solution:
    """Solve a diagram; a win must pass the checker."""
    setup = setup_of(diagram, rule, turn, size)
    solution = Solver().solve(NativeBoard(setup), nodes=200_000, fours_only=fours_only)
    if solution.verdict is Verdict.WIN:
        assert solution.proof is not None
        assert solution.score is not None
        plies = check_proof(setup.board(), setup.rule, solution.proof)
        assert plies == solution.score.number == len(solution.line)
        assert solution.best == solution.proof.move
    else:
        assert solution.proof is None
        assert solution.score is None
        assert solution.line == ()
    return solution


def plies(solution: Solution) -> int:
    """In how many plies it is won."""
    assert solution.score is not None, solution
    return solution.score.number


EMPTY_ROW = ". " * 11


def rows(*middle: str) -> str:
    """A diagram of eleven rows with these in its middle."""
    above = (11 - len(middle)) // 2
    lines = [EMPTY_ROW] * above + list(middle) + [EMPTY_ROW] * (11 - above - len(middle))
    return "\n".join(lines)


def test_five_at_once() -> None:
    diagram = rows(". . O X X X X p . . .")
    solution = solved(diagram)
    assert (plies(solution), solution.best) == (1, the_point(diagram, size=15))


def test_an_open_three_wins_in_three() -> None:
    assert plies(solved(rows(". . . . X X X . . . ."))) == 3


def test_a_four_three_wins_in_five() -> None:
    diagram = rows(
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". O X X X p . . . . .",
    )
    solution = solved(diagram, fours_only=True)
    assert (plies(solution), solution.best) == (5, the_point(diagram, size=15))
    assert plies(solved(diagram, "renju")) == 5


def test_two_threes_win_by_threes_and_not_by_fours() -> None:
    diagram = rows(
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X p . . . . .",
    )
    assert plies(solved(diagram)) == 5
    assert solved(diagram, fours_only=True).verdict is Verdict.NO_WIN


def test_two_threes_are_no_win_where_they_are_forbidden() -> None:
    diagram = rows(
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X . . . . . .",
    )
    solution = solved(diagram, "renju")
    if solution.verdict is Verdict.WIN:
        assert plies(solution) > 5


def test_a_counter_four_that_also_blocks_refutes_two_threes() -> None:
    free = rows(
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X . . . . . .",
    )
    assert plies(solved(free)) == 5
    # White's open three makes every three of Black too slow.
    against = rows(
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X . . . . . .",
        ". . . . . . . . . . .",
        ". . . . O O O . . . .",
    )
    assert solved(against).verdict is Verdict.NO_WIN
    # White's closed three gives a four in between, which Black must answer first.
    between = rows(
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X . . . . . .",
        ". . . . . . . . . . .",
        "X O O O . . . . . . .",
    )
    assert plies(solved(between)) >= 7


def test_a_four_must_be_stopped_before_anything_else() -> None:
    diagram = rows(
        "O X X X X p . . . . .",
        ". . . . . . . . . . .",
        ". . . O O . . . . . .",
        ". . . . . . . . . . .",
    )
    assert solved(diagram, turn=Color.WHITE).verdict is Verdict.NO_WIN


def test_white_wins_on_a_point_forbidden_to_black() -> None:
    diagram = """
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        X O O p O w . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    solution = solved(diagram, "renju", Color.WHITE)
    assert plies(solution) == 3
    assert solved(diagram, "freestyle", Color.WHITE).verdict is not Verdict.WIN


def test_a_three_whose_straight_four_is_forbidden_is_no_threat() -> None:
    # The row can become a straight four only on p, where the column makes six.
    column = ". . . . . X . . . . ."
    diagram = rows(
        column, column, column, ". O . X X p X . O . .".replace("p", "."), column, column
    )
    renju = solved(diagram, "renju")
    assert renju.verdict is not Verdict.WIN or plies(renju) != 3


def test_a_four_in_caro_can_be_stopped_from_beyond() -> None:
    diagram = rows("O X X X . . . . . . .")
    assert solved(diagram, "caro").verdict is Verdict.NO_WIN
    # Two fours at once still win: no point stops both.
    double = rows(
        "O . . . . . . . . . .",
        ". X . . . . . . . . .",
        ". . X . . . . . . . .",
        ". . . X . . . . . . .",
        "O X X X p . . . . . .",
    )
    solution = solved(double, "caro")
    assert (plies(solution), solution.best) == (3, the_point(double, size=15))


def test_six_do_not_win_in_standard() -> None:
    diagram = rows("O X X . X X X O . . .")
    assert plies(solved(diagram, "freestyle")) == 1
    assert solved(diagram, "standard").verdict is Verdict.NO_WIN


def test_blocked_points_and_traps_stop_lines() -> None:
    for wall in "#*":
        diagram = rows(f". . . {wall} X X X . {wall} . .")
        assert solved(diagram).verdict is Verdict.NO_WIN
        assert plies(solved(rows(f". . {wall} . X X X . . {wall} ."))) == 3


def test_a_four_that_nobody_can_complete_in_time_is_no_win() -> None:
    game = parse_position(
        "size:6_rule:caro-open_traps:d4_moves:e2d4d4d6b1e6d1d4d4c6d4d4e1a2a6c3f6a4b4a3d4d2f4d4d4d4e5d4"
        "d4d4d4f2d4f5"
    )
    assert Solver().solve(game).verdict is Verdict.NO_WIN


def test_depth_limits_the_length_of_the_win() -> None:
    diagram = rows(
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . X X p . . . . .",
    )
    board_ = NativeBoard(setup_of(diagram, "freestyle"))
    solver = Solver()
    assert [solver.solve(board_, depth=n).verdict is Verdict.WIN for n in (1, 3, 4, 5, 6)] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_an_empty_board_has_no_win_by_threats() -> None:
    assert Solver().solve(Game()).verdict is Verdict.NO_WIN


def test_a_finished_game_is_refused_and_the_solver_stays_usable() -> None:
    solver = Solver()
    game = Game(setup=setup_of(rows(". X X X X X . . . . ."), "freestyle"))
    with pytest.raises(IllegalMove, match="the game is over: black wins"):
        solver.solve(game)
    assert solver.solve(Game()).verdict is Verdict.NO_WIN


def test_an_opening_that_asks_for_a_choice_is_refused() -> None:
    game = Game(opening="swap2")
    for move in ("h8", "i8", "j10"):
        game.play(move)
    with pytest.raises(IllegalMove, match="first choose"):
        Solver().solve(game)


@pytest.mark.parametrize(
    "limits",
    [
        {"nodes": 0},
        {"nodes": -1},
        {"nodes": 1 << 70},
        {"nodes": 1.5},
        {"depth": 0},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
    ],
)
def test_impossible_limits_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(InvalidText):
        Solver().solve(Game(), **limits)  # type: ignore[arg-type]
    with pytest.raises(InvalidText):
        Solver(memory=1)


def test_the_position_is_left_as_it_was_and_the_answer_is_the_same_again() -> None:
    native = NativeBoard(setup_of(rows(". . . . X X . X . . .", ". . . X . O . . . . ."), "caro"))
    key = native.key
    answers = {Solver().solve(native, nodes=5000).line for _ in range(3)}
    assert len(answers) == 1
    assert native.key == key
    assert native.check() == ""


@cache
def unfinished(seed: int = 0) -> NativeBoard:
    """Find a position that a hundred thousand nodes do not settle."""
    rng = random.Random(seed)
    while True:
        native = NativeBoard(random_setup(rng, RULES["standard"], 20, special=False))
        for move in play_on(rng, native, 8):
            if Solver().solve(native, nodes=100_000).verdict is Verdict.UNKNOWN:
                return native
            native.push(move)


def test_limits_of_nodes_and_time_are_kept() -> None:
    native = unfinished()
    assert Solver().solve(native, nodes=1000).nodes <= 1010
    start = time.perf_counter()
    assert Solver().solve(native, seconds=0.05, nodes=1 << 40).verdict in list(Verdict)
    assert time.perf_counter() - start < 0.5


def test_another_thread_can_stop_it_and_it_stays_usable() -> None:
    solver, native = Solver(), unfinished()
    timer = threading.Timer(0.1, solver.stop)
    start = time.perf_counter()
    timer.start()
    solver.solve(native, seconds=20)
    assert time.perf_counter() - start < 5
    timer.join()
    assert solver.solve(Game()).verdict is Verdict.NO_WIN


def test_ctrl_c_ends_it() -> None:
    native = unfinished()
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        Solver().solve(native, seconds=20)
        time.sleep(1)
    timer.join()


def test_several_threads_may_share_a_solver() -> None:
    solver = Solver()
    setups = [setup_of(rows(". . . . X X X . . . ."), rule) for rule in RULES]
    found: list[int] = []

    def ask() -> None:
        for setup in setups:
            found.append(plies(solver.solve(NativeBoard(setup))))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [3] * 20


def test_rules_and_sizes_are_not_mixed_up_in_one_table() -> None:
    solver = Solver()
    row = rows("O X X . X X X O . . .")
    for rule, verdict in (("freestyle", Verdict.WIN), ("standard", Verdict.NO_WIN)) * 2:
        assert solver.solve(NativeBoard(setup_of(row, rule))).verdict is verdict
    edge = Setup(8, black=[Point(x, 7) for x in (5, 6, 7)], white=[Point(0, 0)])
    wide = Setup(12, black=edge.black, white=edge.white)
    assert solver.solve(NativeBoard(edge)).verdict is Verdict.NO_WIN
    assert solver.solve(NativeBoard(wide)).verdict is Verdict.WIN
