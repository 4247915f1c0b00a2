"""A search in the background as a stream of what it finds, for loops of both kinds."""

import atexit
import queue
import threading
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from tengen.core.score import Info

Search = Callable[[Callable[[Info], None]], Info]
"""Searches in the thread that calls it, tells what it finds, and returns what it found last."""

_Found = queue.SimpleQueue[Info | BaseException | None]
_RUNNING: Final["weakref.WeakSet[Analysis]"] = weakref.WeakSet()


class Analysis:
    """Iterate over it with `for` or `async for`; it ends with the search, by `close`, or unused.

    The search stops when the stream is closed, when a `with` block or an abandoned loop lets go of
    it, and when its engine is asked something else.
    """

    def __init__(self, search: Search, stop: Callable[[], None]) -> None:
        self._found: _Found = queue.SimpleQueue()
        self._stop = stop
        self._is_over = False
        # The thread knows the queue only, so that nothing but its user keeps the stream alive.
        self._thread = threading.Thread(target=_run, args=(search, self._found), daemon=True)
        _RUNNING.add(self)
        self._thread.start()

    def close(self) -> None:
        """Stop the search and wait for its end, which takes milliseconds."""
        if self._thread.is_alive():
            self._stop()
            if self._thread is not threading.current_thread():
                self._thread.join()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        found = self._next()
        if found is None:
            raise StopIteration
        return found

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        # A program without asyncio need not wait for its import.
        from asyncio import CancelledError, to_thread

        try:
            found = await to_thread(self._next)
        except CancelledError:
            # The thread that waits for the next report would keep the search alive.
            self.close()
            raise
        if found is None:
            raise StopAsyncIteration
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _next(self) -> Info | None:
        found = None if self._is_over else self._found.get()
        if found is None:
            self._is_over = True
            self._found.put(None)  # Somebody else may be waiting too.
        if isinstance(found, BaseException):
            raise found
        return found


def _run(search: Search, found: _Found) -> None:
    last: Info | None = None

    def tell(info: Info) -> None:
        nonlocal last
        last = info
        found.put(info)

    try:
        if (final := search(tell)) != last:
            found.put(final)
    except BaseException as error:
        found.put(error)
    found.put(None)


@atexit.register
def _close_all() -> None:
    # A thread that is inside native code when the interpreter goes away takes the process with it.
    for analysis in list(_RUNNING):
        analysis.close()
