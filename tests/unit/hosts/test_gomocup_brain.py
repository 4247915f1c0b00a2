"""The brain's answers that no transcript shows: colours, limits, options, choices, bad bots."""

import pytest

from brains import talk, think
from tengen import PASS, RULES, Choice, Color, Game, Limit, Point, Setup
from tengen.bots import Bot, find_bot
from tengen.core.game import Move
from tengen.hosts import make_brain
from tengen.hosts.gomocup import Brain
from tengen.options import Option


def brain_of(*moves: Point, choice: Choice = Choice.TAKE_WHITE) -> Brain:
    """Return a brain whose bot plays these moves, one after the other."""
    left = list(moves)

    def choose_point(game: Game, limit: Limit) -> Point:
        return left.pop(0)

    return Brain(
        lambda: Bot("script", "Plays by rote.", choose_point, choose_choice=lambda *_: choice)
    )


def greedy() -> Brain:
    return Brain(lambda: find_bot("greedy"))


def position(brain: Brain) -> Game:
    assert brain.game is not None
    return brain.game


def limit_after(*lines: str) -> Limit:
    """Return the limit with which the bot is asked after these lines and BEGIN."""
    brain = greedy()
    for line in ("START 15", *lines, "BEGIN"):
        brain.feed(line)
    assert brain.task is not None
    return brain.task.limit


# Limits.


def test_without_any_word_of_the_manager_a_move_has_half_a_minute() -> None:
    assert limit_after() == Limit(turn=30.0)


def test_milliseconds_become_seconds() -> None:
    lines = ("INFO timeout_turn 1500", "INFO timeout_match 90000", "INFO time_left 61250")
    assert limit_after(*lines) == Limit(turn=1.5, match=61.25)


def test_before_the_manager_says_what_is_left_it_is_the_whole_match() -> None:
    assert limit_after("INFO timeout_turn 1000", "INFO timeout_match 90000").match == 90.0


def test_zero_for_the_match_is_no_limit() -> None:
    assert limit_after("INFO timeout_turn 1000", "INFO timeout_match 0").match is None


def test_unlimited_time_left_is_no_limit() -> None:
    lines = ("INFO timeout_turn 1000", "INFO timeout_match 5000", "INFO time_left 2147483647")
    assert limit_after(*lines) == Limit(turn=1.0)


@pytest.mark.parametrize("left", ["0", "-1", "-2147483648"])
def test_no_time_left_means_at_once(left: str) -> None:
    match = limit_after(f"INFO time_left {left}").match
    assert match is not None
    assert match <= 0.001


def test_a_turn_of_zero_means_at_once() -> None:
    turn = limit_after("INFO timeout_turn 0").turn
    assert turn is not None
    assert turn <= 0.001


def test_an_unlimited_turn_is_no_limit() -> None:
    assert limit_after("INFO timeout_turn 2147483647") == Limit()


def test_nodes_and_depth_stand_instead_of_the_default_time() -> None:
    assert limit_after("INFO max_node 20000") == Limit(nodes=20000)
    assert limit_after("INFO max_depth 7") == Limit(depth=7)


def test_nodes_and_depth_go_together_with_a_time() -> None:
    lines = ("INFO timeout_turn 1000", "INFO max_node 5", "INFO max_depth 3")
    assert limit_after(*lines) == Limit(turn=1.0, nodes=5, depth=3)


@pytest.mark.parametrize("value", ["0", "-1"])
def test_no_nodes_and_no_depth_are_no_limit(value: str) -> None:
    lines = ("INFO max_node 5", "INFO max_depth 5")
    undone = (f"INFO max_node {value}", f"INFO max_depth {value}")
    assert limit_after(*lines, *undone) == Limit(turn=30.0)


def test_a_new_game_forgets_what_was_left_of_the_old_one() -> None:
    lines = ("INFO timeout_match 90000", "INFO time_left 100")
    assert limit_after(*lines, "RESTART").match == 90.0
    assert limit_after(*lines, "START 15").match == 90.0


def test_what_is_wrong_changes_no_limit() -> None:
    assert limit_after("INFO timeout_turn 2000", "INFO timeout_turn fast").turn == 2.0


# Positions.


def test_equal_numbers_of_stones_make_us_black() -> None:
    brain = greedy()
    talk(brain, "START 15", "BOARD", "7,7,2", "8,8,1", "DONE")
    board = position(brain).board
    assert board.stone(Point(8, 8)) is Color.BLACK
    assert board.stone(Point(7, 7)) is Color.WHITE


