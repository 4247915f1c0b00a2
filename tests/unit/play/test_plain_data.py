"""Commands, events and terms as JSON: written, read again, and checked field by field."""

import json
from typing import Any

import pytest

from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.errors import BotFault, InvalidText
from tengen.play import (
    Abort,
    Answer,
    Ended,
    Ending,
    Fault,
    Move,
    MovePlayed,
    Offer,
    OfferKind,
    Pause,
    Recover,
    Refused,
    Resign,
    Resume,
    Started,
    Terms,
    Tick,
    Undo,
    command_from_dict,
    ending_of,
    event_from_dict,
)

COMMANDS = [
    Move(Seat.FIRST, "h8"),
    Move(Seat.SECOND, "take-black", True, 0.25, {"nodes": 7, "said": ["a", None]}),
    Undo(Seat.FIRST),
    Offer(Seat.SECOND, OfferKind.REMATCH),
    Answer(Seat.FIRST, False),
    Resign(Seat.SECOND),
    Pause(),
    Resume(Seat.FIRST),
    Fault(Seat.FIRST, Ending.MEMORY, "too much", "memory"),
    Abort(Seat.FIRST, "no time"),
    Recover(),
    Tick(),
]


def through_json(value: dict[str, Any]) -> object:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_commands_survive_json(command: Move | Undo) -> None:
    assert command_from_dict(through_json(command.to_dict())) == command
    assert type(command).from_dict(command.to_dict()) == command


def test_a_command_says_what_to_do() -> None:
    assert Offer(Seat.FIRST, OfferKind.DRAW).to_dict() == {
        "do": "offer",
        "seat": "first",
        "kind": "draw",
    }


def test_an_event_says_what_it_is() -> None:
    event = Ended(1.5, Ending.FIVE, Seat.FIRST, None, "won", line=("a1", "a5"))
    assert event.to_dict() == {
        "is": "ended",
        "at": 1.5,
        "ending": "five",
        "winner": "first",
        "color": None,
        "detail": "won",
        "fault": "",
        "line": ["a1", "a5"],
    }
    assert event_from_dict(through_json(event.to_dict())) == event


def test_terms_and_limits_are_nested() -> None:
    event = Started(0.0, Terms("moves:h8", Limit(turn=0.3, nodes=9), max_moves=4, consent=True))
    data = event.to_dict()
    assert data["terms"]["first"]["nodes"] == 9
    assert event_from_dict(through_json(data)) == event


def test_fields_with_a_default_may_be_missing() -> None:
    assert command_from_dict({"do": "move", "seat": "first", "move": "h8"}) == COMMANDS[0]
    assert Terms.from_dict({}) == Terms()


def test_a_whole_number_is_a_number() -> None:
    event = MovePlayed.from_dict(
        {"is": "move-played", "at": 3, "seat": "first", "move": "h8", "color": "black"}
        | {"seconds": 1, "over": 0}
    )
    assert (event.at, type(event.seconds)) == (3.0, float)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "bad-field"),
        ([], "bad-field"),
        ("tick", "bad-field"),
        ({}, "unknown-kind"),
        ({"do": "dance"}, "unknown-kind"),
        ({"do": []}, "unknown-kind"),
        ({"do": "started"}, "unknown-kind"),
        ({"do": "tick", "now": 3}, "unknown-field"),
        ({"do": "tick", 3: 3}, "unknown-field"),
        ({"do": "undo"}, "missing-field"),
        ({"do": "undo", "seat": "third"}, "bad-field"),
        ({"do": "undo", "seat": 0}, "bad-field"),
        ({"do": "undo", "seat": None}, "bad-field"),
        ({"do": "answer", "seat": "first", "accept": 1}, "bad-field"),
        ({"do": "move", "seat": "first", "move": 8}, "bad-field"),
        ({"do": "move", "seat": "first", "move": "h8", "seconds": "1"}, "bad-field"),
        ({"do": "move", "seat": "first", "move": "h8", "seconds": True}, "bad-field"),
        ({"do": "move", "seat": "first", "move": "h8", "seconds": float("nan")}, "bad-field"),
        ({"do": "move", "seat": "first", "move": "h8", "seconds": 10**400}, "bad-field"),
        ({"do": "move", "seat": "first", "move": "h8", "info": []}, "bad-field"),
    ],
)
def test_what_is_no_command_is_refused_in_one_sentence(data: object, code: str) -> None:
    with pytest.raises(InvalidText) as caught:
        command_from_dict(data)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_a_refusal_quotes_no_more_than_a_little() -> None:
    with pytest.raises(InvalidText) as caught:
        command_from_dict({"do": "undo", "seat": "x" * 100_000})
    assert len(str(caught.value)) < 200


def test_a_broken_line_is_refused() -> None:
    data = Ended(1.0, Ending.FIVE, None, None, "").to_dict()
    for line in ("a1", [1], None):
        with pytest.raises(InvalidText):
            event_from_dict(data | {"line": line})


@pytest.mark.parametrize(
    "terms", [{"tolerance": -1}, {"tolerance": 1e400}, {"max_moves": 0}, {"first": {"turn": 0}}]
)
def test_impossible_terms_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(InvalidText):
        Terms.from_dict(terms)


def test_terms_made_in_python_are_checked_too() -> None:
    with pytest.raises(InvalidText, match="a tolerance of inf seconds is not possible"):
        Terms(tolerance=float("inf"))
    with pytest.raises(InvalidText, match="a draw after 0 moves is not possible"):
        Terms(max_moves=0)


def test_a_refusal_carries_only_plain_arguments() -> None:
    error = InvalidText("x", "{a} {b}", a=(1, 2), b=None)
    refused = Refused.of(error, 1.0)
    assert refused.arguments == {"a": "(1, 2)", "b": None}
    assert event_from_dict(through_json(refused.to_dict())) == refused


@pytest.mark.parametrize(
    ("code", "ending"),
    [
        ("silent", Ending.SILENCE),
        ("not-reading", Ending.SILENCE),
        ("crashed", Ending.CRASH),
        ("hung-up", Ending.CRASH),
        ("flood", Ending.NONSENSE),
        ("nonsense", Ending.NONSENSE),
        ("no-newline", Ending.NONSENSE),
        ("off-board", Ending.ILLEGAL_MOVE),
        ("memory", Ending.MEMORY),
        ("late", Ending.TIMEOUT),
        ("slow-start", Ending.FAILED_START),
        ("error-at-start", Ending.FAILED_START),
        ("wrong-size", Ending.FAILED_START),
        ("not-found", Ending.FAILED_START),
        ("whatever a bot may raise", Ending.CRASH),
    ],
)
def test_every_fault_has_its_ending(code: str, ending: Ending) -> None:
    found = ending_of(BotFault(code, "x"))
    assert found is ending
    assert found.is_fault
