"""What the window's loop waits for: a bell that engines and signals ring, from any thread."""

import contextlib
import select
import signal
import socket
from collections.abc import Callable, Iterator


class Bell:
    """Ends a wait at once, so that nobody has to ask all the time."""

    def __init__(self) -> None:
        self._ear, self._mouth = socket.socketpair()
        for end in (self._ear, self._mouth):
            end.setblocking(False)

    def ring(self) -> None:
        """End the wait; a bell that is full of rings, or closed, needs no other."""
        with contextlib.suppress(OSError):
            self._mouth.send(b"\0")

    def wait(self, seconds: float) -> bool:
        """Return after so many seconds, or when somebody rings; say whether somebody did."""
        is_rung = bool(select.select([self._ear], [], [], seconds)[0])
        if is_rung:
            with contextlib.suppress(OSError):
                self._ear.recv(4096)
        return is_rung

    def close(self) -> None:
        """Be heard no more."""
        for end in (self._ear, self._mouth):
            end.close()

    @contextlib.contextmanager
    def asked_to_end(self, end: Callable[[], None]) -> Iterator[None]:
        """Meanwhile let the signals that ask a process to end do `end`, and ring."""
        names = ("SIGTERM", "SIGHUP", "SIGINT")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = [(number, signal.signal(number, lambda *_: end())) for number in numbers]
        previous = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(previous)
            for number, handler in before:
                signal.signal(number, handler)
