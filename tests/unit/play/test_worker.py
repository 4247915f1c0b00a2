"""What an engine process answers, line by line, without the process."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core.geometry import parse_point
from tengen.notation.position import parse_position
from tengen.play.hint import explain
from tengen.play.question import (
    AskAnalysis,
    AskHint,
    AskMove,
    AskProof,
    AskValue,
    answer_from_dict,
    question_from_dict,
)
from tengen.play.worker import Worker

FOUR = "h8a1i8a3j8a5k8"


def ask(question: Any) -> list[dict[str, Any]]:
    """Return everything that a worker says to one question."""
    said: list[Mapping[str, Any]] = []
    worker = Worker(said.append)
    worker.feed(json.dumps({"ask": 1, **question.to_dict()}))
    worker.wait()
    assert all(message["ask"] == 1 for message in said)
    return [dict(message) for message in json.loads(json.dumps(said))]


def test_a_bot_moves_and_says_how_long_it_took() -> None:
    (answer,) = ask(AskMove("greedy", FOUR))
    assert answer["is"] == "chosen"
    assert answer["move"] in ("g8", "l8")
    assert 0 < answer["seconds"] < 60


def test_a_bot_is_the_same_player_for_all_who_ask_in_one_game() -> None:
    def nodes(seed: int | None) -> int:
        (answer,) = ask(AskMove("level-10", "h8i9g9", seed=seed))
        return int(answer["info"]["nodes"])

    assert nodes(3) == nodes(3)
    assert len({nodes(seed) for seed in range(6)}) > 1


def test_a_bot_chooses_in_an_opening_procedure() -> None:
    (answer,) = ask(AskMove("greedy", "opening:swap2_moves:h8i9g10"))
    assert answer["move"] == "take-white"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (AskMove("nobody", ""), "unknown-bot"),
        (AskMove("greedy", "h8h8"), None),
        (AskMove("greedy", "h8a1i8a2j8a3k8a4l8"), "game-over"),
    ],
)
def test_what_has_no_answer_says_why(question: AskMove, code: str | None) -> None:
    (answer,) = ask(question)
    assert answer["is"] == "failed"
    assert code is None or answer["code"] == code


def test_an_analysis_streams_and_ends() -> None:
    *found, done = ask(AskAnalysis("h8i9g7", lines=2, seconds=0.2))
    assert done["is"] == "done"
    assert found
    assert all(answer["is"] == "found" for answer in found)
    assert len(found[-1]["lines"]) == 2
    assert 0 < found[-1]["lines"][0]["win"] < 1


def test_an_analysis_of_a_finished_game_has_no_move() -> None:
    assert [a["reason"] for a in ask(AskAnalysis("h8a1i8a2j8a3k8a4l8"))] == ["no-move"]


def test_a_forced_win_comes_with_its_proof() -> None:
    (answer,) = ask(AskProof("h8a1i8a15j8o1", seconds=5.0))
    assert (answer["is"], answer["verdict"]) == ("solved", "win")
    assert answer["proof"]["nodes"]
    assert answer["line"][0] in ("g8", "k8")


def test_a_value_is_the_chance_of_the_side_to_move() -> None:
    (answer,) = ask(AskValue("h8a1i8a15j8o1", nodes=2000))
    assert (answer["is"], answer["info"]["win"]) == ("chosen", 1.0), "an open three with the move"
    (answer,) = ask(AskValue("h8h8"))
    assert answer["is"] == "failed"


def test_a_hint_stops_the_four() -> None:
    (answer,) = ask(AskHint(FOUR, seconds=0.1))
    assert (answer["is"], answer["code"]) == ("hinted", "stops-four")
    assert answer["text"] == f"stops the four at {answer['arguments']['key']}"


@pytest.mark.parametrize(
    ("position", "move", "code"),
    [
        ("h8a1i8a3j8a5k8o1", "l8", "makes-five"),
        ("h8a1i8a3j8a5k8", "l8", "stops-four"),
        ("h8a1i8a15j8o1", "k8", "makes-open-four"),
        ("h8a1i8a15j8", "k8", "stops-three"),
        ("f8a1g8a15h6o1h7o15", "h8", "makes-double-three"),
        ("h8a1i8a15", "j8", "makes-three"),
        ("", "h8", "opening"),
    ],
)
def test_every_reason_is_about_what_the_move_does(position: str, move: str, code: str) -> None:
    game = parse_position(position)
    hinted = explain(game, parse_point(move, 15))
    assert (hinted.move, hinted.code) == (move, code)
    assert hinted.text


lines = st.text(max_size=60) | st.dictionaries(
    st.sampled_from(["ask", "do", "bot", "position", "limit", "lines", "seconds"]),
    st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2),
).map(json.dumps)


@given(lines)
@settings(max_examples=60)
def test_no_line_makes_a_worker_fall_over(line: str) -> None:
    said: list[Mapping[str, Any]] = []
    worker = Worker(said.append)
    worker.feed(line)
    worker.wait()
    assert all(message["is"] in ("failed", "done", "chosen") for message in said)


@pytest.mark.parametrize(
    "question",
    [
        AskMove("greedy", "h8"),
        AskHint("h8"),
        AskAnalysis("h8"),
        AskProof("h8", nodes=3),
        AskValue("h8"),
    ],
)
def test_questions_survive_json(question: Any) -> None:
    assert question_from_dict(json.loads(json.dumps(question.to_dict()))) == question


def test_answers_survive_json() -> None:
    for answer in (*ask(AskMove("greedy", "h8")), *ask(AskProof(FOUR + "o1", seconds=1.0))):
        answer.pop("ask")
        assert answer_from_dict(answer).to_dict() == answer
