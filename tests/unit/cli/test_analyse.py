"""`tengen analyse`: a table for people, lines of JSON for programs, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.cli import main

PATIENCE = 60.0
"""Seconds within which a busy machine does anything."""


def test_board_bar_and_lines_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "h8i9h9i8", "--nodes", "3000", "--multipv", "2"]) == 0
    output = capsys.readouterr().out
    assert "depth " in output
    assert "%, black to move" in output
    assert output.count("%") == 3, "Black's chance, and one for each line"
    rows = output.splitlines()
    assert [row[:2] for row in rows[:15]] == [f"{number:>2}" for number in range(15, 0, -1)]
    assert rows[15].split()[:15] == list("abcdefghijklmno")
    assert [rows[row].count("●") for row in (6, 7)] == [1, 1]
    drawn = "".join(row[:33] for row in rows[:15])[2:]
    assert all(f"─{number}" in drawn for number in (1, 2)), "the candidates by their lines"


def test_a_proven_win_is_told_by_its_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "h8a1i8b1j8c1k8", "--nodes", "2000", "--multipv", "1"]) == 0
    assert "Black wins in 2, white to move" in capsys.readouterr().out


def test_json_is_a_line_for_every_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "h8i9h9i8", "--nodes", "3000", "--json"]) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["depth"] for report in reports[:3]] == [1, 2, 3]
    last = reports[-1]
    assert set(last) == {
        "depth",
        "selective_depth",
        "nodes",
        "seconds",
        "nodes_per_second",
        "hash_full",
        "lines",
        "candidates",
    }
    assert len(last["lines"]) == 3
    assert set(last["lines"][0]) == {"score", "win_probability", "moves"}
    assert set(last["lines"][0]["score"]) == {"kind", "number"}
    assert len(last["candidates"]) > 20
    assert set(last["candidates"][0]) == {"point", "score"}


def test_a_won_position_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "h8a1i8b1j8o15", "--multipv", "1", "--threads", "2"]) == 0
    assert "win in 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8a1i8b1j8c1k8d1l8"], "the game is over: black wins"),
        (["h8", "--multipv", "0"], "multipv cannot be '0'; give a whole number from 1 to 100"),
        (["h8", "--threads", "x"], "threads cannot be 'x'"),
        (["h8", "--memory", "0"], "memory cannot be '0'"),
        (["h8", "--seconds", "-1"], "a limit of -1.0 for turn is not possible"),
    ],
)
def test_what_makes_no_sense_is_one_line_on_stderr(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["move", "analyse", "bench"]),
    st.lists(
        st.one_of(
            st.sampled_from(["--why", "--json", "--nodes", "--depth", "--seconds", "--multipv"]),
            st.sampled_from(["h8", "h8i9", "1", "0", "-1", "", "-", "--", "rule:renju_moves:h8"]),
            st.text(max_size=8).filter(lambda text: "\0" not in text),
        ),
        max_size=5,
    ),
)
def test_no_words_make_a_command_fall_over(command: str, words: list[str]) -> None:
    if "-" in words:
        return  # It would read the terminal of whoever runs this.
    limit = ["--depth", "1"]
    status = main([command, *limit, *words])
    assert status in (0, 1, 2)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_it() -> None:
    words = ["analyse", "h8i9h9i8", "--seconds", "600", "--json"]
    command = [sys.executable, "-m", "tengen", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"depth": 1')
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")


GAME = "h8i9i8j9g8h9f8a1j8"
"""White overlooks the open four with his eighth stone, and Black makes five."""


def test_a_whole_game_is_a_table_with_a_graph(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", GAME, "--game", "--nodes", "400"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["move", "Black", "0", "%", "100", "%", "lost", "best"]
    assert "".join(row.split()[2] for row in rows) == GAME
    assert "??" in rows[5], "h9 lets Black make an open four"
    assert rows[-1].split()[3] == "100%"
    assert rows[-1].count("█") == 24


def test_a_whole_game_is_a_line_a_move_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", GAME, "--game", "--nodes", "400", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["number"] for row in rows] == list(range(1, 10))
    assert set(rows[0]) == {"number", "side", "move", "best", "black", "lost", "score"}
    assert [row["side"] for row in rows[:2]] == ["black", "white"]
    assert rows[6]["score"] == {"kind": "loss", "number": 2}
    assert (rows[8]["black"], rows[8]["score"]) == (1.0, None)
    assert rows[5]["lost"] > 0.15
