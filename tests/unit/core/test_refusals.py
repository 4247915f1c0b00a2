"""What errors carry: a code, a sentence and its arguments, whole across process borders."""

import copy
import pickle
import string

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.errors import (
    BotFault,
    IllegalMove,
    InvalidText,
    NotAvailable,
    StoreError,
    TengenError,
)

KINDS = [TengenError, InvalidText, IllegalMove, BotFault, StoreError, NotAvailable]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_pickling_and_copying(kind: type[TengenError]) -> None:
    error = kind(
        "some-code", "{text!r} is not {wanted}; {n} would be", text="{x}", wanted="it", n=3
    )
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is kind
        assert str(twin) == str(error) == "'{x}' is not it; 3 would be"
        assert twin.code == "some-code"
        assert twin.arguments == {"text": "{x}", "wanted": "it", "n": 3}


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_caught_as_a_tengen_error(kind: type[TengenError]) -> None:
    with pytest.raises(TengenError):
        raise kind("code", "a sentence")


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [(InvalidText, ValueError), (IllegalMove, ValueError), (NotAvailable, ImportError)],
)
def test_errors_are_also_what_python_would_have_raised(
    kind: type[TengenError], builtin: type[Exception]
) -> None:
    assert issubclass(kind, builtin)


def raised(*moves: str) -> TengenError:
    game = Game(5, "renju", blocked=["a1"], opening="free")
    for move in moves[:-1]:
        game.play(move)
    with pytest.raises(TengenError) as caught:
        game.play(moves[-1])
    return caught.value


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["z9"], "off-board"),
        (["?"], "bad-point"),
        (["a1"], "blocked"),
        (["b1", "b1"], "occupied"),
        (["pass"], "pass"),
        (["take-white"], "no-choice-due"),
        (["a2", "a3", "b2", "b3", "c2", "c3", "d2", "d3", "e2", "e3"], "game-over"),
    ],
)
def test_a_real_refusal_survives_pickling_with_its_code(moves: list[str], code: str) -> None:
    error = raised(*moves)
    twin = pickle.loads(pickle.dumps(error))
    assert (error.code, twin.code) == (code, code)
    assert str(twin) == str(error)


@pytest.mark.parametrize("moves", [["z9"], ["?"], ["a1"], ["b1", "b1"], ["pass"], ["take-white"]])
def test_a_sentence_is_one_lower_case_line_without_a_full_stop(moves: list[str]) -> None:
    sentence = str(raised(*moves))
    assert "\n" not in sentence
    assert sentence[0] in string.ascii_lowercase + "'"
    assert not sentence.endswith(".")


def test_hostile_text_is_quoted_and_never_formatted() -> None:
    game = Game()
    for text in ("{0}", "{text.__class__}", "%s", "\x1b[31m"):
        with pytest.raises(InvalidText) as caught:
            game.play(text)
        assert repr(text) in str(caught.value)
    assert game.moves == ()


def test_a_long_text_is_quoted_in_part_and_pickled_as_it_is() -> None:
    with pytest.raises(InvalidText) as caught:
        Game().play("a" * 10_000)
    assert len(str(caught.value)) < 500
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.arguments) == (str(caught.value), caught.value.arguments)


def test_a_point_outside_all_alphabets_is_refused_in_one_sentence() -> None:
    with pytest.raises(InvalidText) as caught:
        Game().push(Point(-(10**12), 10**12))
    assert caught.value.code == "off-board"
