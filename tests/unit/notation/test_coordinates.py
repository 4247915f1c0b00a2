"""Each dialect by its own examples, on points that no mirror maps to themselves."""

import pytest

from tengen.core.geometry import MAX_SIZE, MIN_SIZE, PASS, Point
from tengen.errors import InvalidText
from tengen.notation.coordinates import DIALECTS, Dialect, find_dialect

NEAR_TOP_LEFT = Point(2, 1)
NEAR_TOP_RIGHT = Point(13, 3)

EXAMPLES = [
    ("house", 15, NEAR_TOP_LEFT, "c14"),
    ("house", 15, NEAR_TOP_RIGHT, "n12"),
    ("house", 20, NEAR_TOP_LEFT, "c19"),
    ("house", 26, Point(25, 0), "z26"),
    ("pos-top", 15, NEAR_TOP_LEFT, "c2"),
    ("pos-top", 15, NEAR_TOP_RIGHT, "n4"),
    ("pos-top", 11, Point(2, 2), "c3"),
    ("gomocup", 15, NEAR_TOP_LEFT, "2,1"),
    ("gomocup", 20, NEAR_TOP_RIGHT, "13,3"),
    ("psq", 15, NEAR_TOP_LEFT, "3,2"),
    ("psq", 20, Point(19, 0), "20,1"),
    ("offset", 15, NEAR_TOP_LEFT, "-5,-6"),
    ("offset", 15, NEAR_TOP_RIGHT, "6,-4"),
    ("offset", 20, Point(10, 10), "0,0"),
    ("offset", 20, NEAR_TOP_LEFT, "-8,-9"),
    ("offset", 20, Point(19, 0), "9,-10"),
    ("sgf", 15, NEAR_TOP_LEFT, "cb"),
    ("sgf", 26, Point(25, 3), "zd"),
    ("row-col", 15, NEAR_TOP_LEFT, "1,2"),
    ("row-col", 15, NEAR_TOP_RIGHT, "3,13"),
    ("yixin-sav", 15, NEAR_TOP_LEFT, "1 2"),
    ("yixin-sav", 20, NEAR_TOP_RIGHT, "3 13"),
    ("renlib", 15, Point(7, 7), "78"),
    ("renlib", 15, NEAR_TOP_LEFT, "13"),
    ("renlib", 15, NEAR_TOP_RIGHT, "3e"),
    ("renlib", 15, Point(14, 14), "ef"),
]

GARBAGE = [
    "",
    " ",
    "h",
    "8",
    "hh8",
    "h8 ",
    " h8",
    "h 8",
    "h08",
    "h+8",
    "h-8",
    "h0",
    "h８",
    "h٨",
    "ｈ8",
    "һ8",
    "\N{KELVIN SIGN}8",
    "h8\n",
    "h8i9",
    "h999",
    "h" + "9" * 50,
    ",",
    "3,",
    ",3",
    "3;4",
    "3, 4",
    " 3,4",
    "3,4 ",
    "3,4\n",
    "03,4",
    "3,04",
    "+3,4",
    "3,+4",
    "-0,4",
    "3,-0",
    "--3,4",
    "３,4",
    "3,٤",
    "3,4,5",
    "3.0,4",
    "1e1,4",
    "3,999",
    "9" * 50 + ",4",
    "3  4",
    "3\t4",
    " 3 4",
    "03 4",
    "+3 4",
    "3 ４",
    "a",
    "aaa",
    "aA",
    "Aa",
    "аа",
    "a1a",
    "tt2",
    "7F8",
    "7g",
    "0x78",
    "７8",
    "+8",
    "-8",
    "8 ",
    "eF",
]

EVERY = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)


@pytest.mark.parametrize(("name", "size", "point", "text"), EXAMPLES)
def test_a_dialect_reads_its_examples(name: str, size: int, point: Point, text: str) -> None:
    assert find_dialect(name).parse(text, size) == point


@pytest.mark.parametrize(("name", "size", "point", "text"), EXAMPLES)
def test_a_dialect_writes_its_examples(name: str, size: int, point: Point, text: str) -> None:
    assert find_dialect(name).format(point, size) == text


