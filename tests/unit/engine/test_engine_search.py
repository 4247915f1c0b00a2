"""The engine's searches: what they find, what they are told, and what they refuse."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen import PASS, RULES, Color, Game, IllegalMove, Info, InvalidText, Limit, Point, Setup
from tengen.core.geometry import format_point, parse_point
from tengen.core.score import Score, ScoreKind
from tengen.engine.engine import LEAST_MEMORY, Engine
from tengen.engine.features import formula_numbers, weight_file
from tengen.errors import BotFault
from tengen.notation import parse_position

NODES = Limit(nodes=5000)
DATA = Path(__file__).parents[3] / "src" / "tengen" / "judges"
CASES = json.loads((DATA / "cs303" / "positions.json").read_text(encoding="utf-8"))


def played(moves: str, size: int = 15, rule: str = "freestyle") -> Game:
    game = Game(size, rule)
    for move in moves.split():
        game.play(move)
    return game


@pytest.fixture
def engine() -> Engine:
    return Engine(memory=4 << 20)


FIGHT = "h8 i9 h9 i8 h10"


def test_a_search_reports_score_depth_nodes_speed_lines_and_candidates(engine: Engine) -> None:
    game = played("h8 i9 h9 i8")
    info = engine.search(game, NODES)
    assert info.depth >= 3
    assert info.selective_depth >= info.depth
    assert info.nodes == 5000
    assert info.seconds > 0
    assert info.nodes_per_second == pytest.approx(info.nodes / info.seconds)
    assert 0 <= info.hash_full <= 1
    assert info.score is not None
    assert info.win_probability == info.score.win_probability
    assert info.best == info.lines[0].moves[0]
    assert len(info.candidates) > 20
    assert {c.point for c in info.candidates} <= set(game.legal_points())
    assert len({c.point for c in info.candidates}) == len(info.candidates)
    after = game.copy()
    for point in info.lines[0].moves:
        after.push(point)


def test_a_five_is_played_even_against_a_four(engine: Engine) -> None:
    game = played("h8 a1 i8 b1 j8 c1 k8 d1")
    info = engine.search(game, NODES)
    assert info.best in (parse_point("g8", 15), parse_point("l8", 15))
    assert info.score == Score.win(1)


def test_every_five_is_a_line_if_so_many_are_asked_for(engine: Engine) -> None:
    info = engine.search(played("h8 a1 i8 b1 j8 c1 k8 d1"), NODES, multipv=3)
    assert [line.score for line in info.lines] == [Score.win(1)] * 2
    assert {line.moves[0] for line in info.lines} == {Point(6, 7), Point(11, 7)}
    assert {c.point for c in info.candidates} == {Point(6, 7), Point(11, 7)}


def test_a_balanced_search_knows_a_five_and_looks_at_other_moves(engine: Engine) -> None:
    info = engine.search(played("h8 a1 i8 b1 j8 o15 k8 o13"), NODES, balanced=True)
    fives = {c.point for c in info.candidates if c.score == Score.win(1)}
    assert fives == {Point(6, 7), Point(11, 7)}
    assert info.best not in fives
    assert len(info.candidates) > 100


def test_a_four_is_blocked(engine: Engine) -> None:
    info = engine.search(played("h8 g8 i8 a1 j8 b1 k8"), NODES)
    assert info.best == parse_point("l8", 15)


def test_a_win_counts_the_plies_to_the_winning_stone(engine: Engine) -> None:
    info = engine.search(played("h8 a1 i8 b1 j8 o15"), NODES)
    assert info.score == Score.win(3)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_positions_of_a_course_are_solved(case: dict[str, list[list[int]]]) -> None:
    black, white, accept = ([Point(x, y) for y, x in case[k]] for k in ("black", "white", "accept"))
    # As many nodes as 0.3 s have on a quiet machine, so that a busy one does as well.
    info = Engine().search(Game(setup=Setup(15, black=black, white=white)), Limit(nodes=150_000))
    assert info.best in accept


@pytest.mark.parametrize("rule", RULES)
def test_the_same_search_finds_the_same_with_the_same_nodes(rule: str) -> None:
    game = played("h8 i9 h9 j8 g7", rule=rule)
    found = [Engine().search(game, Limit(nodes=20_000)) for _ in range(2)]
    assert found[0].nodes == found[1].nodes
    assert found[0].lines == found[1].lines
    assert found[0].candidates == found[1].candidates


def test_lines_are_ordered_by_score_and_begin_differently(engine: Engine) -> None:
    info = engine.search(played("h8 i9 h9 i8"), Limit(depth=6), multipv=5)
    assert len(info.lines) == 5
    assert len({line.moves[0] for line in info.lines}) == 5
    scores = [line.score for line in info.lines]
    assert scores == sorted(scores, reverse=True)


def test_lines_are_ordered_even_when_stopped_among_them(engine: Engine) -> None:
    for nodes in range(2000, 12_000, 1000):
        info = engine.search(played("h8 i9 h9 i8"), Limit(nodes=nodes), multipv=4)
        scores = [line.score for line in info.lines]
        assert scores == sorted(scores, reverse=True)


def test_a_search_can_be_restricted_to_points(engine: Engine) -> None:
    corners = [Point(0, 0), Point(14, 14), Point(0, 14)]
    info = engine.search(played("h8 i9 h9 i8"), NODES, only=corners, multipv=3)
    assert {line.moves[0] for line in info.lines} == set(corners)
    assert {c.point for c in info.candidates} == set(corners)


def test_what_is_asked_of_some_points_says_nothing_of_the_position(engine: Engine) -> None:
    game = played("k5 k9 g11 h7 i5 j6")
    lines = Engine(memory=4 << 20).search(game, Limit(nodes=20_000), multipv=6).lines
    for line in lines:
        after = game.copy()
        for point in line.moves[:2]:
            after.push(point)
        assert engine.search(after, Limit(nodes=1500), only=[Point(0, 0)]).best == Point(0, 0)
    found = engine.search(game, Limit(nodes=4000))
    assert found.best in {line.moves[0] for line in lines}
    assert all(c.score.kind is ScoreKind.VALUE for c in found.candidates)


def test_points_can_be_excluded(engine: Engine) -> None:
    game = played("h8 i9 h9 i8")
    best = engine.search(game, NODES).best
    assert best is not None
    info = engine.search(game, NODES, exclude=[best])
    assert info.best != best
    assert best not in {c.point for c in info.candidates}


def test_when_nothing_is_left_to_search_it_says_so_and_stays_usable(engine: Engine) -> None:
    game = played("h8 i9")
    with pytest.raises(InvalidText, match="no legal move is left to search; only h8, without none"):
        engine.search(game, NODES, only=[parse_point("h8", 15)])
    with pytest.raises(InvalidText, match="no legal move is left"):
        engine.search(game, NODES, exclude=game.legal_points())
    assert engine.search(game, NODES).best is not None


def test_a_point_off_the_board_is_refused(engine: Engine) -> None:
    with pytest.raises(InvalidText, match="off the board"):
        engine.search(played("h8"), NODES, only=[Point(15, 0)])


def test_a_balanced_search_comes_nearer_to_an_even_game(engine: Engine) -> None:
    # With two stones more than the other side and the move, everything good is far from even.
    game = Game(setup=Setup(15, black=[Point(7, 7), Point(7, 8)], white=[]))
    even = engine.search(game, Limit(nodes=20_000), balanced=True)
    best = engine.search(game, Limit(nodes=20_000))
    assert even.score is not None
    assert best.score is not None
    assert even.score.kind is ScoreKind.VALUE
    assert abs(even.score.win_probability - 0.5) < abs(best.score.win_probability - 0.5)


def test_several_balanced_lines_begin_with_the_most_even(engine: Engine) -> None:
    info = engine.search(played(FIGHT), Limit(nodes=20_000), balanced=True, multipv=4)
    sizes = [abs(line.score.number) for line in info.lines]
    assert sizes == sorted(sizes)


def test_a_finished_game_is_refused(engine: Engine) -> None:
    game = played("h8 a1 i8 b1 j8 c1 k8 d1 l8")
    with pytest.raises(IllegalMove, match="the game is over: black wins"):
        engine.search(game, NODES)
    with pytest.raises(IllegalMove, match="the game is over"):
        engine.analyse(game, NODES)


def test_a_full_board_is_refused(engine: Engine) -> None:
    points = [Point(x, y) for y in range(5) for x in range(5)]
    black = [p for p in points if (p.x // 2 + p.y) % 2]
    game = Game(setup=Setup(5, black=black, white=[p for p in points if p not in black]))
    with pytest.raises(IllegalMove, match="the game is over"):
        engine.search(game, NODES)


def with_an_overline_left(*free: Point, turn: Color) -> Game:
    """A board of 9x9 where Black may not play the middle, and which has these points besides."""
    row = [Point(x, 4) for x in range(1, 8)]
    middle = row.pop(3)
    everywhere = [Point(x, y) for y in range(9) for x in range(9)]
    rest = [p for p in everywhere if p not in (middle, *row, *free)]
    return Game(setup=Setup(9, "renju", black=row, blocked=rest, turn=turn))


def test_a_renju_black_without_a_point_passes(engine: Engine) -> None:
    game = with_an_overline_left(turn=Color.BLACK)
    assert engine.search(game, NODES).best == PASS
    assert [info.best for info in engine.analyse(game, NODES)][-1] == PASS


def test_where_nobody_can_pass_a_side_without_a_point_has_lost() -> None:
    last = Point(0, 0)
    fillers = [Point(x, y) for x in range(0, 9, 2) for y in (2, 6)]
    fillers += [Point(1, 7), Point(7, 1)]
    for can_pass, score in ((True, Score.value(0)), (False, Score.loss(1))):
        engine = Engine(memory=1 << 20, can_pass=can_pass)
        assert engine.search(with_an_overline_left(turn=Color.BLACK)).score == score
    # White takes the only point that Black might play, or does not.
    for can_pass, score in ((True, Score.value(0)), (False, Score.win(2))):
        engine = Engine(memory=1 << 20, can_pass=can_pass)
        info = engine.search(with_an_overline_left(last, turn=Color.WHITE))
        assert (info.score, info.best) == (score, last if not can_pass else info.best)
    # With more points than are solved exactly the search sees it too.
    info = Engine(memory=1 << 22, can_pass=False).search(
        with_an_overline_left(*fillers, turn=Color.BLACK), Limit(nodes=300_000)
    )
    assert info.score == Score.loss(13)


def test_an_opening_position_is_searched_for_the_side_to_move(engine: Engine) -> None:
    game = Game(opening="swap2")
    for move in ("h8", "i9", "g7"):
        game.play(move)
    assert game.choices
    assert engine.search(game, NODES).best in game.board.empty_points()


@pytest.mark.parametrize("turn", list(Color))
def test_either_side_moves_from_a_set_up(engine: Engine, turn: Color) -> None:
    row = [Point(x, 7) for x in range(4, 8)]
    game = Game(setup=Setup(15, black=row, white=[Point(0, 0)], turn=turn))
    info = engine.search(game, NODES)
    assert info.best in (Point(3, 7), Point(8, 7))
    assert info.score == (Score.win(1) if turn is Color.BLACK else Score.loss(2))


@pytest.mark.parametrize(
    "position",
    ["h8i9h9i8h10i10h11i11", "size:9_rule:standard_moves:e9e5f5e4e6e3d4g4g5"],
    ids=["a five", "a win that the solver shortens"],
)
def test_whoever_listens_hears_the_answer(engine: Engine, position: str) -> None:
    heard: list[Info] = []
    answer = engine.search(parse_position(position), on_info=heard.append)
    assert answer.score is not None
    assert answer.score.kind is ScoreKind.WIN
    assert heard[-1].lines == answer.lines


def test_an_end_with_too_many_ways_to_throw_stones_away_is_left_to_the_search(
    engine: Engine,
) -> None:
    game = parse_position(
        "size:7_rule:renju_blocked:a7d7e7f7g7b6c6d6e6f6a5b5c5f5g5a4b4d4e4f4g4b3c3e3f3b2c2d2f2g2a1b1"
        "d1f1g1_traps:d5d3"
    )
    info = engine.search(game, Limit(nodes=20_000))
    assert 200_000 <= info.nodes < 230_000
    assert info.depth > len(game.board.empty_points())  # The exact end would say just that.


def test_depth_limits_are_kept(engine: Engine) -> None:
    assert engine.search(played("h8 i9 h9 i8"), Limit(depth=3)).depth == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"memory": 1000},
            "a table of 1000 bytes is too small; give a whole number, at least 1048576",
        ),
        ({"memory": -1}, "a table of -1 bytes is too small"),
        ({"memory": 2e6}, "a table of 2000000.0 bytes is too small; give a whole number"),
        ({"threads": 1.5}, "1.5 threads are not possible; give 1 to"),
        ({"threads": 0}, "0 threads are not possible; give 1 to 256"),
        ({"threads": 300}, "300 threads are not possible"),
        ({"reserve": -1.0}, "a reserve of -1.0 seconds is not possible"),
        ({"reserve": float("nan")}, "a reserve of nan seconds is not possible"),
    ],
)
def test_an_engine_that_could_not_work_is_refused(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        Engine(**options)  # type: ignore[arg-type]


def test_the_smallest_engine_works() -> None:
    assert Engine(memory=LEAST_MEMORY).search(played("h8 i9"), NODES).best is not None


def test_more_memory_than_there_is_is_refused() -> None:
    engine = Engine(memory=1 << 60)
    with pytest.raises(InvalidText, match="no room for a table"):
        engine.search(played("h8 i9"), Limit(depth=1))


@pytest.mark.parametrize("count", [0, -3, 1.5])
def test_no_lines_are_refused(engine: Engine, count: int) -> None:
    with pytest.raises(InvalidText, match="lines are not possible; give a whole number, 1 or more"):
        engine.search(played("h8"), NODES, multipv=count)


def test_weights_come_from_a_file(tmp_path: Path) -> None:
    rule = RULES["standard"]
    file = tmp_path / "standard.bin"
    file.write_bytes(weight_file(rule, formula_numbers(rule)))
    own = Engine(weights=file)
    assert own.search(played("h8 i9", rule="standard"), NODES).best is not None
    assert own.weights_hash(rule) != 0


@pytest.mark.parametrize("content", [None, b"", b"nonsense", b"\0" * 40_000])
def test_weights_that_cannot_be_used_are_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.bin"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InvalidText, match=r"mine\.bin: "):
        Engine(weights=file).search(played("h8 i9"), NODES)


def test_weights_of_another_rule_are_refused(tmp_path: Path) -> None:
    rule = RULES["renju"]
    file = tmp_path / "renju.bin"
    file.write_bytes(weight_file(rule, formula_numbers(rule)))
    with pytest.raises(InvalidText, match=r"renju\.bin"):
        Engine(weights=file).search(played("h8 i9"), NODES)


def test_one_engine_plays_every_rule_and_size(engine: Engine) -> None:
    for rule in RULES:
        for size in (5, 15, 26):
            game = Game(size, rule)
            game.push(Point(2, 2))
            assert engine.search(game, Limit(nodes=200)).best in game.legal_points()


def test_several_threads_search_together() -> None:
    info = Engine(threads=3).search(played("h8 i9 h9 i8"), Limit(nodes=30_000))
    assert info.best is not None
    assert info.nodes >= 30_000


def test_what_on_info_raises_ends_the_search_and_comes_out(engine: Engine) -> None:
    def hear(info: Info) -> None:
        raise LookupError(f"enough at {info.depth}")

    with pytest.raises(LookupError, match="enough at 1"):
        engine.search(played("h8 i9"), on_info=hear)
    assert engine.search(played("h8 i9"), NODES).depth > 1


def test_the_same_engine_cannot_be_asked_while_it_tells(engine: Engine) -> None:
    game = played("h8 i9")

    def hear(_: Info) -> None:
        engine.search(game, NODES)

    with pytest.raises(BotFault, match="this engine is searching"):
        engine.search(game, NODES, on_info=hear)


@pytest.mark.parametrize("word", ["clear", "prepare", "analyse"])
def test_nothing_waits_for_the_search_that_it_is_called_from(engine: Engine, word: str) -> None:
    game = played("h8 i9")
    questions: dict[str, Callable[[], object]] = {
        "clear": engine.clear,
        "prepare": lambda: engine.prepare(game.rule),
        "analyse": lambda: engine.analyse(game),
    }

    def hear(_: Info) -> None:
        questions[word]()

    with pytest.raises(BotFault, match="this engine is searching"):
        engine.search(game, NODES, on_info=hear)
    assert engine.search(game, NODES).best is not None


def test_a_better_move_of_a_stopped_iteration_is_played() -> None:
    game = played("g7 i5 h3 j5 h5 h4 j6 i6 i7 h7 g8 k4 l3")
    kept = 0
    for nodes in range(5_000, 9_000, 200):
        heard: list[Info] = []
        last = Engine(memory=4 << 20).search(game, Limit(nodes=nodes), on_info=heard.append)
        if last.best != heard[-1].best:
            kept += 1
            assert last.depth == heard[-1].depth + 1
            assert last.candidates[0].point == last.best
    assert kept > 0


@pytest.mark.parametrize("seconds", [1e12, 1e305, 1e308])
def test_a_limit_without_end_is_none(engine: Engine, seconds: float) -> None:
    assert engine.search(played(FIGHT), Limit(turn=seconds, depth=3)).depth == 3


def test_infos_come_with_rising_depth(engine: Engine) -> None:
    heard: list[Info] = []
    last = engine.search(played("h8 i9 h9"), NODES, on_info=heard.append)
    assert [info.depth for info in heard] == list(range(1, len(heard) + 1))
    assert last.depth >= heard[-1].depth


def test_the_game_is_left_as_it_was(engine: Engine) -> None:
    game = played(FIGHT)
    before = game.moves, game.board.key, str(game.board)
    engine.search(game, NODES)
    assert (game.moves, game.board.key, str(game.board)) == before


def test_many_threads_may_ask_one_engine(engine: Engine) -> None:
    found: list[str] = []

    def ask(moves: str) -> None:
        info = engine.search(played(moves), Limit(nodes=3000))
        assert info.best is not None
        found.append(format_point(info.best, 15))

    threads = [threading.Thread(target=ask, args=(FIGHT,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8


def test_clearing_makes_a_search_like_the_first(engine: Engine) -> None:
    game = played(FIGHT)
    first = engine.search(game, NODES)
    assert engine.search(game, NODES).depth >= first.depth
    engine.clear()
    assert engine.search(game, NODES).lines == first.lines
    # What was learnt of moves on another board goes too.
    for size in (9, 26):
        engine.search(played("e5 f6", size), NODES)
    engine.clear()
    again = engine.search(game, NODES)
    assert again.lines == first.lines == Engine(memory=4 << 20).search(game, NODES).lines


@pytest.mark.parametrize("nodes", [1, 2, 13, 100, 997, 20_000])
def test_a_limit_of_nodes_counts_the_solvers_too(engine: Engine, nodes: int) -> None:
    for moves in (FIGHT, "h8 i9 h9 i8", "h8 i9 h9 h10 g8 i8 i7 j6"):
        # A search that stops has counted a node or two that it was about to enter.
        assert engine.search(played(moves), Limit(nodes=nodes)).nodes <= nodes + 4


@pytest.mark.parametrize("nodes", [5000, 1_100_000])
def test_a_new_game_is_begun_without_what_was_learnt(nodes: int) -> None:
    engine, game = Engine(), played(FIGHT)
    games = []
    for _ in range(2):
        engine.prepare(game.rule)
        quick = engine.search(game, Limit(nodes=500)).lines
        # So many nodes ask for a larger table, but the search is over before it has them.
        games.append((quick, engine.search(game, Limit(nodes=nodes, depth=8)).lines))
    assert games[0] == games[1]