def test_fewer_stones_make_us_white() -> None:
    brain = greedy()
    talk(brain, "START 15", "BOARD", "8,8,1", "7,7,2", "0,0,2", "DONE")
    board = position(brain).board
    assert board.stone(Point(8, 8)) is Color.WHITE
    assert board.stone(Point(0, 0)) is Color.BLACK


def test_more_stones_make_us_black_and_it_is_our_turn_all_the_same() -> None:
    brain = brain_of(Point(3, 3))
    assert talk(brain, "START 15", "BOARD", "8,8,1", "9,9,1", "0,0,2", "DONE") == ["OK", "3,3"]
    board = position(brain).board
    assert board.stone(Point(3, 3)) is board.stone(Point(8, 8)) is Color.BLACK


def test_a_board_in_the_order_of_play_has_a_history() -> None:
    brain = brain_of(Point(3, 3))
    talk(brain, "START 15", "BOARD", "7,7,2", "8,8,1", "6,6,2", "DONE")
    assert position(brain).moves == (Point(7, 7), Point(8, 8), Point(6, 6), Point(3, 3))


def test_a_board_in_another_order_has_only_stones() -> None:
    brain = brain_of(Point(3, 3))
    talk(brain, "START 15", "BOARD", "7,7,2", "6,6,2", "8,8,1", "DONE")
    assert position(brain).moves == (Point(3, 3),)
    assert position(brain).setup.black == (Point(6, 6), Point(7, 7))


def test_a_board_with_a_forbidden_stone_is_taken_as_it_stands() -> None:
    brain = brain_of(Point(14, 0))
    stones = ["9,10,2", "0,0,1", "9,11,2", "0,2,1", "10,12,2", "0,4,1", "11,12,2", "0,6,1"]
    talk(brain, "INFO rule 4", "START 15", "BOARD", *stones, "9,12,2", "DONE")
    assert position(brain).board.stone(Point(9, 12)) is Color.BLACK
    assert position(brain).board.stone(Point(14, 0)) is Color.WHITE


def test_field_three_blocks_the_point() -> None:
    brain = brain_of(Point(3, 3))
    talk(brain, "START 15", "BOARD", "7,7,2", "8,8,3", "DONE")
    assert position(brain).setup.blocked == (Point(8, 8),)


def test_field_three_is_ignored_where_points_may_be_forbidden() -> None:
    brain = brain_of(Point(8, 8))
    talk(brain, "INFO rule 4", "START 15", "BOARD", "7,7,2", "8,8,3", "DONE")
    assert position(brain).setup.blocked == ()


@pytest.mark.parametrize(
    ("stones", "black", "turn"),
    [
        (["7,7,1"], Point(7, 7), Color.WHITE),
        (["7,7,2"], Point(7, 7), Color.WHITE),
        (["7,7,1", "8,8,2"], Point(7, 7), Color.BLACK),
        (["7,7,2", "8,8,1"], Point(7, 7), Color.BLACK),
        (["7,7,2", "8,8,1", "9,9,2"], Point(9, 9), Color.WHITE),
        (["7,7,2", "6,6,2", "8,8,1", "9,9,1", "0,0,2"], Point(0, 0), Color.WHITE),
        (["7,7,2", "6,6,2", "8,8,1", "9,9,1"], Point(8, 8), Color.BLACK),
    ],
)
def test_yxboard_sets_colours_and_turn_and_asks_nothing(
    stones: list[str], black: Point, turn: Color
) -> None:
    brain = greedy()
    assert talk(brain, "START 15", "YXBOARD", *stones, "DONE") == ["OK"]
    assert position(brain).board.stone(black) is Color.BLACK
    assert position(brain).turn is turn


def test_a_yxboard_without_stones_is_an_empty_board() -> None:
    brain = greedy()
    assert talk(brain, "START 15", "TURN 0,0", "YXBOARD", "DONE")[0] == "OK"
    assert position(brain).board.move_count == 0
    assert position(brain).turn is Color.BLACK


def test_a_yxboard_may_show_a_finished_game() -> None:
    brain = greedy()
    own = [f"{x},0,1" for x in range(5)]
    assert talk(brain, "START 15", "YXBOARD", *own, "DONE") == ["OK"]
    assert position(brain).outcome() is not None
    assert talk(brain, "YXSHOWFORBID") == ["FORBID ."]
    assert talk(brain, "BEGIN") == [
        "ERROR BEGIN: the game is over: black wins: five in a row a15-e15"
    ]


def test_forbidden_points_are_column_and_row_with_two_digits_each() -> None:
    brain = greedy()
    stones = ["9,10,1", "0,0,2", "9,11,1", "0,2,2", "10,12,1", "0,4,2", "11,12,1", "0,6,2"]
    lines = talk(brain, "INFO rule 4", "START 15", "YXBOARD", *stones, "DONE", "YXSHOWFORBID")
    assert lines == ["OK", "FORBID 0912."]


