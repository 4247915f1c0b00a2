"""What programs are told by the Gomocup protocol, given what they know already."""

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.setup import Setup
from tengen.hosts.gomocup.script import Script, objection, stones_of
from tengen.notation import parse_position

MB = 1024 * 1024
NO_LIMIT = Limit()


def script() -> Script:
    return Script(memory=None, threads=None, patience=60.0)


def asked(position: str, limit: Limit = NO_LIMIT) -> list[str]:
    """The lines that ask a program, whose board is empty, about a position."""
    return script().question(parse_position(position), limit)


def test_a_program_begins_on_an_empty_board() -> None:
    assert asked("") == ["INFO time_left 2147483647", "BEGIN"]


def test_a_single_stone_of_the_opponent_is_a_turn() -> None:
    assert asked("i8")[1:] == ["TURN 8,7"]


def test_a_longer_opening_is_a_board_in_the_order_of_play_and_own_stones_are_1() -> None:
    assert asked("i8h9a1")[1:] == ["BOARD", "8,7,2", "7,6,1", "0,14,2", "DONE"]
    assert asked("i8h9")[1:] == ["BOARD", "8,7,1", "7,6,2", "DONE"]


def test_stones_of_a_set_up_alternate_and_the_last_is_the_opponents() -> None:
    assert asked("size:5_black:a5b5c5_white:a1b1")[1:] == [
        *("BOARD", "0,0,1", "1,0,1", "0,4,2", "2,0,1", "1,4,2", "DONE")
    ]
    for turn in ("black", "white"):
        game = parse_position(f"size:5_black:a5b5_white:a1b1_turn:{turn}")
        assert stones_of(game)[-1][1] is game.turn.other


def test_after_an_answer_the_next_stone_is_a_turn() -> None:
    told, game = script(), Game()
    told.follow(game, Point(7, 7))
    game.push(Point(7, 7))
    assert not told.is_on_track(game)
    game.push(Point(3, 2))
    assert told.is_on_track(game)
    assert told.question(game, NO_LIMIT)[1:] == ["TURN 3,2"]


def test_a_program_whose_move_was_not_played_has_lost_track() -> None:
    told, game = script(), Game()
    told.follow(game, Point(7, 7))
    game.play("a1")
    game.play("a2")
    assert not told.is_on_track(game)
    told.restart()
    assert told.is_on_track(game)
    assert told.question(game, NO_LIMIT)[1] == "BOARD"


def test_passes_are_no_stones() -> None:
    # Black has no point but the one that would make six, and must pass.
    rest = "".join(f"{column}{row}" for column in "abcdef" for row in range(2, 7))
    game = parse_position(f"size:6_rule:renju_black:a1b1c1e1f1_blocked:{rest}")
    game.play("pass")
    told = script()
    told.follow(parse_position("size:6"), Point(0, 0))
    assert len(stones_of(game)) == 5
    assert told.question(game, NO_LIMIT)[1] == "BOARD"


def test_the_time_left_is_sent_before_every_move() -> None:
    assert asked("", Limit(match=12.5))[0] == "INFO time_left 12500"


def test_the_first_infos_say_everything_and_later_ones_what_is_new() -> None:
    told = Script(memory=350 * MB, threads=2, patience=60.0)
    setup = Setup(15, "renju")
    assert told.infos(setup, Limit(turn=0.3, match=60, nodes=1000, depth=8)) == [
        "INFO rule 4",
        "INFO timeout_turn 300",
        "INFO timeout_match 60000",
        "INFO max_memory 367001600",
        "INFO max_node 1000",
        "INFO max_depth 8",
        "INFO thread_num 2",
    ]
    assert told.infos(setup, Limit(turn=0.3, match=60, nodes=2000, depth=8)) == [
        "INFO max_node 2000"
    ]
    # A limit that is gone is taken back.
    assert told.infos(setup, Limit(turn=0.3, match=60, depth=8)) == ["INFO max_node 0"]
    told.restart()
    assert len(told.infos(setup, Limit(turn=0.3))) == 7


def test_a_program_without_special_limits_hears_nothing_of_yixins_keys() -> None:
    infos = script().infos(Setup(), NO_LIMIT)
    assert infos == [
        "INFO rule 0",
        "INFO timeout_turn 60000",
        "INFO timeout_match 0",
        "INFO max_memory 0",
    ]


def test_a_limit_for_the_game_alone_limits_the_turn() -> None:
    assert "INFO timeout_turn 5000" in script().infos(Setup(), Limit(match=5))


def test_swap2_is_asked_for_by_its_own_command() -> None:
    assert asked("opening:swap2")[1:] == ["SWAP2BOARD", "DONE"]
    assert asked("opening:swap2_moves:h8i9a1")[1:] == [
        *("SWAP2BOARD", "7,7", "8,6", "0,14", "DONE"),
    ]
    told = script()
    told.has_colors = True
    game = parse_position("opening:swap2_moves:h8i9a1")
    assert told.question(game, NO_LIMIT)[2:5] == ["7,7,1", "8,6,2", "0,14,1"]


def test_a_stone_of_the_opening_that_is_asked_for_alone_is_asked_for_as_a_move() -> None:
    assert asked("opening:swap2_moves:h8")[1:] == ["TURN 7,7"]


def test_what_the_protocol_cannot_say_is_refused() -> None:
    assert objection(Setup(15, "caro")) is None
    assert objection(Setup(15, traps=[Point(0, 0)])) is not None
    assert objection(Setup(15, blocked=[Point(0, 0)])) is not None
