"""The conversation of the line mode, without a terminal."""

import re
from pathlib import Path

import pytest

from tengen import PASS, BotFault, Choice, Color, Game, Point, Seat, Setup, parse_point
from tengen.bots import Bot, find_bot
from tengen.notation.position import format_position, parse_position
from tengen.ui.terminal.line import LineSession


def scripted(*moves: str) -> Bot:
    """Return a bot that plays these points in turn, on 15x15."""
    points = iter([parse_point(text, 15) for text in moves])
    return Bot("script", "Plays what is written.", lambda game, limit: next(points))


def session(
    *answers: str, seat: Seat = Seat.FIRST, game: Game | None = None, color: bool = False
) -> LineSession:
    talk = LineSession(game or Game(), scripted(*answers), seat, color=color)
    talk.start()
    return talk


def moves(talk: LineSession) -> list[str]:
    return [talk.game.format_move(move) for move in talk.game.moves]


def test_the_first_lines_say_the_rule_the_sides_and_how_to_go_on() -> None:
    lines = LineSession(Game(15, "renju"), scripted(), Seat.FIRST).start()
    assert lines[0].startswith("tengen: renju on 15x15. Black needs exactly five")
    assert lines[1] == "You are black (X), script is white (O)."
    assert lines[2] == "Type a point like h8, or help."
    assert lines[4].startswith("15 . . .")
    assert lines[-1] == "   a b c d e f g h i j k l m n o"


def test_everything_fits_a_terminal_of_80_by_24() -> None:
    talk = LineSession(Game(15, "renju"), find_bot("greedy"), Seat.FIRST)
    for lines in (talk.start(), talk.feed("h8"), talk.feed("help"), talk.feed("resign")):
        assert len(lines) < 24
        assert max(map(len, lines[1:])) <= 80


@pytest.mark.parametrize("text", ["h8", "H8", "  h8\n", "h8\r\n"])
def test_a_point_is_played_and_answered(text: str) -> None:
    talk = session("i9")
    lines = talk.feed(text)
    assert lines[0] == "You play h8; script plays i9."
    assert moves(talk) == ["h8", "i9"]


def test_the_last_move_is_marked_on_the_board() -> None:
    lines = session("i9").feed("h8")
    assert " 9 . . . . . . . .(O). . . . . ." in lines
    assert " 8 . . . . . . . X . . . . . . ." in lines


def test_the_bot_begins_when_the_person_is_white() -> None:
    talk = LineSession(Game(), scripted("h8"), Seat.SECOND)
    lines = talk.start()
    assert "You are white (O), script is black (X)." in lines
    assert "script plays h8." in lines
    assert talk.prompt == "white> "


@pytest.mark.parametrize(
    "text", ["zz", "h", "8", "h8 i9", "h8i9", "i9;", "ｈ８", "\x1b[A", "q" * 999]
)
def test_what_is_no_command_gets_one_line_and_changes_nothing(text: str) -> None:
    talk = session("i9", "j9")
    talk.feed("h8")
    (line,) = talk.feed(text)
    assert line.startswith("? '")
    assert line.endswith("is neither a point like 'h8' nor a command; type 'help'")
    assert len(line) < 200
    assert moves(talk) == ["h8", "i9"]
    assert not talk.is_done


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("i9", "? i9 is occupied by a white stone; choose an empty point"),
        ("h16", "? 'h16' is off the board; 15x15 has a1 to o15"),
        ("pass", "? black has a point to play and may not pass"),
        ("take-black", "? there is nothing to choose now, so 'take-black' is not a move; play"),
        ("redo", "? there is no move to play again"),
    ],
)
def test_what_the_rules_refuse_gets_one_line_with_the_reason(text: str, reason: str) -> None:
    talk = session("i9")
    talk.feed("h8")
    (line,) = talk.feed(text)
    assert line.startswith(reason)


def test_a_forbidden_point_is_marked_and_refused() -> None:
    setup = Setup(
        15,
        "renju",
        black=[parse_point(p, 15) for p in ("h8", "h9", "i7", "j7")],
        white=[parse_point(p, 15) for p in ("a1", "b1", "c3", "o15")],
    )
    talk = LineSession(Game(setup=setup), scripted(), Seat.FIRST)
    assert " 7 . . . . . . . ! X X . . . . ." in talk.start()
    assert talk.feed("h7") == ["? h7 is forbidden to black: 3-3"]


