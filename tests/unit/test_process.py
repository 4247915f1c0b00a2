"""A child process is fed, timed, measured and ended, whatever it does."""

import gc
import os
import pickle
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import process
from tengen.errors import BotFault, InvalidText
from tengen.process import Child, describe_status, parse_command

MB = 1024 * 1024
Start = Callable[..., Child]

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals and sessions are POSIX")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

PRELUDE = """
import os, signal, subprocess, sys, time
def say(text): print(text, flush=True)
"""

ECHO = "for line in sys.stdin: say(line.strip())"

DOUBLE_FORK = """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            say(os.getpid())
            time.sleep(60)
        os._exit(0)
    os.wait()
    time.sleep(60)
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a script given by its body; whatever the test forgets is closed."""
    children: list[Child] = []

    def begin(body: str, **options: object) -> Child:
        path = tmp_path / f"bot{len(children)}.py"
        path.write_text(PRELUDE + textwrap.dedent(body))
        children.append(Child([str(path)], **options))  # type: ignore[arg-type]
        return children[-1]

    yield begin
    for child in children:
        child.close(0)


@pytest.fixture(params=["native", "portable"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test by the fast way of this system and by the one that works everywhere."""
    if request.param == "portable":
        monkeypatch.setattr(process, "_walk", process._walk_psutil)
        monkeypatch.setattr(process, "_marked", process._marked_psutil)
        monkeypatch.setattr(process, "_write", process._write_threaded)


on_both_ways = pytest.mark.usefixtures("way")


def fault_of(call: Callable[[], object]) -> BotFault:
    with pytest.raises(BotFault) as caught:
        call()
    return caught.value


def is_running(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def wait_until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    deadline = time.perf_counter() + seconds
    while not condition() and time.perf_counter() < deadline:
        time.sleep(0.005)
    return condition()


def own_memory() -> int:
    return int(psutil.Process().memory_info().rss)


def test_what_is_sent_comes_back_in_order(start: Start) -> None:
    child = start(ECHO)
    before = time.perf_counter()
    begun = child.send("BOARD", "7,7,1", "DONE")
    lines = [child.read(5) for _ in range(3)]
    assert [line.text for line in lines] == ["BOARD", "7,7,1", "DONE"]
    assert before <= begun < lines[0].at <= lines[2].at <= time.perf_counter()


def test_the_line_end_and_the_end_of_the_input_can_be_chosen(start: Start) -> None:
    child = start("print(repr(sys.stdin.buffer.read()))", newline="\r\n")
    child.send("ABOUT", "天元")
    child.end_input()
    assert child.read(5).text == repr("ABOUT\r\n天元\r\n".encode())
    assert fault_of(lambda: child.send("x")).code == "closed"


def test_a_line_with_a_line_end_is_not_sent(start: Start) -> None:
    for line in ("a\nb", "a\r"):
        with pytest.raises(InvalidText, match="line end"):
            start(ECHO).send("ok", line)


def test_all_line_ends_are_accepted_and_empty_lines_dropped(start: Start) -> None:
    child = start(r"os.write(1, b'\n\na\r\nb\rc\n\n\r\r\nd e\n'); time.sleep(60)")
    assert [child.read(5).text for _ in range(4)] == ["a", "b", "c", "d e"]
    assert fault_of(lambda: child.read(0.05)).code == "silent"


def test_garbage_is_replaced_and_does_not_raise(start: Start) -> None:
    child = start(r"os.write(1, bytes(range(14, 256)) + b'\nok\n')")
    assert "\ufffd" in child.read(5).text
    assert child.read(5).text == "ok"


def test_a_prompt_without_line_end_is_pending(start: Start) -> None:
    child = start("print('your move> ', end='', flush=True); time.sleep(60)")
    assert wait_until(lambda: child.pending == "your move> ")
    fault = fault_of(lambda: child.read(0.05))
    assert (fault.code, fault.arguments["pending"]) == ("silent", "your move> ")


def test_lines_and_pending_text_outlive_the_process(start: Start) -> None:
    child = start("print('7,7'); print('half', end='')")
    assert child.wait(5) == 0
    assert child.read(1).text == "7,7"
    fault = fault_of(lambda: child.read(1))
    assert (fault.code, fault.arguments["pending"]) == ("crashed", "half")


def test_lines_carry_the_time_of_arrival_not_of_reading(start: Start) -> None:
    child = start("say('a'); time.sleep(0.3); print('b', flush=True)")
    assert child.wait(10) == 0
    time.sleep(0.2)
    now = time.perf_counter()
    first, second = child.read(1), child.read(1)
    assert second.at < now - 0.15
    assert 0.25 < second.at - first.at < 2.0


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", b"\xc3", b"\xa9", b"bc"])))
def test_lines_do_not_depend_on_how_they_are_cut(chunks: list[bytes]) -> None:
    pipes = SimpleNamespace(pid=0, stdin=1, stdout=2, stderr=3)
    whole, pieces = (process._Pump(pipes, 99, False) for _ in "12")  # type: ignore[arg-type]
    with whole._news, pieces._news:
        for chunk in chunks:
            pieces._feed(chunk, 0.0)
        whole._feed(b"".join(chunks) or b"\n", 0.0)
    assert list(pieces._lines) == list(whole._lines)
    assert pieces.pending == whole.pending


def test_silence_ends_by_the_watchdog_in_time(start: Start) -> None:
    child = start("input(); time.sleep(0.2); print('7,7')")
    begun = time.perf_counter()
    fault = fault_of(lambda: child.read(0.2))
    assert 0.2 <= time.perf_counter() - begun < 1.0
    assert fault.code == "silent"
    assert "within 0.2 s" in str(fault)
    child.send("go")
    assert fault_of(lambda: child.read(-1)).code == "silent"
    assert child.read(5).text == "7,7"


def test_there_is_no_unlimited_read(start: Start) -> None:
    for timeout in (float("inf"), float("nan")):
        with pytest.raises(InvalidText, match="finite"):
            start(ECHO).read(timeout)


def test_an_exit_status_is_said_in_words_with_the_last_of_stderr(start: Start) -> None:
    child = start("print('bad index', file=sys.stderr); sys.exit(3)")
    fault = fault_of(lambda: child.read(5))
    assert fault.code == "crashed"
    assert str(fault).endswith("bot0.py' exited with status 3")
    assert fault.arguments["status"] == child.status == 3
    assert fault.arguments["stderr"] == ("bad index",)
    assert pickle.loads(pickle.dumps(fault)).arguments == fault.arguments


@posix_only
def test_a_signal_is_said_in_words(start: Start) -> None:
    child = start("os.kill(os.getpid(), signal.SIGKILL)")
    fault = fault_of(lambda: child.read(5))
    assert fault.arguments["ending"] == "was killed by SIGKILL (killed)"
    assert describe_status(-11) == "was killed by SIGSEGV (segmentation fault)"
    assert describe_status(-63).startswith("was killed by a signal (")
    assert describe_status(0xC0000005) == "died of the Windows error 0xc0000005"


def test_sending_to_a_dead_child_is_a_fault(start: Start) -> None:
    child = start("sys.exit(4)")
    assert child.wait(5) == 4
    fault = fault_of(lambda: child.send("TURN 7,7"))
    assert (fault.code, fault.arguments["status"]) == ("crashed", 4)


@pytest.mark.parametrize("fd", [0, 1])
def test_a_child_that_hangs_up_but_lives_is_a_fault(start: Start, fd: int) -> None:
    child = start(f"say('so long'); os.close({fd}); time.sleep(60)")
    assert child.read(5).text == "so long"
    call = (lambda: child.send("x")) if fd == 0 else (lambda: child.read(5))
    time.sleep(0.05 if fd == 0 else 0)
    assert fault_of(call).code == "hung-up"


@posix_only
def test_a_death_is_seen_although_a_grandchild_holds_the_output(start: Start) -> None:
    child = start("subprocess.Popen(['sleep', '60']); sys.exit(5)")
    assert child.wait(5) == 5
    fault = fault_of(lambda: child.read(0.05))
    assert (fault.code, fault.arguments["status"]) == ("crashed", 5)


@on_both_ways
def test_a_child_that_never_reads_does_not_hang_us(start: Start) -> None:
    child = start("say('up'); time.sleep(60)")
    child.read(5)
    begun = time.perf_counter()
    fault = fault_of(lambda: child.send("x" * 5 * MB, timeout=0.2))
    assert fault.code == "not-reading"
    assert 0.2 <= time.perf_counter() - begun < 2.0
    # Half a line is in the pipe: the next one must not be glued to it.
    assert fault_of(lambda: child.send("y", timeout=60)).code == "not-reading"
    child.end_input()
    child.close(0)
    assert not is_running(child.pid)


@on_both_ways
def test_megabytes_reach_a_child_that_reads_late(start: Start) -> None:
    child = start("time.sleep(0.1); print(len(sys.stdin.readline()), flush=True); sys.exit(1)")
    child.send("x" * 3 * MB)
    assert child.read(5).text == str(3 * MB + 1)
    assert child.wait(5) == 1
    assert fault_of(lambda: child.send("y")).code == "crashed"


def test_a_flood_of_lines_is_a_fault_and_leaves_memory_flat(start: Start) -> None:
    before = own_memory()
    child = start("while True: print('spam', flush=False)")
    assert wait_until(lambda: child._pump.flood != "")
    time.sleep(0.1)
    fault = fault_of(lambda: child.read(5))
    assert fault.code == "flood"
    assert "10000 lines" in str(fault)
    assert own_memory() - before < 20 * MB
    child.close(0)
    assert not is_running(child.pid)


def test_an_endless_line_is_a_fault_and_leaves_memory_flat(start: Start) -> None:
    before = own_memory()
    child = start("while True: os.write(1, b'x' * 100_000)")
    fault = fault_of(lambda: child.read(5))
    assert fault.code == "flood"
    assert "a line of more than 65536 bytes" in str(fault)
    assert fault.arguments["pending"] == "x" * 200
    assert own_memory() - before < 20 * MB


def test_longer_lines_can_be_allowed_and_flood_by_their_bytes(start: Start) -> None:
    child = start("for _ in range(40): print('x' * 600_000)\ntime.sleep(60)", line_limit=MB)
    assert len(child.read(5).text) == 600_000
    assert wait_until(lambda: child._pump.flood != "")
    assert fault_of(lambda: child.read(1)).code == "flood"


def test_endless_empty_lines_are_silence(start: Start) -> None:
    before = own_memory()
    child = start(r"while True: os.write(1, b'\r\n' * 30_000)")
    assert fault_of(lambda: child.read(0.3)).code == "silent"
    assert own_memory() - before < 20 * MB


def test_a_reader_that_keeps_up_reads_more_than_the_queue_holds(start: Start) -> None:
    child = start("for i in range(30_000): say(i) or i % 500 or input()")
    for number in range(30_000):
        assert child.read(5).text == str(number)
        if number % 500 == 0:
            child.send("more")


def test_stderr_is_kept_apart_and_only_its_end(start: Start) -> None:
    before = own_memory()
    child = start("""
        for i in range(400_000): sys.stderr.write(f"noise number {i} " + "x" * 80 + "\\n")
        sys.stderr.write("\\r\\nlast words")
        sys.stderr.flush()
        say("7,7")
        time.sleep(60)
    """)
    assert child.read(20).text == "7,7"
    assert wait_until(lambda: child.stderr_tail[-1] == "last words")
    assert len(child.stderr_tail) == 50
    assert child.stderr_tail[-2].startswith("noise number 399999 ")
    assert own_memory() - before < 20 * MB


def test_a_polite_child_ends_by_itself_within_the_grace(start: Start) -> None:
    child = start("sys.stdin.read(); print('bye'); sys.exit(7)")
    child.close(10)
    assert child.status == 7
    assert child.read(0).text == "bye"


@posix_only
def test_a_stubborn_child_is_killed_after_the_grace(start: Start) -> None:
    child = start("""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        say('up')
        while True: time.sleep(60)
    """)
    child.read(5)
    child.send("END")
    begun = time.perf_counter()
    child.close(0.2)
    assert 0.2 <= time.perf_counter() - begun < 2.0
    assert child.status == -signal.SIGKILL
    assert not psutil.pid_exists(child.pid)


def test_close_may_be_called_again_and_what_is_known_stays(start: Start) -> None:
    child = start("say('7,7'); print('hm', file=sys.stderr, flush=True); input()")
    assert wait_until(lambda: child.stderr_tail == ("hm",))
    used = child.usage()
    for _ in range(3):
        child.close(0)
    assert child.read(0).text == "7,7"
    assert child.usage().memory >= used.memory > 0
    assert child.usage().processes == 0
    assert fault_of(lambda: child.read(5)).code == "closed"
    assert fault_of(lambda: child.send("x")).code == "closed"


@on_both_ways
@posix_only
@pytest.mark.parametrize(
    "body",
    [
        "say(subprocess.Popen(['sleep', '60']).pid); time.sleep(60)",
        "say(subprocess.Popen(['sleep', '60']).pid)",
        "say(subprocess.Popen(['setsid', 'sleep', '60']).pid); time.sleep(60)",
        "say(subprocess.Popen(['setsid', 'sleep', '60']).pid)",
        "say(subprocess.Popen(['sleep', '60'], env={}, start_new_session=True).pid); input()",
        DOUBLE_FORK,
    ],
    ids=["child", "orphan", "session", "orphan-session", "without-environment", "double-fork"],
)
def test_everything_the_child_started_is_killed(start: Start, body: str) -> None:
    child = start(body)
    grandchild = int(child.read(5).text)
    assert is_running(grandchild)
    child.close(0.1)
    assert not is_running(grandchild)
    assert not is_running(child.pid)
    assert all(not thread.name.endswith(f"-{child.pid}") for thread in threading.enumerate())


@posix_only
def test_a_daemon_without_marker_is_killed_if_it_was_seen_once(start: Start) -> None:
    sleep = "subprocess.Popen(['sleep', '60'], env={}, start_new_session=True)"
    child = start(f"say({sleep}.pid); input()")
    daemon = int(child.read(5).text)
    assert child.usage().processes == 2
    child.send("")
    assert child.wait(5) == 0
    assert child.usage().processes == 1
    child.close(0)
    assert not is_running(daemon)


@posix_only
def test_an_orphan_in_the_group_is_killed_without_marker(start: Start) -> None:
    child = start("print(subprocess.Popen(['sleep', '60'], env={}).pid)")
    assert child.wait(5) == 0
    child.close(0)
    orphan = int(child.read(0).text)
    assert wait_until(lambda: not is_running(orphan), 1)


def test_closing_wakes_a_reader_and_a_sender(start: Start) -> None:
    child = start("time.sleep(60)")
    codes: list[str] = []

    def run(call: Callable[[], object]) -> None:
        codes.append(fault_of(call).code)

    calls = [lambda: child.read(60), lambda: child.send("x" * MB, timeout=60)]
    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    child.close(0.1)
    for thread in threads:
        thread.join(2)
    assert codes == ["closed", "closed"]


def test_a_context_closes_also_by_an_exception(start: Start) -> None:
    child = start("say(1); sys.stdin.read(); time.sleep(0.5)")
    child.read(5)
    with pytest.raises(KeyError), child:
        raise KeyError
    assert child.status != 0  # There was no grace.
    assert not is_running(child.pid)


def test_a_forgotten_child_is_killed() -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(60)"])
    pid, threads = child.pid, list(child._pump._threads)
    del child
    gc.collect()
    assert not is_running(pid)
    assert not any(thread.is_alive() for thread in threads)


@posix_only
@pytest.mark.parametrize("ending", ["sys.exit(1)", "raise KeyError", "pass"])
def test_no_child_survives_the_end_of_the_interpreter(ending: str) -> None:
    done = run_python(f"child = Child(['sleep', '60'])\nprint(child.pid, flush=True)\n{ending}")
    assert not is_running(int(done.stdout))
    assert "Warning" not in done.stderr


@posix_only
def test_a_fork_of_the_parent_does_not_kill_the_child() -> None:
    done = run_python("""
        child = Child(["cat"])
        if os.fork() == 0:
            sys.exit(0)
        os.wait()
        child.send("alive")
        print(child.read(5).text)
    """)
    assert done.stdout == "alive\n"


@posix_only
def test_a_killed_parent_leaves_no_child_that_reads_its_input() -> None:
    done = run_python("""
        child = Child(["cat"])
        child.send("up")
        print(child.read(5).text, child.pid, flush=True)
        os.kill(os.getpid(), 9)
    """)
    assert done.returncode == -9
    assert done.stdout.startswith("up ")
    assert wait_until(lambda: not is_running(int(done.stdout[3:])))


def run_python(code: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "error"}
    prelude = "import os, sys\nfrom tengen.process import Child\n"
    command = [sys.executable, "-c", prelude + textwrap.dedent(code)]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=20)


@linux_only
def test_two_hundred_lives_leak_nothing() -> None:
    def counts() -> tuple[int, int, int]:
        files = len(list(Path("/proc/self/fd").iterdir()))
        return files, threading.active_count(), len(psutil.Process().children())

    before = counts()
    for number in range(200):
        with Child(["cat"]) as child:
            if number % 2:
                child.send("x")
                assert child.read(5).text == "x"
    assert counts() == before


@on_both_ways
def test_usage_counts_the_whole_tree(start: Start) -> None:
    body = """
        grab = "b = b'x' * 60_000_000; print(1, flush=True); input()"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        grandchild = subprocess.Popen([sys.executable, "-c", grab], **pipes)
        grandchild.stdout.readline()
        block = b"x" * 100_000_000
        while time.process_time() < 0.3: pass
        say("full"), input()
        del block
        say("free"), input()
    """
    child = start(body, memory_limit=120 * MB)
    assert child.read(10).text == "full"
    full = child.usage()
    assert full.processes == 2
    assert full.seconds >= 0.3
    assert 160_000_000 < full.memory < 260_000_000
    child.send("x")
    assert child.read(5).text == "free"
    assert child.usage().memory >= full.memory
    assert child.over_memory()


@linux_only
def test_the_peak_is_known_after_it_has_passed(start: Start) -> None:
    child = start("b = b'x' * 80_000_000; del b; say(1); input()")
    child.read(5)
    assert child.usage().memory > 80_000_000
    assert not child.over_memory()


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    for name in ("no-such-bot", str(tmp_path / "missing"), str(tmp_path / "missing.py")):
        fault = fault_of(lambda name=name: Child([name]))  # type: ignore[misc]
        assert (fault.code, str(fault)) == ("not-found", f"there is no program {name!r}")


@posix_only
def test_what_cannot_be_executed_is_named(tmp_path: Path) -> None:
    fault = fault_of(lambda: Child([str(tmp_path)]))
    assert (fault.code, "is a directory" in str(fault)) == ("not-executable", True)
    plain = tmp_path / "plain"
    plain.write_text("hello")
    fault = fault_of(lambda: Child([str(plain)]))
    assert (fault.code, "chmod +x" in str(fault)) == ("not-executable", True)
    plain.chmod(0o755)
    fault = fault_of(lambda: Child([str(plain)]))
    assert (fault.code, fault.arguments["reason"]) == ("not-executable", "Exec format error")
    plain.write_text("#!/no/such/interpreter\n")
    assert fault_of(lambda: Child([str(plain)])).code == "not-executable"
    assert fault_of(lambda: Child(["cat", "a\0b"])).code == "not-started"
    assert fault_of(lambda: Child(["/" + "x" * 9999])).code == "not-started"
    fault = fault_of(lambda: Child(["cat"], cwd=tmp_path / "nowhere"))
    assert (fault.code, "no directory" in str(fault)) == ("not-found", True)


@posix_only
def test_relative_programs_are_seen_from_here_and_run_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("bot.py").write_text("import os, sys; print(os.path.basename(os.getcwd()), *sys.argv[1:])")
    Path("bot").write_text("#!/bin/sh\necho shell $1\n")
    Path("bot").chmod(0o755)
    for command, answer in [
        ("bot.py 'a b'", "there a b"),
        ("./bot.py", "there"),
        ("bot x", "shell x"),
        (["./bot", "y"], "shell y"),
    ]:
        with Child(command, cwd="there") as child:
            assert child.read(5).text == answer


def test_the_environment_can_be_replaced_and_is_marked(start: Start) -> None:
    child = start("print(sorted(os.environ))", env={"SEED": "1"})
    text = child.read(5).text
    assert "'SEED'" in text
    assert "'TENGEN_CHILD_" in text
    assert "'HOME'" not in text


def test_a_command_must_name_a_program() -> None:
    for text in ("", "  ", "''"):
        with pytest.raises(InvalidText, match="names no program"):
            parse_command(text)
    for words in ([], [""]):
        with pytest.raises(InvalidText, match="names no program"):
            Child(words)
    for posix in (True, False):
        with pytest.raises(InvalidText, match="unbalanced quotes in"):
            parse_command('bot "half', posix=posix)


def test_commands_are_split_as_on_windows() -> None:
    words = parse_command(r'"C:\My Bots\bot.exe" --depth 4 C:\x', posix=False)
    assert words == [r"C:\My Bots\bot.exe", "--depth", "4", r"C:\x"]


@given(st.lists(st.text(min_size=1, max_size=9), min_size=1, max_size=4))
def test_commands_come_back_from_their_text(words: list[str]) -> None:
    assert parse_command(shlex.join(words), posix=True) == words