def test_forbidden_points_are_shown_whosever_turn_it_is() -> None:
    brain = greedy()
    stones = ["9,10,1", "0,0,2", "9,11,1", "0,2,2", "10,12,1", "0,4,2", "11,12,1"]
    lines = talk(brain, "INFO rule 4", "START 15", "YXBOARD", *stones, "DONE", "YXSHOWFORBID")
    assert lines == ["OK", "FORBID 0912."]


def test_a_renju_black_without_a_legal_point_has_lost() -> None:
    # The only empty point is in the middle of seven: an overline. Elsewhere pairs of columns
    # alternate from row to row, so nobody has three in a row.
    everywhere = [Point(x, y) for y in range(7) for x in range(7)]
    own = {p for p in everywhere if p.y == 3 or (p.x // 2 + p.y) % 2}
    stones = [f"{p.x},{p.y},{1 if p in own else 2}" for p in everywhere if p != (3, 3)]
    brain = greedy()
    lines = talk(brain, "INFO rule 4", "START 7", "BOARD", *stones, "DONE")
    assert lines == ["OK", "ERROR greedy: no legal move: black may play no empty point"]
    assert position(brain).moves == ()


def test_a_turn_that_fills_the_board_gets_no_answer() -> None:
    brain = greedy()
    everywhere = [Point(x, y) for y in range(5) for x in range(5)]
    own = {p for p in everywhere if (p.x // 2 + p.y) % 2}
    stones = [f"{p.x},{p.y},{1 if p in own else 2}" for p in everywhere if p != (2, 2)]
    assert talk(brain, "START 5", "YXBOARD", *stones, "DONE") == ["OK"]
    assert talk(brain, "TURN 2,2") == ["ERROR TURN: the game is over: draw: the board is full"]


def test_a_winning_turn_stands_and_can_be_taken_back() -> None:
    brain = greedy()
    moves = [f"PLAY {p}" for p in ("0,0", "0,5", "1,0", "1,5", "2,0", "2,5", "3,0", "3,5")]
    talk(brain, "START 15", *moves)
    assert talk(brain, "TURN 4,0") == [
        "ERROR TURN: the game is over: black wins: five in a row a15-e15"
    ]
    assert talk(brain, "TAKEBACK 4,0", "TURN 14,14") == ["OK", "4,5"]


def test_a_rule_under_which_both_have_won_is_refused() -> None:
    # Six in a row are nothing under rule 1 and win under rule 0.
    brain = greedy()
    stones = [f"{x},{y},{field}" for x in range(6) for y, field in ((0, 1), (5, 2))]
    lines = talk(brain, "INFO rule 1", "START 15", "YXBOARD", *stones, "DONE", "INFO rule 0")
    assert lines[1:] == [
        "MESSAGE INFO rule: both sides have five in a row; at most one side can have won; "
        "nothing has changed"
    ]
    assert position(brain).rule is RULES["standard"]


def test_a_change_of_the_rule_keeps_the_history_where_it_can() -> None:
    brain = greedy()
    talk(brain, "START 15", "PLAY 7,7", "PLAY 8,8", "INFO rule 9")
    assert position(brain).moves == (Point(7, 7), Point(8, 8))
    assert position(brain).rule is RULES["caro"]


def test_a_change_of_the_rule_keeps_the_stones_where_it_cannot() -> None:
    brain = greedy()
    moves = ["9,10", "0,0", "9,11", "0,2", "10,12", "0,4", "11,12", "0,6", "9,12", "0,8"]
    talk(brain, "START 15", *(f"PLAY {move}" for move in moves), "INFO rule 4")
    game = position(brain)
    assert game.rule is RULES["renju"]
    assert game.moves == ()
    assert game.board.stone(Point(9, 12)) is Color.BLACK
    assert game.turn is Color.BLACK


# Swap2.

THREE = ["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"]
FIVE = ["SWAP2BOARD", "7,7", "8,7", "9,9", "8,8", "8,6", "DONE"]


def test_three_stones_are_put_on_an_empty_board() -> None:
    brain = brain_of(Point(1, 2), Point(3, 4), Point(5, 6))
    assert talk(brain, "START 15", "SWAP2BOARD", "DONE") == ["OK", "1,2 3,4 5,6"]
    assert position(brain).moves == (Point(1, 2), Point(3, 4), Point(5, 6))


def test_to_take_black_after_three_stones_is_to_swap() -> None:
    brain = brain_of(Point(2, 2), choice=Choice.TAKE_BLACK)
    assert talk(brain, "START 15", *THREE) == ["OK", "SWAP"]
    # The other side now has White and plays the fourth stone; we play the fifth, a black one.
    assert talk(brain, "TURN 0,0") == ["2,2"]
    assert position(brain).board.stone(Point(2, 2)) is Color.BLACK


def test_to_take_white_after_three_stones_is_to_put_the_fourth() -> None:
    brain = brain_of(Point(8, 8))
    assert talk(brain, "START 15", *THREE) == ["OK", "8,8"]
    assert position(brain).board.stone(Point(8, 8)) is Color.WHITE


def test_two_stones_may_be_put_after_three() -> None:
    brain = brain_of(Point(8, 8), Point(8, 6), choice=Choice.PLACE_TWO)
    assert talk(brain, "START 15", *THREE) == ["OK", "8,8 8,6"]
    assert position(brain).board.stone(Point(8, 8)) is Color.WHITE
    assert position(brain).board.stone(Point(8, 6)) is Color.BLACK


def test_to_take_black_after_five_stones_is_to_swap() -> None:
    assert talk(brain_of(choice=Choice.TAKE_BLACK), "START 15", *FIVE) == ["OK", "SWAP"]


def test_to_take_white_after_five_stones_is_to_put_the_sixth() -> None:
    assert talk(brain_of(Point(6, 8)), "START 15", *FIVE) == ["OK", "6,8"]


def test_colours_in_the_lines_of_swap2_do_not_matter() -> None:
    lines = ["SWAP2BOARD", "7,7,2", "8,7,1", "9,9,2", "DONE"]
    brain = brain_of(Point(8, 8))
    assert talk(brain, "START 15", *lines) == ["OK", "8,8"]
    assert position(brain).board.stone(Point(7, 7)) is Color.BLACK


def test_the_questions_of_swap2_share_the_time_of_one_move() -> None:
    brain = greedy()
    for line in ("START 15", "INFO timeout_turn 3000", "SWAP2BOARD", "DONE"):
        brain.feed(line)
    turns = []
    while brain.task is not None:
        turns.append(brain.task.limit.turn)
        brain.answer(brain.task.choose())
    assert turns == [1.0, 1.0, 1.0]


def test_a_bad_choice_is_not_sent() -> None:
    brain = brain_of(choice=Choice.PLACE_TWO)
    lines = talk(brain, "START 15", *FIVE)
    assert lines[1].startswith("ERROR script: chose what may not be played: 'place-two' is not ")
    assert position(brain).moves == ()


# Bots.


@pytest.mark.parametrize("move", [Point(7, 7), Point(15, 0), PASS, Choice.TAKE_BLACK])
def test_an_illegal_move_is_not_sent(move: Move) -> None:
    brain = greedy()
    for line in ("START 15", "TURN 7,7"):
        brain.feed(line)
    lines = brain.answer(move)
    assert len(lines) == 1
    assert lines[0].startswith("ERROR greedy: chose what may not be played: ")
    assert position(brain).moves == (Point(7, 7),)
    assert talk(brain, "TURN 0,0")[0][0].isdigit()


def test_a_forbidden_move_is_not_sent() -> None:
    brain = brain_of(Point(9, 12))
    stones = ["9,10,1", "0,0,2", "9,11,1", "0,2,2", "10,12,1", "0,4,2", "11,12,1", "0,6,2"]
    lines = talk(brain, "INFO rule 4", "START 15", "BOARD", *stones, "DONE")
    assert lines[1].startswith("ERROR script: chose what may not be played: ")


def test_a_bot_that_raises_is_named_in_one_line() -> None:
    def choose_point(game: Game, limit: Limit) -> Point:
        raise ValueError("no\nidea \x07")

    brain = Brain(lambda: Bot("thinker", "Fails.", choose_point))
    assert talk(brain, "START 15", "BEGIN") == ["OK", "ERROR thinker failed: ValueError: no idea ?"]
    assert talk(brain, "ABOUT")[0].startswith('name="tengen-thinker"')


def test_a_bot_that_does_not_play_the_size_refuses_start() -> None:
    def supports(setup: Setup) -> str | None:
        return None if setup.size == 15 else "15 lines only"

    brain = Brain(lambda: Bot("small", "Plays 15.", lambda *_: Point(0, 0), supports=supports))
    assert talk(brain, "START 19") == ["ERROR START: small does not play this: 15 lines only"]
    assert talk(brain, "START 15", "BEGIN") == ["OK", "0,0"]


def test_a_bot_that_does_not_play_the_rule_goes_on_under_the_old_one() -> None:
    def supports(setup: Setup) -> str | None:
        return "no renju" if setup.rule is RULES["renju"] else None

    brain = Brain(
        lambda: Bot("free", "Plays all but renju.", lambda *_: Point(0, 0), supports=supports)
    )
    assert talk(brain, "START 15", "INFO rule 4", "BEGIN") == [
        "OK",
        "MESSAGE INFO rule: free does not play this: no renju; nothing has changed",
        "0,0",
    ]


THREADS = Option("threads", int, 1, 1, 8)
MEMORY = Option("memory", int, None, 1)
HASH = Option("hash_size", int, None, 1)


def brain_with_options(*options: Option) -> tuple[Brain, list[dict[str, object]]]:
    """Return a brain whose bot has these options, and what it was made with, one by one."""
    made: list[dict[str, object]] = []

    def make(**given: object) -> Bot:
        for option in options:
            if option.name in given:
                option.read(given[option.name])
        made.append(given)
        return find_bot("greedy")

    return Brain(make, options), made


def test_threads_memory_and_hash_reach_a_bot_that_has_such_options() -> None:
    brain, made = brain_with_options(THREADS, MEMORY, HASH)
    talk(brain, "INFO thread_num 4", "INFO max_memory 1000", "INFO hash_size 3")
    assert made[-1] == {"threads": 4, "memory": 1000, "hash_size": 3072}


def test_zero_takes_a_limit_on_memory_back() -> None:
    brain, made = brain_with_options(MEMORY)
    talk(brain, "INFO max_memory 1000", "INFO max_memory 0")
    assert made[-1] == {}


def test_options_that_a_bot_has_not_are_not_given() -> None:
    brain, made = brain_with_options(THREADS)
    talk(brain, "INFO max_memory 1000", "INFO hash_size 3", "INFO thread_num 2")
    assert made == [{}, {"threads": 2}]


def test_an_option_out_of_range_is_refused_and_the_old_value_stays() -> None:
    brain, made = brain_with_options(THREADS)
    assert talk(brain, "INFO thread_num 2", "INFO thread_num 99") == [
        "MESSAGE INFO thread_num: threads cannot be 99; give a whole number from 1 to 8; "
        "nothing has changed"
    ]
    talk(brain, "YXHASHCLEAR")
    assert made[-1] == {"threads": 2}


def test_clearing_the_hash_makes_the_bot_anew() -> None:
    brain, made = brain_with_options()
    bot = brain.bot
    assert talk(brain, "START 15", "YXHASHCLEAR") == ["OK"]
    assert brain.bot is not bot
    assert len(made) == 2


def test_threads_that_cannot_be_used_are_said_once_before_the_first_game() -> None:
    brain = make_brain("gomocup", "greedy", threads=4)
    assert talk(brain, "ABOUT")[0].startswith("name=")
    assert talk(brain, "START 4")[0].startswith("ERROR")
    assert talk(brain, "START 15") == [
        "MESSAGE greedy thinks with one thread; the other 3 are not used",
        "OK",
    ]
    assert talk(brain, "START 15") == ["OK"]


# Lines.


def test_words_may_have_any_case_and_blanks_around_them() -> None:
    assert talk(greedy(), "\ufeff  sTaRt\t15  ", "bEgIn ") == ["OK", "7,7"]


def test_a_line_is_cut_where_nothing_is_left_to_read() -> None:
    assert talk(greedy(), "START 15" + " " * 100_000 + "x") == ["OK"]


def test_a_block_longer_than_any_board_is_forgotten() -> None:
    brain = greedy()
    lines = talk(brain, "START 15", "BOARD", *["0,0,1"] * 5000, "DONE")
    assert lines == ["OK", "ERROR DONE: BOARD had more than 1000 lines; give every point once"]


def test_nothing_is_said_after_end() -> None:
    brain = greedy()
    assert talk(brain, "START 15", "END", "BEGIN", "HELLO") == ["OK"]
    assert brain.is_done


def test_end_in_the_middle_of_a_block_says_nothing() -> None:
    brain = greedy()
    assert talk(brain, "START 15", "BOARD", "END") == ["OK"]
    assert brain.is_done


def test_a_stop_in_the_middle_of_a_block_does_not_break_it() -> None:
    brain = brain_of(Point(1, 1))
    assert talk(brain, "START 15", "BOARD", "7,7,2", "STOP", "DONE") == ["OK", "1,1"]


def test_nothing_is_asked_when_everything_is_answered() -> None:
    brain = greedy()
    assert think(brain) == []
