"""Finding bots by name, with their options."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tengen.bots
from tengen import Choice, Game, InvalidText, Limit, registry
from tengen.bots import STRONGEST, bot_names, bot_options, find_bot

FAMILY = '''
"""Two bots in one file."""

from tengen.bots._bot import Bot
from tengen.core.geometry import Point
from tengen.options import Option

NAMES = ("corner-1.0", "corner-2")
OPTIONS = (Option("offset", int, 0, 0, 3, help="from the corner"),)


def make(name, offset):
    return Bot(name, "Plays the corner.", lambda game, limit: Point(offset, offset), version=2)
'''


@pytest.fixture
def corner_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "corner.py").write_text(FAMILY)
    monkeypatch.setattr(tengen.bots, "__path__", [*tengen.bots.__path__, str(tmp_path)])
    registry.modules.cache_clear()
    yield
    registry.modules.cache_clear()
    sys.modules.pop("tengen.bots.corner", None)


def test_a_bot_bears_the_name_it_is_found_by() -> None:
    assert [find_bot(name).name for name in bot_names()] == bot_names()


def test_random_and_greedy_are_there() -> None:
    assert {"random", "greedy"} <= set(bot_names())


def test_the_strongest_bot_exists() -> None:
    assert STRONGEST in bot_names()


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(InvalidText, match=r"^there is no bot 'greddy'; did you mean greedy\?$"):
        find_bot("greddy")


@pytest.mark.parametrize("name", ["", "_bot", "random-2", "-", "Random", "__init__", "../random"])
def test_what_is_no_bot_is_refused(name: str) -> None:
    with pytest.raises(InvalidText, match=r"there is no bot"):
        find_bot(name)


def test_an_unknown_option_says_which_there_are() -> None:
    with pytest.raises(InvalidText, match=r"random has no option 'sede'; it has seed .a whole"):
        find_bot("random", sede=1)


def test_an_option_out_of_range_says_the_range() -> None:
    with pytest.raises(
        InvalidText, match=r"seed cannot be -1; give a whole number from 0 to 42949"
    ):
        find_bot("greedy", seed=-1)


def test_options_may_be_given_as_text() -> None:
    game = Game()
    moves = {find_bot("random", seed=seed).choose(game) for seed in (5, "5")}
    assert len(moves) == 1


@pytest.mark.usefixtures("corner_family")
def test_one_new_file_can_bring_several_bots() -> None:
    assert {"corner-1.0", "corner-2"} <= set(bot_names())
    bot = find_bot("corner-2", offset=3)
    assert (bot.name, bot.version, bot.choose(Game(), Limit())) == ("corner-2", 2, (3, 3))
    assert [option.name for option in bot_options("corner-1.0")] == ["offset"]


@pytest.mark.usefixtures("corner_family")
def test_the_family_itself_is_no_bot() -> None:
    with pytest.raises(InvalidText, match=r"no bot .corner.; did you mean corner-1.0 or corner-2"):
        find_bot("corner")


def test_a_bot_takes_white_when_it_must_choose() -> None:
    game = Game(opening="swap2")
    for text in ("h8", "a1", "c13"):
        game.play(text)
    assert find_bot("random").choose(game) is Choice.TAKE_WHITE
