"""One supervised child process that speaks lines both ways.

Every read has a watchdog, every fault of the child is a `BotFault` with a code, nothing the child
prints can fill our memory, and `close` ends the child together with everything it started.
Times are seconds; instants are `time.perf_counter()`, monotonic and fine-grained on every system.

When our own process ends, normally or by an exception, an exit guard kills its children. When it
is killed outright (SIGKILL, or SIGTERM without a handler) they only see the end of their input; a
program that ignores it lives on. The parent-death signal of Linux is deliberately not used: it
fires when the *thread* that started the child ends, and needs unsafe code between fork and exec.
"""

import contextlib
import errno
import math
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import IO, NamedTuple, Self

from tengen.errors import BotFault, InvalidText

LINE_LIMIT = 64 * 1024  # Bytes in one line.
QUEUE_LINES = 10_000  # Lines that may wait unread,
QUEUE_BYTES = 4 * 1024 * 1024  # and how long they may be together.
STDERR_BYTES = 64 * 1024  # What is remembered of stderr,
STDERR_LINES = 50  # and how many lines of it are shown.

_CHUNK = 64 * 1024  # The capacity of a pipe on Linux: one read empties it.
_SETTLE = 0.25  # How long a program that closed its output gets to become a dead program.
_KILL_PATIENCE = 2.0  # Processes that outlive SIGKILL for so long are stuck in the kernel.
_PAUSE = 0.002  # Between two looks whether a process is gone. Nothing else here polls.
_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows knows one way to end a process.
_WINDOWS_FLAGS = 0x08000200 if os.name == "nt" else 0  # New process group, no console window.
_TEXT = re.compile(rb"[^\r\n]+")
_TEXT_WITH_CR = re.compile(rb"[^\n]+")


class Line(NamedTuple):
    """One line of the child's standard output."""

    text: str  # Without its line end; bytes that are not UTF-8 are replaced.
    at: float  # When it arrived, by `time.perf_counter()`, however late it was asked for.


class Usage(NamedTuple):
    """What a child and everything it started have used so far."""

    memory: int  # Bytes: the sum of the peaks of all living processes, the largest ever seen.
    seconds: float  # Processor time, user and system.
    processes: int  # How many are alive.


def parse_command(text: str, *, posix: bool = os.name == "posix") -> list[str]:
    """Split a command line into words, with quotes as in a shell (`posix`) or as on Windows."""
    try:
        words = shlex.split(text, posix=posix)
    except ValueError:
        raise InvalidText("unbalanced-quotes", "unbalanced quotes in {text!r}", text=text) from None
    if not posix:
        words = [word[1:-1] if word[0] == word[-1] == '"' else word for word in words]
    if not words or not words[0]:
        raise InvalidText("empty-command", "the command {text!r} names no program", text=text)
    return words


def describe_status(status: int) -> str:
    """Say in words how a process ended: an exit status, or a signal (negative, as in Popen)."""
    if status < 0:
        name = next((known.name for known in signal.Signals if known == -status), "a signal")
        return f"was killed by {name} ({str(signal.strsignal(-status)).lower()})"
    if status >= 0xC0000000:
        return f"died of the Windows error {status:#x}"
    return f"exited with status {status}"


