"""The command `pbrain-tengen`: its few options, and a start that imports little."""

import subprocess
import sys

import pytest

import tengen
import tengen.cli
from tengen.hosts.gomocup.pbrain import main

PATIENCE = 20.0
"""Seconds within which a busy machine starts a process or answers."""


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tengen.hosts.gomocup.pbrain", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_strongest_bot_plays_when_nobody_is_named() -> None:
    done = run(text="ABOUT\n")
    assert done.stdout.startswith('name="tengen-tengen"')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [("--bot", "random"), ("--bot=random",)])
def test_a_bot_can_be_named(arguments: tuple[str, ...]) -> None:
    assert run(*arguments, text="ABOUT\n").stdout.startswith('name="tengen-random"')


def test_threads_are_accepted_and_said_not_to_be_used() -> None:
    done = run("--threads", "2", "--bot", "greedy", text="START 15\n")
    assert done.stdout == "MESSAGE greedy thinks with one thread; the other 1 are not used\nOK\n"


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pbrain-tengen {tengen.__version__}\n"


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_has_an_example(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bot", word]) == 0
    assert "Example: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bot", "gredy"], "there is no bot 'gredy'; did you mean greedy?"),
        (["--bot"], "--bot needs a value, such as '--bot tengen'"),
        (["--threads"], "--threads needs a value, such as '--threads 1'"),
        (["--threads", "0"], "threads cannot be '0'; give a whole number from 1 to 256"),
        (["--threads=many"], "threads cannot be 'many'; give a whole number from 1 to 256"),
        (["--seed", "1"], "there is no option '--seed'; see --help"),
        (["greedy"], "there is no option 'greedy'; see --help"),
    ],
)
def test_bad_arguments_are_one_line_on_stderr_and_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"pbrain-tengen: {sentence}\n"


def test_it_imports_nothing_heavy_before_it_plays() -> None:
    # What was imported is read in the bot's own thread, when it is asked for a move.
    script = """
import sys
from tengen.hosts.gomocup import pbrain
from tengen.bots import Bot
from tengen.core.geometry import Point
import tengen.bots.greedy

def choose_point(game, limit):
    heavy = {"typer", "rich", "numpy", "psutil", "scipy", "argparse", "subprocess", "asyncio"}
    loaded = sorted(heavy & set(sys.modules))
    raise ValueError(f"loaded: {loaded}")

tengen.bots.greedy.make = lambda seed: Bot("spy", "Looks around.", choose_point)
pbrain.main(['--bot', 'greedy'])
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("START 15\nBEGIN\n")
        process.stdin.flush()
        assert process.stdout.readline() == "OK\n"
        assert process.stdout.readline() == "ERROR spy failed: ValueError: loaded: []\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gomokup"], "there is no host 'gomokup'; did you mean gomocup?"),
        (["gomocup", "--bot", "gredy"], "there is no bot 'gredy'; did you mean greedy?"),
        (["gomocup", "--threads", "x"], "threads cannot be 'x'; give a whole number from 1 to 256"),
        ([], "Missing argument 'HOST'."),
    ],
)
def test_tengen_host_refuses_what_it_does_not_know(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tengen.cli.main(["host", *arguments]) == 2
    assert capsys.readouterr().err == f"tengen: {sentence}\n"


def test_tengen_host_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert tengen.cli.main(["host", "--help"]) == 0
    output = capsys.readouterr().out
    assert "Example: tengen host " in output
    assert "gomocup." in output
