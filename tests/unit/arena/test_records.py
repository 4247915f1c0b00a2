"""Gomocup's record format: what is read, what is refused, and that writing is the inverse."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.records import MAX_COUNT, Record, format_records, parse_records
from tengen.errors import InvalidText

NAMES = st.one_of(
    st.from_regex(r"[A-Z0-9.()][A-Z0-9.()-]{0,7}( [A-Za-z0-9.()#]{1,8}){0,2}", fullmatch=True),
    st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=":#-"), min_size=1),
)
COUNTS = st.integers(0, MAX_COUNT)
RECORDS = st.builds(
    lambda names, counts: Record(*names, *counts),
    st.lists(NAMES, min_size=2, max_size=2, unique=True),
    st.lists(COUNTS, min_size=2, max_size=3),
)


def test_a_line_of_gomocup_is_read() -> None:
    assert parse_records("RAPFI25 - KATAGOMO26: 18 : 6\n") == [
        Record("RAPFI25", "KATAGOMO26", wins=18, losses=6)
    ]


def test_a_third_number_is_draws() -> None:
    assert parse_records("A - B: 1 : 2 : 3") == [Record("A", "B", wins=1, losses=2, draws=3)]


def test_a_pairing_not_played_is_kept() -> None:
    assert parse_records("A - B: 0 : 0") == [Record("A", "B", 0, 0)]


def test_names_hold_spaces_dots_parentheses_and_hyphens() -> None:
    text = "NABAMOKU_JAVA-CLIENT - my bot (v1.2-beta): 5 : 1"
    assert parse_records(text) == [Record("NABAMOKU_JAVA-CLIENT", "my bot (v1.2-beta)", 5, 1)]


def test_blank_lines_and_comments_are_skipped() -> None:
    text = "# Gomocup\n\n   \nA - B: 1 : 0\n  # end: 3 : 4\n"
    assert parse_records(text) == [Record("A", "B", 1, 0)]


def test_windows_line_ends_and_a_byte_order_mark_are_taken() -> None:
    expected = [Record("A", "B", 1, 0), Record("B", "C", 2, 3)]
    text = "\ufeffA - B: 1 : 0\r\nB - C: 2 : 3\r\n"
    assert parse_records(text) == expected
    assert parse_records(text.encode()) == expected


def test_the_same_pair_may_stand_twice() -> None:
    assert len(parse_records("A - B: 1 : 0\nA - B: 1 : 0\n")) == 2


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "A - B",
        "A - B: 3",
        "A - B: 1 : 2 : 3 : 4",
        "A B: 1 : 2",
        "A-B: 1 : 2",
        "A - B - C: 1 : 2",
        " - B: 1 : 2",
        "A - : 1 : 2",
        "A - - B: 1 : 2",
        "- - B: 1 : 2",
        "A\tX - B: 1 : 2",
        ": 1 : 2",
    ],
)
def test_a_broken_line_is_named(line: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_records(f"A - B: 1 : 2\n{line}\n", source="results.txt")
    assert str(caught.value) == (
        f"results.txt:2: expected 'A - B: wins : losses', found {line.strip()!r}"
    )


@pytest.mark.parametrize(
    "count",
    ["-1", "+1", "1.5", "1e3", "", "x", "1_000", "٣", "²", "1000000001", "9" * 5000, "0x1"],
)
def test_a_count_that_is_no_count_is_refused(count: str) -> None:
    for line in (f"A - B: {count} : 2", f"A - B: 2 : {count}", f"A - B: 1 : 2 : {count}"):
        with pytest.raises(InvalidText, match=r"^r\.txt:1: a count is a whole number from 0 to 1"):
            parse_records(line, source="r.txt")


def test_leading_zeros_do_no_harm() -> None:
    assert parse_records("A - B: 007 : 000000000000") == [Record("A", "B", 7, 0)]


def test_the_largest_count_is_taken() -> None:
    assert parse_records(f"A - B: {MAX_COUNT} : 0")[0].wins == MAX_COUNT


def test_nobody_plays_himself() -> None:
    with pytest.raises(InvalidText, match=r"^r\.txt:3: 'A' cannot play itself$"):
        parse_records("\nA - B: 1 : 2\nA - A: 1 : 2", source="r.txt")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeff", b""])
def test_a_file_without_results_is_refused(text: str | bytes) -> None:
    with pytest.raises(InvalidText, match=r"^r\.txt: no results found"):
        parse_records(text, source="r.txt")


def test_bytes_that_are_not_utf8_are_named_by_line() -> None:
    with pytest.raises(InvalidText, match=r"^r\.txt:2: expected UTF-8 text$"):
        parse_records(b"A - B: 1 : 2\n\xff - B: 1 : 2\n", source="r.txt")


def test_an_endless_line_is_quoted_in_part() -> None:
    with pytest.raises(InvalidText) as caught:
        parse_records("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_draws_are_written_only_where_there_are_any() -> None:
    text = format_records([Record("A", "B", 1, 2), Record("A", "C", 1, 2, 3)])
    assert text == "A - B: 1 : 2\nA - C: 1 : 2 : 3\n"


@pytest.mark.parametrize("name", ["", " A", "A:B", "A - B", "#A", "A\nB", "-", "- A", "A -"])
def test_a_name_that_could_not_be_read_again_is_refused(name: str) -> None:
    with pytest.raises(InvalidText, match="cannot stand in a record"):
        Record(name, "other", 1, 2)


@given(st.lists(RECORDS, min_size=1, max_size=5))
def test_reading_what_was_written_is_the_identity(these: list[Record]) -> None:
    assert parse_records(format_records(these)) == these
    assert parse_records(format_records(these).encode()) == these


@given(
    st.one_of(
        st.text(),
        st.binary(),
        st.lists(st.sampled_from(["A", " - ", "-", " ", ":", "1", "\n", "\r", "#", "."])).map(
            "".join
        ),
    )
)
def test_nothing_but_invalid_text_is_ever_raised(text: str | bytes) -> None:
    with contextlib.suppress(InvalidText):
        found = parse_records(text)
        assert parse_records(format_records(found)) == found


@given(st.text(st.characters(exclude_characters="#")))
def test_every_refusal_is_one_line(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_records(f"A - B: 1 : 2\n{text}:\n")
    assert len(str(caught.value).splitlines()) == 1
