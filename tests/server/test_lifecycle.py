"""How a server begins, is killed, comes back and ends; whatever happens, no game is lost."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from webserver import PATIENCE, Server, Visitor

TWO_STONES = "black:h8_white:i9_turn:black"
"""A single stone would be answered at once, perhaps before anybody is told of the thinking."""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that these tests kill and start again, one after another."""
    server = Server(tmp_path_factory.mktemp("own") / "games.sqlite")
    yield server
    server.stop()


@pytest.fixture
def anna(own: Server) -> Iterator[Visitor]:
    with own.visitor() as visitor:
        visitor.get("/api/health")
        yield visitor


def tengen(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `tengen` to its end."""
    command = [sys.executable, "-m", "tengen", "--no-browser", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def wait_for_thinking(visitor: Visitor, game: str) -> None:
    """Wait until an engine works on a game."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        thinking = visitor.state(game)["thinking"]
        if thinking is not None and thinking["stage"] == "thinking":
            return
        time.sleep(0.01)
    raise AssertionError("no engine thinks")


def test_a_game_goes_on_after_kill_9_of_server_and_engine(own: Server, anna: Visitor) -> None:
    game = anna.new_game(white="tengen")
    waiting = anna.new_game(white="you", clock={"game": 60})
    anna.do(waiting, "move", point="h8")
    anna.do(game, "move", point="h8")
    wait_for_thinking(anna, game)
    own.kill()
    own.restart()
    # Nobody has looked at it, and yet its bot moves.
    state = anna.wait_for_turn(game)
    assert len(state["game"]["moves"]) == 2
    assert state["you"] == ["black"]
    assert anna.do(game, "move", point="a1", seq=state["seq"])["is"] == "ok"
    kept = anna.state(waiting)
    assert kept["game"]["moves"] == ["h8"]
    assert kept["clock"]["running"] == "white"
    assert kept["clock"]["white_ms"] > 55_000


def test_a_worker_that_is_killed_in_mid_thinking_is_replaced(own: Server, anna: Visitor) -> None:
    game = anna.new_game(white="tengen", position=TWO_STONES)
    with anna.watch(game) as socket_:
        socket_.read()
        socket_.send(do="move", point="g9")
        socket_.read_until(what="thinking")
        for pid in own.children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        note = socket_.read_until(**{"is": "note", "what": "restarted"})
        assert note["stage"] == "thinking"
        assert socket_.read_until(**{"is": "move"})["by"] == "white"


def test_a_closed_tab_in_mid_thinking_changes_nothing(anna: Visitor) -> None:
    game = anna.new_game(white="tengen", position=TWO_STONES)
    with anna.watch(game) as socket_:
        socket_.read()
        socket_.send(do="move", point="g9")
        socket_.read_until(what="thinking")
        socket_.send(do="hint")
    assert len(anna.wait_for_turn(game)["game"]["moves"]) == 2


@pytest.mark.skipif(not hasattr(psutil.Process, "rlimit"), reason="only Linux limits others")
def test_what_cannot_be_stored_has_not_happened(own: Server, anna: Visitor) -> None:
    game = anna.new_game(white="you")
    process = psutil.Process(own.process.pid)
    with anna.watch(game) as socket_:
        socket_.read()
        process.rlimit(psutil.RLIMIT_FSIZE, (0, -1))
        try:
            socket_.send(do="move", point="h8", id="lost")
            assert socket_.read_until(what="store")["ok"] is False
            answer = socket_.read_until(id="lost")
            assert answer["code"].startswith("store-")
            assert anna.state(game)["game"]["moves"] == []
            assert anna.post("/api/games", {"white": "you"}).status_code == 503
        finally:
            process.rlimit(psutil.RLIMIT_FSIZE, (-1, -1))
        socket_.send(do="move", point="h8", id="kept")
        assert socket_.read_until(id="kept")["is"] == "ok"
    own.kill()
    own.restart()
    assert anna.state(game)["game"]["moves"] == ["h8"]


def test_a_second_tengen_on_the_same_store_names_the_first(own: Server) -> None:
    done = tengen("--store", str(own.store))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"already running at {own.address}\n"


def test_a_port_that_is_taken_is_one_line(own: Server, tmp_path: Path) -> None:
    done = tengen("--store", str(tmp_path / "other.sqlite"), "--port", str(own.port))
    assert done.returncode == 1
    assert done.stderr.startswith(f"tengen: port {own.port} on 127.0.0.1 cannot be used: ")
    assert done.stderr.count("\n") == 1


def test_without_a_wish_the_next_free_port_is_taken() -> None:
    from tengen.ui.web.serve import listen

    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_a_store_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("not a database, but long enough to look like a file\n")
    done = tengen("--store", str(tmp_path / "text.sqlite"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_it_soon_with_sockets_open_and_no_child_left(
    own: Server, anna: Visitor
) -> None:
    game = anna.new_game(white="tengen", position=TWO_STONES)
    children = own.children()
    assert len(children) >= 3
    codes: list[int] = []
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(anna.watch(game)) for _ in range(5)]
        for each in sockets:
            each.read()
        sockets[0].send(do="move", point="g9")
        sockets[0].read_until(what="thinking")
        readers = [
            threading.Thread(target=lambda s=each: codes.append(s.closed()[0])) for each in sockets
        ]
        for reader in readers:
            reader.start()
        own.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, stderr = own.process.communicate(timeout=PATIENCE)
        seconds = time.monotonic() - begun
        for reader in readers:
            reader.join(PATIENCE)
    assert stderr == ""
    assert own.process.returncode == 0
    assert codes == [1012] * 5
    # Two seconds where the machine is free; a busy one has others to serve.
    assert seconds < max(2.0, 2.0 * os.getloadavg()[0])
    assert not [pid for pid in children if psutil.pid_exists(pid)]
    own.restart()
