"""How the line mode reads and writes: pipes, ends of input, colours."""

import io

import pytest

from tengen import Game, Seat
from tengen.bots import find_bot
from tengen.ui.terminal._stdio import converse, wants_color
from tengen.ui.terminal.line import LineSession


class Screen(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def talk(text: str) -> str:
    stdout = io.StringIO()
    session = LineSession(Game(), find_bot("greedy"), Seat.FIRST)
    converse(session, io.StringIO(text), stdout)
    return stdout.getvalue()


def test_in_a_pipe_what_was_typed_stands_behind_the_prompt() -> None:
    assert "\nblack> h8\nYou play h8; " in talk("h8\nquit\n")


def test_one_bad_line_gives_exactly_one_error_line() -> None:
    lines = talk("h8\nzz\nundo\nhint\nquit\n").splitlines()
    assert sum(line.startswith("?") for line in lines) == 1
    assert lines[-1] == "black> quit"


def test_the_end_of_the_input_ends_the_last_line() -> None:
    assert talk("h8\n").endswith("\nblack> \n")
    assert talk("").endswith("\nblack> \n")


def test_a_last_line_without_a_line_break_counts() -> None:
    assert "You play h8" in talk("h8")


def test_control_characters_are_not_echoed() -> None:
    output = talk("\x1b[31mh8\x07\nquit\n")
    assert "\x1b" not in output
    assert "\x07" not in output


def test_nothing_is_read_after_quit() -> None:
    stdin = io.StringIO("quit\nh8\n")
    converse(LineSession(Game(), find_bot("greedy"), Seat.FIRST), stdin, io.StringIO())
    assert stdin.read() == "h8\n"


def test_colours_are_only_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_color(Screen())
    assert not wants_color(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color(Screen())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color(Screen())
