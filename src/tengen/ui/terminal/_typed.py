"""Typed and pasted bytes as text that textual can read: any bytes, and pastes without escapes."""

import codecs
import contextlib
from typing import Final

_BEGIN: Final = "\x1b[200~"  # Terminals put these around what is pasted.
_END: Final = "\x1b[201~"


class Typed(codecs.IncrementalDecoder):
    """Decodes what a terminal sends.

    Bytes that are no UTF-8 become odd letters. Pasted text loses its control characters: an escape
    byte within a paste makes textual take the letters after it for keys, of which `q` would quit.
    """

    def __init__(self, errors: str = "replace") -> None:
        super().__init__(errors)
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_pasting = False
        self._held = ""  # In a paste: what may be the beginning of its end. Else: the last letters.

    def decode(self, data: bytes, final: bool = False) -> str:  # type: ignore[override]
        """Return the text; of a paste, all but what may be the beginning of its end."""
        text = self._utf8.decode(data, final)
        made: list[str] = []
        while text:
            step = self._pasted if self._is_pasting else self._typed
            part, text = step(text)
            made.append(part)
        return "".join(made)

    def reset(self) -> None:
        """Forget what came before."""
        self._utf8.reset()
        self._is_pasting, self._held = False, ""

    def _typed(self, text: str) -> tuple[str, str]:
        """Return the text up to where a paste begins, and what follows; keys never wait."""
        seen = self._held + text
        before, mark, pasted = seen.partition(_BEGIN)
        self._is_pasting = bool(mark)
        typed = (before + mark)[len(self._held) :]
        self._held = "" if mark else seen[1 - len(_BEGIN) :]
        return typed, pasted

    def _pasted(self, text: str) -> tuple[str, str]:
        """Return the harmless part of a paste, and what follows the paste."""
        before, mark, typed = (self._held + text).partition(_END)
        self._is_pasting = not mark
        lengths = range(len(_END) - 1, 0, -1)
        count = next((n for n in lengths if not mark and before.endswith(_END[:n])), 0)
        self._held = before[len(before) - count :]
        before = before[: len(before) - count]
        return "".join(c for c in before if c.isprintable() or c in "\r\n\t") + mark, typed


def read_any_bytes() -> None:
    """Let textual read by `Typed`; by its own decoder it would end at bytes that are no UTF-8.

    Its reader takes the decoder from this name, and offers no other way to say what it is.
    """
    with contextlib.suppress(ImportError):
        from textual.drivers import linux_driver

        linux_driver.getincrementaldecoder = lambda _: Typed  # type: ignore[assignment, attr-defined]