def test_every_dialect_has_examples() -> None:
    assert {name for name, *_ in EXAMPLES} == set(DIALECTS)


@EVERY
def test_a_dialect_describes_itself_in_one_sentence(dialect: Dialect) -> None:
    assert dialect.description.endswith(".")
    assert "\n" not in dialect.description


@EVERY
def test_every_point_of_every_size_comes_back(dialect: Dialect) -> None:
    for size in dialect.sizes:
        points = [Point(x, y) for x in range(size) for y in range(size)]
        texts = [dialect.format(point, size) for point in points]
        assert len(set(texts)) == size * size
        assert [dialect.parse(text, size) for text in texts] == points


@EVERY
def test_no_dialect_reads_garbage(dialect: Dialect) -> None:
    for text in GARBAGE:
        with pytest.raises(InvalidText) as caught:
            dialect.parse(text, 15)
        assert caught.value.code in ("bad-point", "off-board"), text
        assert repr(text[:37])[:-1] in str(caught.value)


def test_sgf_letters_are_small_because_capitals_are_columns_beyond_26() -> None:
    for text in ("AA", "bA", "Ab"):
        with pytest.raises(InvalidText, match=f"'{text}' is not a point in the dialect 'sgf'"):
            find_dialect("sgf").parse(text, 26)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("house", ["a16", "p1", "z99"]),
        ("pos-top", ["a16", "p1", "z99"]),
        ("gomocup", ["15,0", "0,15", "-1,0", "0,-1", "99,99"]),
        ("psq", ["0,1", "1,0", "16,1", "1,16", "-3,4"]),
        ("offset", ["8,0", "0,8", "-8,0", "0,-8"]),
        ("sgf", ["pa", "ap", "tt", "zz"]),
        ("row-col", ["15,0", "0,15", "-1,0", "0,-1"]),
        ("yixin-sav", ["15 0", "0 15", "-1 0", "0 -1"]),
        ("renlib", ["00", "70", "f1", "ff", "FF"]),
    ],
)
def test_points_off_the_board_are_refused(name: str, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(InvalidText) as caught:
            find_dialect(name).parse(text, 15)
        assert caught.value.code == "off-board"
        assert repr(text) in str(caught.value)


def test_the_centre_is_off_by_one_step_on_even_boards() -> None:
    offset = find_dialect("offset")
    with pytest.raises(InvalidText, match="'-10,-10' in the top left corner to '9,9'"):
        offset.parse("10,0", 20)


def test_capitals_are_read_where_case_means_nothing() -> None:
    assert find_dialect("house").parse("C14", 15) == NEAR_TOP_LEFT
    assert find_dialect("pos-top").parse("C2", 15) == NEAR_TOP_LEFT
    assert find_dialect("renlib").parse("3E", 15) == NEAR_TOP_RIGHT


@EVERY
@pytest.mark.parametrize("point", [PASS, Point(15, 0), Point(0, 15), Point(-1, 3), Point(3, -1)])
def test_what_is_not_on_the_board_is_not_written(dialect: Dialect, point: Point) -> None:
    with pytest.raises(InvalidText, match="is no point of a 15x15 board") as caught:
        dialect.format(point, 15)
    assert caught.value.code == "off-board"


@EVERY
@pytest.mark.parametrize("size", [0, -15, MIN_SIZE - 1, MAX_SIZE + 1, 10**9])
def test_impossible_sizes_are_refused(dialect: Dialect, size: int) -> None:
    with pytest.raises(InvalidText, match=f"size {size} is not possible"):
        dialect.parse("a1", size)
    with pytest.raises(InvalidText, match=f"size {size} is not possible"):
        dialect.format(Point(0, 0), size)


def test_renlib_knows_no_board_but_15() -> None:
    for size in (14, 16):
        with pytest.raises(InvalidText, match=f"board of size {size}; it knows 15 to 15"):
            find_dialect("renlib").parse("78", size)
        with pytest.raises(InvalidText, match=f"board of size {size}; it knows 15 to 15"):
            find_dialect("renlib").format(Point(0, 0), size)


def test_an_unknown_dialect_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(InvalidText, match="there is no dialect 'gomcup'; did you mean gomocup"):
        find_dialect("gomcup")