def test_an_empty_line_is_answered_by_the_prompt_alone() -> None:
    assert session().feed("  \n") == []


def test_undo_takes_back_both_moves_and_redo_plays_them_again() -> None:
    talk = session("i9", "j10")
    talk.feed("h8")
    talk.feed("a1")
    assert talk.feed("undo")[0] == "Taken back: a1, j10."
    assert talk.feed("UNDO")[0] == "Taken back: h8, i9."
    assert talk.feed("redo")[0] == "Played again: h8, i9."
    assert talk.feed("redo")[0] == "Played again: a1, j10."
    assert moves(talk) == ["h8", "i9", "a1", "j10"]


def test_undo_leaves_the_first_move_of_the_bot() -> None:
    talk = session("h8", seat=Seat.SECOND)
    assert talk.feed("undo") == ["? there is no move of yours to take back"]
    assert moves(talk) == ["h8"]


def test_undo_goes_on_from_a_finished_game() -> None:
    talk = session("a1", "a2", "a3", "a4")
    for text in ("h8", "i8", "j8", "k8", "l8"):
        talk.feed(text)
    assert talk.prompt == "new or quit> "
    assert talk.feed("undo")[0] == "Taken back: l8."
    assert talk.prompt == "black> "


def test_a_won_game_says_who_won_with_which_line_and_offers_a_new_one() -> None:
    talk = session("a1", "a2", "a3", "a4")
    for text in ("h8", "i8", "j8", "k8"):
        talk.feed(text)
    lines = talk.feed("l8")
    assert lines[-2:] == [
        "You win as black: five in a row h8-l8.",
        "Type new for another game, undo to take back, or quit.",
    ]
    assert " 8 . . . . . . .[X|X|X|X(X). . ." in lines


def test_a_lost_game_names_the_bot() -> None:
    talk = session("a1", "b2", "c3", "d4", "e5")
    for text in ("h8", "i8", "j8", "a15"):
        talk.feed(text)
    assert "script wins as white: five in a row a1-e5." in talk.feed("b14")


def test_a_full_board_is_a_draw() -> None:
    free = Point(0, 0)
    rest = [Point(x, y) for y in range(5) for x in range(5) if (x, y) != free]
    talk = LineSession(Game(setup=Setup(5, blocked=rest)), scripted(), Seat.FIRST)
    talk.start()
    assert "A draw: the board is full." in talk.feed("a5")


def test_after_the_end_a_point_is_refused_and_new_begins_again() -> None:
    talk = session("a1", "a2", "a3", "a4", "b1")
    for text in ("h8", "i8", "j8", "k8", "l8"):
        talk.feed(text)
    assert talk.feed("m8") == ["? the game is over: black wins: five in a row h8-l8"]
    assert talk.feed("hint")[0].startswith("? the game is over")
    assert talk.feed("swap")[0].startswith("? the game is over")
    assert talk.feed("new")[0].startswith("tengen: freestyle on 15x15.")
    assert moves(talk) == []
    talk.feed("h8")
    assert moves(talk) == ["h8", "b1"]


def test_resigning_ends_the_game_until_undone() -> None:
    talk = session("i9")
    assert talk.feed("resign")[0] == "You resign: script wins."
    for text in ("h8", "redo"):
        assert talk.feed(text) == ["? the game is over: you resigned; type 'new' or 'undo'"]
    assert talk.feed("resign") == ["? the game is over already; type 'new'"]
    assert talk.feed("undo")[0] == "You play on."
    talk.feed("h8")
    assert moves(talk) == ["h8", "i9"]


def test_swap_changes_sides_and_the_bot_moves_at_once() -> None:
    talk = session("i9", "j10")
    talk.feed("h8")
    lines = talk.feed("swap")
    assert lines[:2] == ["You are white (O), script is black (X).", "script plays j10."]
    assert talk.prompt == "white> "
    assert talk.seat is Seat.SECOND


def test_hint_names_a_good_point_and_plays_nothing() -> None:
    talk = session("a1", "a2", "a3")
    for text in ("h8", "i8", "j8"):
        talk.feed(text)
    (line,) = talk.feed("hint")
    assert line in ("Hint: g8, makes an open four.", "Hint: k8, makes an open four.")
    assert len(talk.game.moves) == 6


def test_hint_asks_the_opponent_itself_where_the_strongest_bot_cannot_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talk = session("a1")
    refusing = Bot("strong", "Plays.", lambda game, limit: PASS, supports=lambda setup: "too odd")
    monkeypatch.setattr("tengen.ui.terminal.line.find_bot", lambda name: refusing)
    assert talk.feed("hint") == ["Hint: a1"]