class Child:
    """A running program; the constructor starts it.

    One thread may read while others send, ask for usage or close. A `.py` file is run by our own
    Python. `env` replaces the environment. A relative program is seen from our directory, not from
    `cwd`. With `keep_cr` only LF ends a line. `started` is the instant just before the start.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        newline: str = "\n",
        memory_limit: int | None = None,
        line_limit: int = LINE_LIMIT,
        keep_cr: bool = False,
    ) -> None:
        words = parse_command(command) if isinstance(command, str) else list(command)
        if not words or not words[0]:
            raise InvalidText("empty-command", "the command {words} names no program", words=words)
        # The marker is in the variable's name, so that a child of a child carries both markers.
        marker = f"TENGEN_CHILD_{os.urandom(8).hex()}"
        environment = {**(os.environ if env is None else env), marker: "1"}
        self.program = words[0]
        self.memory_limit = memory_limit
        self._newline = newline
        self._closing = threading.RLock()
        self._is_jammed = False  # Part of a line may be in the pipe.
        self.started = perf_counter()
        popen = _start(words, cwd, environment)
        self.pid = popen.pid
        self._tree = _Tree(popen, marker)
        self._pump = _Pump(popen, line_limit, keep_cr)
        # Runs once: in close(), when the Child is forgotten, or when the interpreter ends. It
        # must not refer to the Child itself, and neither may the pump's threads.
        self._finish = weakref.finalize(self, _finish, os.getpid(), self._tree, self._pump)
        self._pump.start()

    @property
    def status(self) -> int | None:
        """The exit status, or the signal as a negative number; None while it runs."""
        return self._tree.status()

    @property
    def pending(self) -> str:
        """What stdout holds of a line without its end, such as a prompt; also after the end."""
        return self._pump.pending.decode("utf-8", "replace")

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines of stderr that are not empty, oldest first."""
        lines: list[bytes] = _TEXT.findall(bytes(self._pump.stderr[-STDERR_BYTES:]))
        return tuple(line.decode("utf-8", "replace") for line in lines[-STDERR_LINES:])

    def send(self, *lines: str, timeout: float = 5.0) -> float:
        """Send lines in one write; return the instant just before it, where a clock may start.

        Raises `BotFault`: "not-reading" after `timeout` seconds with a full pipe, and from then
        on, since half a line may be written; "crashed" or "hung-up" when nobody can read.
        """
        if any(end in line for line in lines for end in "\r\n"):
            raise InvalidText("line-end", "a line end within the lines {lines!r}", lines=lines)
        seconds = _bounded(timeout)
        data = "".join(line + self._newline for line in lines).encode("utf-8", "replace")
        with self._pump.sending:
            if self._pump.stdin.closed:
                raise self._fault("closed", "the input of {program!r} was closed before")
            begun = perf_counter()
            try:
                if not self._is_jammed:
                    self._is_jammed = not _write(self._pump.stdin.fileno(), data, seconds)
            except OSError:  # A broken pipe; Windows has several names for it.
                raise self._end_fault() from None
            if self._is_jammed:
                raise self._fault("not-reading", "{program!r} does not read its input")
        return begun

    def end_input(self) -> None:
        """Close the child's stdin, as the end of a file; later sends are refused."""
        with self._pump.sending:
            if not self._is_jammed:  # On Windows a writer may still be blocked in it.
                self._pump.stdin.close()

    def read(self, timeout: float) -> Line:
        """Return the next line of stdout that is not empty, waiting at most `timeout` seconds.

        Lines that have arrived are delivered before any fault but a flood. Raises `BotFault`:
        "silent" when time is up, "crashed" when the process has ended, "hung-up" when it closed
        its output and runs on, "flood" when it printed too much, "closed" after `close`.
        """
        seconds = _bounded(timeout)
        line = self._pump.next_line(seconds)
        if line is not None:
            return line
        if self._pump.flood:
            raise self._fault("flood", "{program!r} printed {amount}", amount=self._pump.flood)
        # A process may die while something it started holds the pipe open: no end of file comes.
        if not self._pump.is_ended and self._tree.status() is None:
            template = "{program!r} printed no complete line within {seconds:.3g} s"
            raise self._fault("silent", template, seconds=seconds)
        raise self._end_fault()

    def wait(self, timeout: float) -> int | None:
        """Wait at most `timeout` seconds for the process to end; return its status or None."""
        return self._tree.wait(_bounded(timeout))

    def usage(self) -> Usage:
        """Look at the whole process tree now and return what it has used so far.

        On Linux a process takes about 0.1 ms and each further thread of it 0.02 ms. Processes that
        live and die between two calls are missing; pages shared by forked ones count for each.
        """
        return self._tree.usage()

    def over_memory(self) -> bool:
        """Look now, and say whether the tree has ever been seen above `memory_limit`."""
        return self.memory_limit is not None and self.usage().memory > self.memory_limit

    def close(self, grace: float = 1.0) -> None:
        """End the child and all it started: end its input, wait `grace` seconds, then kill.

        May be called often and from any thread, and raises no fault. Afterwards `status`,
        `pending`, `stderr_tail`, `usage` and the lines not yet read can still be asked for.
        """
        with self._closing:
            if not self._finish.alive:
                return
            seconds = _bounded(grace)
            # Whoever is seen now is remembered even if its parent ends during the grace.
            self._tree.usage()
            # A send in another thread may be stuck; then the kill will free it.
            if self._pump.sending.acquire(timeout=seconds):
                self._pump.sending.release()
                self.end_input()
                self._tree.wait(seconds)
            self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(1.0 if kind is None else 0.0)

    def _fault(self, code: str, template: str, **arguments: object) -> BotFault:
        """Return a fault that also carries the program's name and what it last printed."""
        arguments |= {"program": self.program, "pending": self.pending, "stderr": self.stderr_tail}
        return BotFault(code, template, **arguments)

    def _end_fault(self) -> BotFault:
        """Return why nothing can be exchanged any more, after a moment for the facts to settle."""
        if not self._finish.alive:
            return self._fault("closed", "{program!r} was closed")
        status = self._tree.wait(_SETTLE)
        if status is None:
            return self._fault("hung-up", "{program!r} closed its input or output and runs on")
        self._pump.join(_SETTLE)  # For the last words on stderr.
        ending = describe_status(status)
        return self._fault("crashed", "{program!r} {ending}", status=status, ending=ending)


