"""`tengen check`: what a user sees, in a pipe and on a terminal, and the exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.cli import main
from tengen.hosts.gomocup.compliance import all_checks

BAD = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "START":
        for depth in range(10):
            print("MESSAGE depth", depth)
        print("OK", flush=True)
    elif word == "BEGIN":
        print("\\x1b[31m7,7\\x1b[0m", flush=True)
    elif word == "END":
        break
"""


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """A program that starts, and begins with a move in colour."""
    path = tmp_path / "my brain.py"
    path.write_text(BAD)
    return str(path)


def test_a_bot_is_checked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    # Not `start`, which may be slow on a busy machine: that would be a warning.
    only = ["--only", "about", "--only", "wins", "--only", "blocks"]
    assert main(["check", "greedy", *only]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "Checking greedy (freestyle, 15x15)"
    assert [line.split()[:2] for line in lines if line.startswith("  pass")] == [
        ["pass", "about"],
        ["pass", "wins"],
        ["pass", "blocks"],
    ]
    assert lines[-1].startswith("greedy complies: 3 passed, in ")
    assert "\x1b" not in captured.out
    assert captured.err == ""


def test_rule_and_size_reach_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", "random:seed=3", "--only", "turn", "--rule", "renju", "--size", "9", "-v"]
    assert main(arguments) == 0
    output = capsys.readouterr().out
    assert "(renju, 9x9)" in output
    assert "> START 9\n" in output
    assert "> INFO rule 4\n" in output


def test_a_failure_is_told_with_its_transcript_and_status_1(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["check", bad, "--only", "start", "--only", "begin", "--timeout", "1"]
    assert main(arguments) == 1
    output = capsys.readouterr().out
    assert (
        "\nfail begin\n"
        "  Expected a free point of the board in answer to BEGIN, but '\\x1b[31m7,7\\x1b[0m' came; "
        "print the move as x,y, or check a slow program with a greater --timeout.\n"
        "  The check: `BEGIN` is answered with a point of the empty board, as in `7,7`.\n"
    ) in output
    assert " < MESSAGE depth 0\n            (8 more of these)\n" in output
    assert " < ?[31m7,7?[0m\n" in output
    assert f"\n{bad} does not comply: 1 failed, 1 passed, in " in output
    assert "\x1b" not in output


def test_verbose_shows_every_line(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", bad, "--only", "start", "--verbose"]) == 0
    output = capsys.readouterr().out
    assert all(f" < MESSAGE depth {depth}\n" in output for depth in range(10))


def test_only_the_end_of_a_long_transcript_is_shown_and_long_lines_are_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "brain.py"
    path.write_text(
        "input()\n"
        "for number in range(100): print('MESSAGE' if number % 2 else 'DEBUG', 'x' * 999)\n"
    )
    assert main(["check", str(path), "--only", "start"]) == 1
    lines = capsys.readouterr().out.splitlines()
    shown = [line for line in lines if " < " in line]
    assert "            (72 before)" in lines
    assert len(shown) == 29
    assert all(line.endswith("xxx…") and len(line) < 150 for line in shown)


def test_the_json_has_everything(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", bad, "--json", "--only", "start", "--only", "begin", "--timeout", "1"]
    assert main(arguments) == 1
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert {key: found[key] for key in ("program", "command", "rule", "size", "is_good")} == {
        "program": bad,
        "command": [bad],
        "rule": "freestyle",
        "size": 15,
        "is_good": False,
    }
    start, begin = found["checks"]
    assert (start["name"], start["group"], start["level"], start["verdict"]) == (
        "start",
        "Start",
        "mandatory",
        "pass",
    )
    assert start["problems"] == []
    assert [line[1:] for line in start["transcript"]][::11] == [[">", "START 15"], ["<", "OK"]]
    assert (begin["verdict"], [*begin["problems"][0]]) == ("fail", ["expected", "came", "mend"])
    assert captured.err == ""


def test_the_list_names_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(all_checks())
    assert "idle          advisory   While it waits for a command the program" in lines[21]


def test_a_command_in_quotes_is_split(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"'{sys.executable}' '{bad}'", "--only", "flush"]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name one program: a path, a command in quotes, or the name of a bot"),
        (["python3", "brain.py"], "name one program: a path, a command in quotes, or the name "),
        (["no/such/brain"], "there is no program 'no/such/brain'"),
        (["greddy"], "there is no program 'greddy'; did you mean the bot greedy?"),
        (["."], "'.' is a directory, not a program"),
        (["'brain"], 'unbalanced quotes in "\'brain"'),
        (["random:seed=x"], "seed cannot be 'x'; give "),
        (["greedy", "--only", "trun"], "there is no check 'trun'; did you mean turn? See --list"),
        (["greedy", "--rule", "go"], "there is no rule 'go'; did you mean "),
        (["greedy", "--size", "3"], "size cannot be '3'; give a whole number from 5 to 26"),
        (["greedy", "--timeout", "0"], "timeout cannot be '0'; give a number from 0.1 to 600"),
        (["greedy", "--tolerance", "x"], "tolerance cannot be 'x'; give a number from 0 to 60"),
    ],
)
def test_bad_use_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"tengen: {words}")
    assert captured.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permission")
def test_a_file_that_is_not_executable_is_bad_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "brain"
    path.write_text("#!/bin/sh\n")
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err == f"tengen: '{path}' is not executable; try chmod +x\n"


def test_a_terminal_gets_colours_and_sees_what_is_being_made() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tengen", "check", "random", "--only", "about"]
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": ""}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        # Linux reports the end of a terminal as an error.
        try:
            while chunk := os.read(ours, 4096):
                seen += chunk
        except OSError:
            pass
        assert process.wait(timeout=30) == 0
    os.close(ours)
    assert b"\x1b[32mpass" in seen
    assert b"about (1 of 1)" in seen
