"""`tengen play`: what it makes of its options."""

import pytest

from tengen import Game, Seat
from tengen.bots import STRONGEST, Bot
from tengen.cli import main


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Game, Bot, Seat]]:
    """Return the list of what would have been played."""
    calls: list[tuple[str, Game, Bot, Seat]] = []
    monkeypatch.setattr("tengen.cli.play.run_ui", lambda *arguments: calls.append(arguments))
    return calls


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_by_default_a_person_has_black_against_the_strongest_bot(
    arguments: list[str], played: list[tuple[str, Game, Bot, Seat]]
) -> None:
    assert main(arguments) == 0
    ((ui, game, bot, seat),) = played
    assert (ui, bot.name, seat) == ("terminal", STRONGEST, Seat.FIRST)
    assert (game.size, game.rule.name, game.opening) == (15, "freestyle", "free")


def test_options_reach_the_game(played: list[tuple[str, Game, Bot, Seat]]) -> None:
    words = "play --bot random --rule renju --size 19 --opening swap2 --color white --ui terminal"
    assert main(words.split()) == 0
    ((_, game, bot, seat),) = played
    assert (bot.name, seat) == ("random", Seat.SECOND)
    assert (game.size, game.rule.name, game.opening) == (19, "renju", "swap2")


def test_a_random_colour_is_sometimes_either(played: list[tuple[str, Game, Bot, Seat]]) -> None:
    for _ in range(40):
        main(["play", "--color", "random"])
    assert {seat for *_, seat in played} == set(Seat)


def test_a_bot_that_does_not_play_this_says_why(
    played: list[tuple[str, Game, Bot, Seat]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    picky = Bot(
        "picky", "Plays.", lambda game, limit: game.legal_points()[0], supports=lambda _: "15 only."
    )
    monkeypatch.setattr("tengen.cli.play.find_bot", lambda name: picky)
    assert main(["play", "--bot", "picky", "--size", "9"]) == 2
    assert capsys.readouterr().err == "tengen: picky does not play this: 15 only.\n"
    assert played == []