def _bounded(seconds: float) -> float:
    """Return a waiting time that the system takes; there is no unlimited one."""
    if not math.isfinite(seconds):
        raise InvalidText("endless", "a time limit must be finite, not {seconds}", seconds=seconds)
    return min(max(seconds, 0.0), 1e6)  # Eleven days; systems count milliseconds in 32 bits.


def _resolve(words: list[str], search_path: str | None) -> list[str]:
    """Return the command with the program as an absolute path, or raise why it cannot run."""
    name, rest = words[0], words[1:]
    is_script = name.lower().endswith(".py")
    path = Path(name).absolute()
    is_bare = path.name == name and not is_script
    if is_bare and (found := shutil.which(name, path=search_path)):
        return [str(Path(found).absolute()), *rest]
    if path.is_dir():
        raise BotFault("not-executable", "{path!r} is a directory, not a program", path=name)
    if not path.exists():
        raise BotFault("not-found", "there is no program {path!r}", path=name)
    if is_script:
        return [sys.executable, str(path), *rest]
    if not os.access(path, os.X_OK):
        raise BotFault("not-executable", "{path!r} is not executable; try chmod +x", path=name)
    return [str(path), *rest]


def _start(
    words: list[str], cwd: str | os.PathLike[str] | None, environment: dict[str, str]
) -> "subprocess.Popen[bytes]":
    """Start the process in its own session, or raise the system's reason as a fault."""
    pipe = subprocess.PIPE
    try:
        if cwd is not None and not Path(cwd).is_dir():
            raise BotFault("not-found", "there is no directory {path!r}", path=os.fspath(cwd))
        return subprocess.Popen(  # noqa: S603 - Starting what the user names is the purpose.
            _resolve(words, environment.get("PATH")),
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            cwd=cwd,
            env=environment,
            start_new_session=True,
            creationflags=_WINDOWS_FLAGS,
        )
    except (OSError, ValueError) as error:
        # A script without "#!", a program for another machine, a missing interpreter, too many
        # open files: the sentence of the system is the best there is.
        is_format = getattr(error, "errno", None) in {errno.ENOENT, errno.ENOEXEC, errno.EACCES}
        code = "not-executable" if is_format else "not-started"
        template = "{path!r} cannot be started: {reason}"
        reason = getattr(error, "strerror", None) or str(error)
        raise BotFault(code, template, path=words[0], reason=reason) from None


