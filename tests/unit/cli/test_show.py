"""`tengen show`, for people and for programs."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tengen.cli import main

FORBIDDEN = "h8a1h9b1i7c3j7o15"


def show(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def show_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(show(capsys, *arguments, "--json"))


def test_it_says_rule_board_turn_forbidden_points_and_threats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = show(capsys, FORBIDDEN, "--rule", "renju").splitlines()
    assert lines[0].startswith("renju on 15x15: Black needs exactly five")
    assert " 7 . . . . . . . ! X X . . . . ." in lines
    assert lines[-4:] == [
        "Black to move.",
        "Forbidden to black: h7 (3-3).",
        "Threats of black: none.",
        "Threats of white: none.",
    ]


def test_what_is_forbidden_to_black_is_shown_on_whites_turn_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = show(capsys, FORBIDDEN + "a15", "--rule", "renju")
    assert "White to move.\nForbidden to black: h7 (3-3).\n" in output


def test_threats_say_where_they_are_completed_and_stopped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = show(capsys, "c8a1d8a2e8a3f8")
    assert "  open four c8 d8 e8 f8: five at b8 g8, cannot be stopped\n" in output
    assert "Threats of white: none.\n" in output
    output = show(capsys, "e8c8f8a2g8")
    assert "  three e8 f8 g8: open four at h8, stopped at d8 h8 i8\n" in output


def test_a_finished_game_shows_its_line_and_no_threats(capsys: pytest.CaptureFixture[str]) -> None:
    output = show(capsys, "h8a1i8b1j8c1k8d1l8")
    assert " 8 . . . . . . .[X|X|X|X(X). . ." in output
    assert output.endswith("\n\nOver: black wins: five in a row h8-l8.\n")


def test_an_opening_procedure_says_who_must_choose(capsys: pytest.CaptureFixture[str]) -> None:
    output = show(capsys, "opening:swap_moves:h8a1c3")
    assert "The second seat must choose take-black or take-white.\n" in output


def test_the_json_object_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    found = show_json(capsys, FORBIDDEN, "--rule", "renju")
    assert list(found) == [
        "size",
        "rule",
        "opening",
        "position",
        "moves",
        "turn",
        "choices",
        "board",
        "outcome",
        "forbidden",
        "threats",
    ]
    assert found["board"][14] == "OO............."
    assert found["forbidden"] == [{"point": "h7", "side": "black", "reason": "3-3"}]
    assert (found["size"], found["rule"], found["turn"]) == (15, "renju", "black")
    assert (found["outcome"], found["choices"], found["opening"]) == (None, [], "free")


def test_json_threats_are_lists_of_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_json(capsys, "e8c8f8a2g8")["threats"] == [
        {
            "kind": "three",
            "side": "black",
            "stones": ["e8", "f8", "g8"],
            "keys": ["h8"],
            "defences": ["d8", "h8", "i8"],
        }
    ]


def test_a_json_outcome_has_winner_reason_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = show_json(capsys, "h8a1i8b1j8c1k8d1l8")
    assert found["outcome"] == {
        "winner": "black",
        "reason": "five in a row",
        "line": ["h8", "i8", "j8", "k8", "l8"],
    }
    assert (found["threats"], found["forbidden"]) == ([], [])


def test_the_position_of_the_json_shows_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = show_json(capsys, "h8i9", "--size", "19", "--rule", "caro")
    assert show_json(capsys, first["position"]) == first


def test_a_position_comes_from_a_file_or_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = show(capsys, "h8i9g7")
    (tmp_path / "game.txt").write_text("h8i9g7\n")
    assert show(capsys, str(tmp_path / "game.txt")) == text
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"h8i9g7\n")))
    assert show(capsys, "-") == text
