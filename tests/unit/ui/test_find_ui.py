"""Finding user interfaces by name."""

import pytest

from tengen import Game, InvalidText, Seat
from tengen.bots import find_bot
from tengen.ui import run_ui, ui_names


def test_the_terminal_is_there() -> None:
    assert "terminal" in ui_names()


def test_an_unknown_interface_suggests_the_nearest() -> None:
    with pytest.raises(InvalidText, match=r"no user interface 'termnal'; did you mean terminal\?"):
        run_ui("termnal", Game(), find_bot("random"), Seat.FIRST)