def test_show_shows_the_board_and_the_position_as_text() -> None:
    talk = session("i9")
    assert talk.feed("show")[-1] == "Position: empty"
    talk.feed("h8")
    assert talk.feed("show")[-1] == "Position: h8i9"


def test_save_writes_a_file_that_can_be_read_again(tmp_path: Path) -> None:
    talk = session("i9")
    talk.feed("h8")
    file = tmp_path / "game.sgf"
    assert talk.feed(f"save {file}") == [f"Saved as {file}."]
    assert format_position(parse_position(file.read_text())) == "h8i9"
    assert "exists already" in talk.feed(f"SAVE {file}")[0]


@pytest.mark.parametrize("name", ["", "game", "game.doc", "nowhere/at/all.sgf", "a\0b.sgf"])
def test_a_file_that_cannot_be_written_gets_one_line(name: str) -> None:
    (line,) = session().feed(f"save {name}")
    assert line.startswith("? ")


def test_help_names_every_command() -> None:
    text = "\n".join(session().feed("help"))
    for word in "pass undo redo hint resign swap new show save help quit".split():  # noqa: SIM905
        assert re.search(rf"^  {word} +\w", text, re.MULTILINE)


def test_quit_ends_the_session_without_a_word() -> None:
    talk = session()
    assert talk.feed("quit") == []
    assert talk.is_done


def test_swap2_is_led_through_step_by_step() -> None:
    talk = LineSession(Game(opening="swap2"), scripted("c3"), Seat.FIRST)
    lines = talk.start()
    assert "You open (swap2); who has black will be chosen." in lines
    assert lines[-1] == "You put 3 more stones, the next is black."
    assert talk.feed("h8")[-1] == "You put 2 more stones, the next is white."
    assert talk.feed("h9")[-1] == "You put 1 more stone, the next is black."
    lines = talk.feed("a1")
    assert lines[:2] == [
        "You play a1; script chooses take-white, plays c3.",
        "You are black (X), script is white (O).",
    ]
    assert talk.prompt == "black> "


def test_the_person_is_asked_for_a_colour() -> None:
    talk = LineSession(Game(opening="swap"), scripted("h8", "i9", "a1", "b2"), Seat.SECOND)
    lines = talk.start()
    assert "script opens (swap); who has black will be chosen." in lines
    assert "script plays h8, i9, a1." in lines
    assert lines[-1] == "Choose take-black or take-white."
    assert talk.prompt == "your choice> "
    assert talk.feed("c3") == ["? 'c3' is not what is due; choose take-black or take-white"]
    assert talk.feed("hint") == ["Hint: take-white"]
    lines = talk.feed("take-black")
    assert lines[0] == "You choose take-black; script plays b2."
    assert lines[1] == "You are black (X), script is white (O)."
    assert Choice.TAKE_BLACK in talk.game.moves


def test_a_black_without_a_legal_point_is_told_to_pass() -> None:
    row = [Point(x, 4) for x in range(1, 8)]
    middle = row.pop(3)
    rest = [Point(x, y) for y in range(9) for x in range(9) if (x, y) != middle]
    setup = Setup(9, "renju", black=row, blocked=[p for p in rest if p not in row])
    talk = LineSession(Game(setup=setup), find_bot("greedy"), Seat.FIRST)
    assert talk.start()[-1] == "You have no legal point: pass."
    assert talk.feed("pass")[0] == "You answer pass; greedy plays e5."


def test_a_bot_that_answers_nonsense_ends_the_session() -> None:
    talk = session("h8")
    with pytest.raises(BotFault, match="script answered with a move that is not legal: h8 is occ"):
        talk.feed("h8")


def test_colours_are_the_same_text_with_escape_sequences() -> None:
    plain, painted = (session("i9", color=color).feed("h8") for color in (False, True))
    assert plain != painted
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in painted] == plain
    assert not any("\x1b" in line for line in plain)


def test_a_game_may_start_from_a_position_of_white() -> None:
    setup = Setup(15, black=[Point(7, 7)], turn=Color.WHITE)
    talk = session("a1", game=Game(setup=setup), seat=Seat.SECOND)
    assert talk.prompt == "white> "
    talk.feed("i9")
    talk.feed("new")
    assert talk.game.setup == setup
    assert moves(talk) == []