def _finish(owner: int, tree: "_Tree", pump: "_Pump") -> None:
    """Kill the tree, reap the child, end the threads, close the pipes."""
    if os.getpid() != owner:
        return  # We are a fork of the process that owns the child.
    tree.kill()
    # All writers are dead. Should a process have escaped us that holds a pipe, its thread stays,
    # blocked, until that process ends: no system can call off a blocked read safely.
    pump.join(_SETTLE)
    pump.end()
    # A send in another thread has met a broken pipe by now; it may not lose its file under way.
    with pump.sending:
        pump.stdin.close()


class _Pump:
    """Moves what a child prints into bounded memory, by one thread for each pipe.

    Threads, because Windows cannot watch pipes, and arrival must be stamped while nobody reads.
    `_news` guards what they fill. Nothing here refers to the Child, so that a forgotten Child is
    collected while its pump runs; the lock is re-entrant because that collection, which stops the
    pump, may happen to run in a thread of the pump.
    """

    def __init__(self, popen: "subprocess.Popen[bytes]", line_limit: int, keep_cr: bool) -> None:
        assert popen.stdin is not None
        self.stdin = popen.stdin
        self.sending = threading.Lock()  # Held while stdin is written or closed.
        self.pending = b""  # The line that has no end yet.
        self.stderr = bytearray()  # At most twice STDERR_BYTES.
        self.flood = ""  # Not empty: what was too much, and nothing is read any more.
        self.is_ended = False  # No more lines will come.
        self._line_limit, self._text = line_limit, _TEXT_WITH_CR if keep_cr else _TEXT
        self._lines: deque[Line] = deque()
        self._waiting = 0  # Characters in all `_lines`.
        self._news = threading.Condition(threading.RLock())
        self._threads = [
            threading.Thread(target=self._run, args=args, name=f"pump-{popen.pid}", daemon=True)
            for args in ((popen.stdout, self._feed), (popen.stderr, self._keep))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def next_line(self, seconds: float) -> Line | None:
        """Return the oldest line; None after `seconds`, at the end, or at once after a flood."""
        with self._news:
            self._news.wait_for(lambda: self._lines or self.is_ended, seconds)
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._waiting -= len(line.text)
            return line

    def join(self, seconds: float) -> None:
        """Wait at most `seconds` for the end of each pipe."""
        for thread in self._threads:
            if thread.ident and thread is not threading.current_thread():
                thread.join(seconds)

    def _run(self, file: IO[bytes], store: Callable[[bytes, float], None]) -> None:
        fd = file.fileno()
        # Closing the pipe after a flood also breaks it for the child, which mostly ends by that.
        with file:
            while not self.flood and (chunk := os.read(fd, _CHUNK)):
                at = perf_counter()
                with self._news:
                    store(chunk, at)
        if store == self._feed:
            self.end()

    def end(self) -> None:
        """Let nobody wait for another line."""
        with self._news:
            self.is_ended = True
            self._news.notify_all()

    def _keep(self, chunk: bytes, _at: float) -> None:
        """Remember the end of stderr; it is cut into lines only when somebody asks."""
        self.stderr += chunk
        if len(self.stderr) > 2 * STDERR_BYTES:
            del self.stderr[:-STDERR_BYTES]

    def _feed(self, chunk: bytes, at: float) -> None:
        """Cut stdout into lines. LF, CR LF and CR all end a line, since empty ones are dropped."""
        pieces: list[bytes] = self._text.findall(self.pending + chunk)
        self.pending = b"" if self._text.match(chunk[-1:]) is None else pieces.pop()
        longest = max(self.pending, *pieces, b"", key=len)
        if len(longest) > self._line_limit:
            self.flood = f"a line of more than {self._line_limit} bytes"
        if len(self._lines) + len(pieces) > QUEUE_LINES or self._waiting + len(chunk) > QUEUE_BYTES:
            self.flood = f"more than {QUEUE_LINES} lines or {QUEUE_BYTES} bytes that nobody read"
        if self.flood:
            self.pending = longest[:200]  # Enough to recognise it in a report.
            self._lines.clear()
            self.end()
            return
        for piece in pieces:
            line = Line(piece.decode("utf-8", "replace"), at)
            self._lines.append(line)
            self._waiting += len(line.text)
        self._news.notify_all()


def _write_polled(fd: int, data: bytes, seconds: float) -> bool:
    """Write to a pipe without blocking in it; return whether it took everything in time."""
    deadline = perf_counter() + seconds
    os.set_blocking(fd, False)
    poll = select.poll()
    poll.register(fd, select.POLLOUT)
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(fd, rest) :]
        except BlockingIOError:
            left = deadline - perf_counter()
            if left <= 0 or not poll.poll(math.ceil(left * 1000)):
                return False
    return True


