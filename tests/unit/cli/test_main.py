"""The command line as a whole: statuses, errors in one line, pipes and signals."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tengen
import tengen.cli
from tengen import NotAvailable, registry
from tengen.cli import main
from tengen.cli._app import app

TENGEN = [sys.executable, "-m", "tengen"]


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TENGEN, *arguments], input=text, capture_output=True, text=True, timeout=30, check=False
    )


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tengen {tengen.__version__}\n"


@pytest.mark.parametrize("name", ["show", "play", "bots"])
def test_every_command_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    assert f"Example: tengen {name}" in capsys.readouterr().out


def test_the_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    output = capsys.readouterr().out
    assert all(f"\n  {name} " in output for name in ("bots", "play", "show"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["shw"], "No such command 'shw'. Did you mean 'show'?"),
        (["show"], "Missing argument 'POSITION'."),
        (["show", "h8", "--sise", "9"], "No such option: --sise"),
        (["show", "h8zz"], "in 'h8zz' at character 3: 'zz' is not a point; "),
        (["show", "h8h8"], "in 'h8h8' at character 3: 'h8' comes a second time; "),
        (["show", "h8", "--size", "4"], "size cannot be '4'; give a whole number from 5 to 26"),
        (["show", "h8", "--size", "ten"], "size cannot be 'ten'; give a whole number from 5 to 26"),
        (["show", "h8", "--rule", "rnju"], "there is no rule 'rnju'; did you mean renju?"),
        (["show", "/no/such/file"], "'/no/such/file' is neither a position nor a file"),
        (["play", "--bot", "greddy"], "there is no bot 'greddy'; did you mean greedy?"),
        (["play", "--size", "27"], "size cannot be '27'; give a whole number from 5 to 26"),
        (["play", "--rule", "x"], "there is no rule 'x'; did you mean "),
        (["play", "--opening", "swap3"], "there is no opening procedure 'swap3'; did you mean "),
        (["play", "--color", "red"], "'red' is not something to play; choose black, white or ran"),
        (["--port", "70000"], "port cannot be '70000'; give a whole number from 0 to 65535"),
        (["play", "--ui", "gtk"], "there is no user interface 'gtk'; did you mean "),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"tengen: {sentence}")
    assert captured.err.count("\n") == 1


def test_other_failures_have_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise NotAvailable("no-extra", "this needs more;\nrun 'pip install tengen[app]'")

    monkeypatch.setattr("tengen.cli.play.run_ui", missing)
    assert main(["play", "--ui", "terminal"]) == 1
    assert capsys.readouterr().err == "tengen: this needs more; run 'pip install tengen[app]'\n"


def test_one_new_file_brings_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hello.py").write_text(
        "from tengen.cli._app import app\n\n\n@app.command()\ndef hello():\n    print('hello')\n"
    )
    monkeypatch.setattr(tengen.cli, "__path__", [*tengen.cli.__path__, str(tmp_path)])
    registry.modules.cache_clear()
    try:
        assert main(["hello"]) == 0
    finally:
        registry.modules.cache_clear()
        sys.modules.pop("tengen.cli.hello", None)
        app.registered_commands.pop()
    assert capsys.readouterr().out == "hello\n"


def test_the_module_runs() -> None:
    done = run("play", "--ui", "terminal", text="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are black (X), tengen is white (O)." in done.stdout


def test_a_conversation_in_a_pipe_is_quiet() -> None:
    done = run("play", "--ui", "terminal", "--bot", "greedy", text="h8\nzz\nundo\nhint\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert done.stdout.count("\n?") == 1


def test_bytes_that_are_no_text_are_refused_like_any_other_line() -> None:
    done = subprocess.run(
        [*TENGEN, "play", "--ui", "terminal"],
        input=b"\xff\xfe\n",
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n?") == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes close differently elsewhere")
def test_a_reader_that_leaves_is_no_matter() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*TENGEN, "show", "h8"], stdout=writing, stderr=subprocess.PIPE, timeout=30, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="streams close differently elsewhere")
def test_closed_streams_are_no_matter() -> None:
    command = f"{sys.executable} -m tengen play --ui terminal <&- >&-"
    done = subprocess.run(
        ["/bin/sh", "-c", command], stderr=subprocess.PIPE, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def interrupt(process: "subprocess.Popen[bytes]") -> int:
    """Press Ctrl-C until the process ends, and return its status.

    Readline may sleep through a signal that comes just before it waits for a key.
    """
    for _ in range(30):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=1)
    process.kill()
    raise AssertionError("Ctrl-C does not end it")


def on_terminal(keys: bytes, *, stop: bytes, **environment: str) -> tuple[bytes, int]:
    """Run the line mode on a terminal of its own, type `keys`, wait for `stop`, interrupt it."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", **environment}
    with subprocess.Popen(
        [*TENGEN, "play", "--ui", "terminal", "--plain"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        os.write(ours, keys)
        seen = b""
        until = time.monotonic() + 20
        while stop not in seen and time.monotonic() < until:
            if select.select([ours], [], [], 1)[0]:
                seen += os.read(ours, 4096)
        status = interrupt(process)
        os.set_blocking(ours, False)
        with contextlib.suppress(OSError):
            seen += os.read(ours, 4096)
        os.close(ours)
    return seen, status


def test_an_interrupt_ends_with_a_short_line_and_status_130() -> None:
    seen, status = on_terminal(b"h8\n", stop=b"tengen plays")
    assert status == 130
    assert b"Good-bye." in seen
    assert b"Traceback" not in seen


def test_a_terminal_gets_colours_unless_it_wants_none() -> None:
    red = b"\x1b[1;31m"
    assert red in on_terminal(b"h8\nshow\n", stop=b"Position", NO_COLOR="")[0]
    assert red not in on_terminal(b"h8\nshow\n", stop=b"Position", NO_COLOR="1")[0]
