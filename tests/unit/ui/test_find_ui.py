"""Finding user interfaces by name."""

import pytest

from tengen import InvalidText
from tengen.session import Start, Wishes
from tengen.ui import run_ui, ui_names


def test_the_window_the_terminal_and_the_web_app_are_there() -> None:
    assert {"desktop", "terminal", "web"} <= set(ui_names())


def test_an_unknown_interface_suggests_the_nearest() -> None:
    with pytest.raises(InvalidText, match=r"no user interface 'termnal'; did you mean terminal\?"):
        run_ui("termnal", Start(Wishes()))