def _write_threaded(fd: int, data: bytes, seconds: float) -> bool:
    """Do the same where pipes cannot be polled: a blocking write, abandoned when time is up."""
    errors: list[OSError] = []

    def work() -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(fd, rest) :]
        except OSError as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    return not thread.is_alive()


class _Member(NamedTuple):
    """One process of a tree, as it is at this moment."""

    started: float  # Tells it from a later process with the same number.
    memory: int
    seconds: float
    is_alive: bool  # Not a zombie.


class _Tree:
    """A child and all that descends from it.

    Descendants are found in four ways, because each can fail: by their parents, by having been
    seen before (when the parent is gone), by the process group, and by the marker in their
    environment, which everything inherits that does not wipe it.
    """

    def __init__(self, popen: "subprocess.Popen[bytes]", marker: str) -> None:
        self.popen = popen
        self._marker = marker
        self._lock = threading.RLock()
        self._usage = Usage(0, 0.0, 0)
        self._seen: dict[int, float | None] = {popen.pid: None}
        self.usage()

    def status(self) -> int | None:
        """Return how the child ended, without reaping it where that is possible.

        As long as it is not reaped its number is not given to another process, so that its group
        can be killed without a doubt whom it hits.
        """
        if sys.platform == "linux" and self.popen.returncode is None:
            with contextlib.suppress(ChildProcessError):
                flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
                end = os.waitid(os.P_PID, self.popen.pid, flags)
                if end is None:
                    return None
                return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
        return self.popen.poll()

    def wait(self, seconds: float) -> int | None:
        """Return the status as soon as there is one, or None after `seconds`."""
        deadline = perf_counter() + seconds
        while (status := self.status()) is None and perf_counter() < deadline:
            sleep(_PAUSE)
        return status

    def usage(self) -> Usage:
        """Look at every member and remember them, the peak and the processor time."""
        with self._lock:
            members = _walk(self._seen)
            alive = {pid: member for pid, member in members.items() if member.is_alive}
            self._seen = {pid: member.started for pid, member in alive.items()}
            memory = max(self._usage.memory, sum(member.memory for member in alive.values()))
            seconds = max(self._usage.seconds, sum(each.seconds for each in members.values()))
            self._usage = Usage(memory, seconds, len(alive))
            return self._usage

    def kill(self) -> None:
        """Kill every member, wait until they are gone or `_KILL_PATIENCE` is over, and reap."""
        deadline = perf_counter() + _KILL_PATIENCE
        doomed = [self.popen.pid]
        while doomed and perf_counter() < deadline:
            with self._lock:
                self._seen.update(_marked(self._marker))
                self.usage()  # Before anybody dies: the dead have no children.
                doomed = list(self._seen)
            with contextlib.suppress(OSError):
                if sys.platform != "win32" and self.popen.returncode is None:
                    os.killpg(self.popen.pid, _SIGKILL)
            for pid in doomed:
                with contextlib.suppress(OSError):
                    os.kill(pid, _SIGKILL)
            if doomed:
                sleep(_PAUSE)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(_SETTLE)


