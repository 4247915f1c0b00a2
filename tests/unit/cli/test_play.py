"""`tengen play`: what it makes of its options."""

import pytest

from tengen import Seat
from tengen.bots import STRONGEST, Bot
from tengen.cli import main
from tengen.session import Start


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Start]]:
    """Return the list of what would have been played."""
    calls: list[tuple[str, Start]] = []
    monkeypatch.setattr("tengen.cli.play.run_ui", lambda *arguments: calls.append(arguments))
    return calls


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_by_default_the_web_app_is_served(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr("tengen.cli.play.serve_web", lambda *words: served.append(words))
    assert main(arguments) == 0
    assert main([*arguments, "--port", "81", "--allow-host", "a", "--no-browser"]) == 0
    assert served == [
        (None, None, None, False, None, "/"),
        ("81", None, None, True, ["a"], "/"),
    ]


def test_a_game_that_is_asked_for_is_in_the_address_of_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr("tengen.cli.play.serve_web", lambda *words: served.append(words))
    words = "play --ui web --bot greedy --rule renju --store x.sqlite"
    assert main(words.split()) == 0
    assert served == [(None, None, "x.sqlite", False, None, "/?bot=greedy&rule=renju")]


@pytest.mark.parametrize(
    "words", ["play --ui terminal --port 80", "--port 80 bots", "--no-browser move h8"]
)
def test_an_option_of_the_web_app_is_refused_where_there_is_none(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert "is for the web app" in capsys.readouterr().err


def test_without_its_libraries_the_terminal_is_the_default(
    played: list[tuple[str, Start]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.ui.web.find_spec", lambda name: None)
    assert main(["play"]) == 0
    assert [ui for ui, *_ in played] == ["terminal"]


def test_the_web_app_without_its_libraries_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tengen.ui.web.find_spec", lambda name: None)
    assert main(["play", "--ui", "web"]) == 1
    assert "pip install tengen[app]" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--plain"], ["--stones", "ascii"]])
def test_what_only_the_terminal_knows_means_the_terminal(
    played: list[tuple[str, Start]], words: list[str]
) -> None:
    assert main(["play", *words]) == 0
    assert [ui for ui, *_ in played] == ["terminal"]


def test_in_the_terminal_a_person_has_black_against_the_strongest_bot(
    played: list[tuple[str, Start]],
) -> None:
    assert main(["play", "--ui", "terminal"]) == 0
    ((ui, start),) = played
    wishes = start.wishes
    assert (ui, wishes.bot, wishes.seat) == ("terminal", STRONGEST, Seat.FIRST)
    assert (wishes.size, wishes.rule, wishes.opening) == (15, "freestyle", "free")
    assert start.plain
    assert not start.is_asked


def test_options_reach_the_game(played: list[tuple[str, Start]]) -> None:
    words = "play --bot random --rule renju --size 19 --opening swap2 --color white --ui terminal"
    assert main(words.split()) == 0
    ((_, start),) = played
    wishes = start.wishes
    assert (wishes.bot, wishes.seat, start.is_asked) == ("random", Seat.SECOND, True)
    assert (wishes.size, wishes.rule, wishes.opening) == (19, "renju", "swap2")


def test_the_window_begins_with_easy_and_takes_a_level(played: list[tuple[str, Start]]) -> None:
    assert main(["play", "--ui", "desktop"]) == 0
    assert main(["play", "--ui", "desktop", "--level", "7", "--store", "x.sqlite"]) == 0
    assert [start.wishes.bot for _, start in played] == ["ends-easy", "level-7"]
    assert [start.store for _, start in played] == [None, "x.sqlite"]


@pytest.mark.parametrize(
    "words", ["--level 21", "--level x", "--level 3 --bot greedy", "--stones glass"]
)
def test_what_cannot_be_played_with_is_refused(
    words: str, played: list[tuple[str, Start]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--ui", "terminal", *words.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert played == []


def test_a_random_colour_is_sometimes_either(played: list[tuple[str, Start]]) -> None:
    for _ in range(40):
        main(["play", "--ui", "terminal", "--color", "random"])
    assert {start.wishes.seat for _, start in played} == set(Seat)


def test_a_bot_that_does_not_play_this_says_why(
    played: list[tuple[str, Start]],
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
