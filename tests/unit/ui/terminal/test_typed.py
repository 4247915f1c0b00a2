"""What a terminal sends: keys at once, pastes without anything that would act as a key."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.ui.terminal._typed import Typed

BEGIN, END = "\x1b[200~", "\x1b[201~"


def read(sent: bytes, *cuts: int) -> str:
    """Decode bytes that come in parts."""
    typed = Typed()
    ends = [0, *sorted(min(cut, len(sent)) for cut in cuts), len(sent)]
    parts = [sent[a:b] for a, b in pairwise(ends)]
    return "".join(typed.decode(part) for part in parts)


@pytest.mark.parametrize("keys", ["q", "\x1b", "\x1b[A", "\x1b[<0;3;4M", "\x1b[20", "h8\r"])
def test_keys_arrive_at_once_and_unchanged(keys: str) -> None:
    assert Typed().decode(keys.encode()) == keys


def test_bytes_that_are_no_text_become_odd_letters() -> None:
    assert read(b"a\xff\xfeb") == "a\ufffd\ufffdb"


def test_a_paste_loses_its_escapes_and_keeps_its_letters_and_lines() -> None:
    sent = b"u\x1b[200~h8\n\x00\x1b[31m\x1b\x1b[\xe5\xa4\xa9\t/q\x1b[201~\x1b[A"
    assert read(sent) == f"u{BEGIN}h8\n[31m[天\t/q{END}\x1b[A"


def test_a_reset_forgets_an_open_paste() -> None:
    typed = Typed()
    typed.decode(b"\x1b[200~a\x1b[20")
    typed.reset()
    assert typed.decode(b"\x1bq") == "\x1bq"


@given(
    st.lists(st.sampled_from([b"\x1b", b"[", b"200~", b"201~", b"q", b"\xff", b"\xe5\xa4\xa9"])),
    st.lists(st.integers(0, 60), max_size=8),
)
def test_however_the_bytes_are_cut_the_text_is_the_same(
    parts: list[bytes], cuts: list[int]
) -> None:
    sent = b"".join(parts)
    assert read(sent + b"\x1b[201~.", *cuts) == read(sent + b"\x1b[201~.")


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=4))
def test_no_escape_byte_comes_from_within_a_paste(pasted: bytes, cuts: list[int]) -> None:
    inside = pasted.replace(b"\x1b[201~", b"")
    if END.encode() in inside:
        return
    made = read(BEGIN.encode() + inside + END.encode() + b"u", *cuts)
    assert made.startswith(BEGIN)
    assert made.endswith(f"{END}u")
    assert "\x1b" not in made[len(BEGIN) : -len(END) - 1]