def _walk_proc(roots: Mapping[int, float | None]) -> dict[int, _Member]:
    """Return the processes `roots`, if they are still the same, and all below them."""
    members: dict[int, _Member] = {}
    todo: list[tuple[int, float | None, int | None]] = [(*root, None) for root in roots.items()]
    while todo:
        pid, started, parent = todo.pop()
        stat = _slurp(f"/proc/{pid}/stat")
        if pid in members or not stat:
            continue
        # The name, in parentheses, may contain anything; fields are counted from behind it.
        fields = stat[stat.rindex(b")") + 2 :].split()
        start = int(fields[19]) / _TICKS
        if started not in (None, start) or parent not in (None, int(fields[1])):
            continue  # Another process that got the same number.
        seconds = sum(map(int, fields[11:15])) / _TICKS  # With the children it has waited for.
        peak = _PEAK.search(_slurp(f"/proc/{pid}/status"))
        memory = int(peak[1]) * 1024 if peak else 0
        members[pid] = _Member(start, memory, seconds, fields[0] not in b"ZX")
        with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/task") as threads:
            for thread in threads:
                children = _slurp(f"{thread.path}/children").split()
                todo += [(int(child), None, pid) for child in children]
    return members


def _walk_psutil(roots: Mapping[int, float | None]) -> dict[int, _Member]:
    """Do the same on other systems, by looking at every process there is."""
    import psutil

    members: dict[int, _Member] = {}
    for pid, started in roots.items():
        with contextlib.suppress(psutil.Error):
            root = psutil.Process(pid)
            if started not in (None, root.create_time()):
                continue
            for process in (root, *root.children(recursive=True)):
                with contextlib.suppress(psutil.Error), process.oneshot():
                    start, used = process.create_time(), process.memory_info()
                    memory, seconds = getattr(used, "peak_wset", used.rss), process.cpu_times()[:4]
                    is_alive = process.status() != psutil.STATUS_ZOMBIE
                    members[process.pid] = _Member(start, memory, sum(seconds), is_alive)
    return members


def _marked_proc(marker: str) -> dict[int, float | None]:
    """Return every process of the system that carries `marker` in its environment."""
    key = marker.encode()
    with os.scandir("/proc") as entries:
        numbers = [entry.name for entry in entries if entry.name.isdigit()]
    return {int(pid): None for pid in numbers if key in _slurp(f"/proc/{pid}/environ")}


def _marked_psutil(marker: str) -> dict[int, float | None]:
    """Do the same on other systems."""
    import psutil

    found: dict[int, float | None] = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if marker in process.environ():
                found[process.pid] = process.create_time()
    return found


def _slurp(path: str) -> bytes:
    """Return a file of /proc, empty if the process is gone or not ours to read."""
    with contextlib.suppress(OSError), open(path, "rb", 0) as file:  # noqa: PTH123 - Half the time.
        return file.read()
    return b""


_PEAK = re.compile(rb"VmHWM:\s*(\d+) kB")
_HAS_PROC = Path("/proc/thread-self/children").exists()  # Linux, in nearly every build.
_TICKS = os.sysconf("SC_CLK_TCK") if _HAS_PROC else 1
_walk, _marked = (_walk_proc, _marked_proc) if _HAS_PROC else (_walk_psutil, _marked_psutil)
_write = _write_polled if os.name == "posix" else _write_threaded
