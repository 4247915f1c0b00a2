"""SGF: what we write is read again, quirks of other writers are understood, nonsense refused."""

import contextlib
import random
import re

import pytest

from tengen.core.geometry import Color, Point, parse_point
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Shape, Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation import parse_position, parse_tree, recognise
from tengen.notation.position import decode
from tengen.notation.sgf import format_sgf, parse_sgf, parse_sgf_games


def plain(tree: Tree) -> object:
    """Return everything about a tree in values that can be compared."""
    numbers = {id(node): number for number, node in enumerate(tree.walk())}
    nodes = [
        (numbers.get(id(node.parent)), node.move, node.comment, node.marks, node.extras)
        for node in tree.walk()
    ]
    return tree.setup, tree.opening, tree.info, nodes


def moves(tree: Tree) -> str:
    """Return the main line."""
    return " ".join(tree.format_move(node) for node in tree.main_line())


def test_columns_count_from_the_left_and_rows_from_the_top() -> None:
    tree = parse_sgf("(;GM[4]SZ[15];B[ab];W[nc])")
    assert moves(tree) == "a14 n13"
    assert tree.setup == Setup(15)


def test_a_tree_with_everything_is_written_and_read_again() -> None:
    setup = Setup(
        9,
        "renju",
        black=[Point(4, 4)],
        white=[Point(5, 4)],
        blocked=[Point(0, 0)],
        traps=[Point(8, 8)],
        turn=Color.WHITE,
    )
    tree = Tree(setup)
    node = tree.add(tree.root, "c3")
    node.comment = "a ] bracket, a \\ backslash: and\ntwo lines, 天元"
    node.marks = {
        point: Mark(point, shape, "a:b]" if shape is Shape.LABEL else "")
        for point, shape in zip([Point(x, 0) for x in range(1, 6)], Shape, strict=True)
    }
    node.extras = {"V": ("0.5",), "XEV": ("only", "two")}
    tree.add(tree.add(node, "i1"), "d4")
    tree.add(tree.root, "d3")
    tree.info = {"black": "x]y", "white": "天", "result": "W+R", "date": "2026-11-16"}
    text = format_sgf(tree)
    again = parse_sgf(text)
    assert plain(again) == plain(tree)
    assert format_sgf(again) == text


def test_choices_of_an_opening_procedure_survive() -> None:
    tree = Tree(opening="swap2")
    tree.add_line(tree.root, ["h8", "i9", "g7", "place-two", "a1", "b2", "take-black", "c3"])
    again = parse_sgf(format_sgf(tree))
    assert plain(again) == plain(tree)
    assert again.opening == "swap2"


def test_what_is_written_is_as_the_standard_has_it() -> None:
    tree = Tree(Setup(15, "renju"))
    tree.add_line(tree.root, ["h8", "i9"])
    text = format_sgf(tree)
    assert re.fullmatch(
        r"\(;FF\[4\]AP\[tengen:[^]]+\]CA\[UTF-8\]GM\[4\]RU\[renju\]SZ\[15\];B\[hh\];W\[ig\]\)\n",
        text,
    )


@pytest.mark.parametrize(
    ("ru", "rule"),
    [("0", "freestyle"), ("1", "standard"), ("4", "renju"), ("9", "caro"), ("Renju", "renju")],
)
def test_rules_may_be_numbers_or_names(ru: str, rule: str) -> None:
    assert parse_sgf(f"(;GM[4]SZ[15]RU[{ru}])").setup.rule.name == rule


def test_an_unknown_rule_or_opening_is_kept_as_text_and_is_no_error() -> None:
    tree = parse_sgf("(;GM[4]RU[RIF 2008 odd];B[hh])")
    assert (tree.setup.rule.name, tree.info["rules"]) == ("freestyle", "RIF 2008 odd")
    tree = parse_sgf("(;GM[4]RU[renju,taraguchi-10];B[hh])")
    assert (tree.setup.rule.name, tree.opening) == ("renju", "free")


def test_a_tournament_managers_file_with_many_games_is_understood() -> None:
    game = (
        "(;FF[4]GM[4]DT[2025.01.02 03:04:05]GN[1]RU[4]SZ[15]PB[a]PW[b]RE[{re}]TE[timeout]"
        "\n;B[hh]C[opening move];W[hg]C[123ms])\n"
    )
    trees = parse_sgf_games(game.format(re="B+1") + game.format(re="0"))
    assert [tree.info["result"] for tree in trees] == ["B+", "0"]
    assert trees[0].info["date"] == "2025-01-02"
    assert trees[0].info["about"] == "timeout"
    assert trees[0].main_line()[1].comment == "123ms"
    assert "TE[" not in format_sgf(trees[0])


@pytest.mark.parametrize("number", ["4", "5", "11"])
def test_names_with_ratings_and_private_properties_are_understood(number: str) -> None:
    tree = parse_sgf(f"(;GM[{number}]SZ[15]PB[kami (1419)]PW[x]RE[W+]QPR[3]QSLB[];B[hh])")
    assert (tree.info["black"], tree.info["black_rating"]) == ("kami", "1419")
    assert tree.root.extras == {"QPR": ("3",), "QSLB": ("",)}


def test_fifth_moves_of_renlib_and_lines_after_the_record_do_no_harm() -> None:
    tree = parse_sgf("(;GM[4]SZ[15]RE[B+Draw];B[hh]5A[ii][jj];W[hg])\nwritten by nobody\n[x]\n")
    assert moves(tree) == "h8 h9"
    assert tree.info["result"] == "0"
    assert tree.main_line()[0].extras == {"FIFTHS": ("ii", "jj")}


def test_white_may_begin_and_stones_may_be_put_first() -> None:
    tree = parse_sgf("(;GM[4]SZ[9]AB[aa:ca][ee];W[ii])")
    assert tree.setup.black == (Point(0, 0), Point(1, 0), Point(2, 0), Point(4, 4))
    assert tree.setup.turn is Color.WHITE
    assert moves(tree) == "i1"


@pytest.mark.parametrize("text", ["(;GM[4]SZ[15];B[hh];W[])", "(;GM[4]SZ[15];B[hh];W[tt])"])
def test_a_pass_is_understood_and_refused_where_it_may_not_be(text: str) -> None:
    with pytest.raises(TengenError, match="may not pass"):
        parse_sgf(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[4]SZ[15];B[hh];W[hh])", "at move 2: h8 is occupied"),
        ("(;GM[4]SZ[15];B[hh];B[hg])", "at move 2: black plays, but it is not its turn"),
        ("(;GM[4]SZ[15];B[zz])", "'zz' is not a point"),
        ("(;GM[4]SZ[15];B[hh];AB[aa])", "in the middle of the game"),
        ("(;GM[4]SZ[15:9];B[hh])", "not the size of a square board"),
        ("(;GM[4]SZ[99])", "size 99 is not possible"),
        ("(;GM[1]SZ[19];B[pd])", "a record of Go"),
        ("(;GM[3];B[hh])", "a record of chess"),
        ("(;GM[77])", "another game"),
        ("(;GM[4]SZ[15];B[hh]", "not a whole SGF file"),
        ("(;GM[4]SZ[15", "not a whole SGF file"),
        ("h8i9", "not a whole SGF file"),
        ("", "not a whole SGF file"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TengenError, match=re.escape(sentence)):
        parse_sgf(text)


def test_with_a_list_of_problems_the_rest_is_kept() -> None:
    problems: list[str] = []
    text = "(;GM[4]SZ[15];B[hh](;W[hh];B[aa])(;W[ig];B[aa];W[aa]))"
    tree = parse_sgf(text, problems=problems)
    assert moves(tree) == "h8 i9 a15"
    assert len(problems) == 2
    assert problems[0].startswith("at move 2: h8 is occupied")


def test_every_command_takes_a_record_for_a_position() -> None:
    text = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])"
    assert recognise(text) == "sgf"
    game = parse_position(text)
    assert [game.format_move(move) for move in game.moves] == ["h8", "i9"]
    assert len(parse_tree("h8i9")) == 3
    with pytest.raises(InvalidText, match="'renju', but 'caro' was asked for"):
        parse_position(text, rule="caro")
    assert parse_position("(;GM[4];B[aa])", size=9, rule="caro").size == 9


def test_a_record_in_another_encoding_is_read_by_its_name_and_nonsense_refused() -> None:
    text = "(;GM[4]CA[GBK]SZ[15]PB[天元];B[hh])"
    assert parse_sgf(decode(text.encode("gbk"))).info["black"] == "天元"
    assert "PB" in decode("(;GM[4]CA[hex]PB[é])".encode("latin-1"))
    with pytest.raises(InvalidText, match="not UTF-8"):
        decode(b"\xff\xfe\x00(;")


def random_tree(rng: random.Random) -> Tree:
    """Return a tree of random moves, comments and marks."""
    tree = Tree(Setup(rng.randint(5, 26), rng.choice(["freestyle", "renju", "caro"])))
    letters = "ab:]\\[;()é天\n"
    for _ in range(40):
        node = rng.choice(list(tree.walk()))
        if legal := tree.game(node).legal_points():
            node = tree.add(node, rng.choice(legal))
        text = "".join(rng.choices(letters, k=rng.randint(0, 9))).strip()
        node.comment = text
        if text.replace("\n", "") == text and text:
            point = parse_point("a1", tree.setup.size)
            node.marks[point] = Mark(point, Shape.LABEL, text)
    return tree


def test_random_trees_are_written_and_read_again() -> None:
    for seed in range(30):
        tree = random_tree(random.Random(seed))
        assert plain(parse_sgf(format_sgf(tree))) == plain(tree), seed


@pytest.mark.parametrize("rounds", [400, pytest.param(100_000, marks=pytest.mark.soak)])
def test_damaged_files_are_read_or_refused_but_never_fall_through(rounds: int) -> None:
    rng = random.Random(11)
    texts = [format_sgf(random_tree(random.Random(seed))) for seed in range(10)]
    for _ in range(rounds):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 6)):
            at, many = rng.randrange(len(text)), rng.choice([0, 1, 1, 5])
            junk = "".join(rng.choices("()[];:\\BWCabz09\x00é\n ", k=rng.randint(0, 3)))
            text = text[:at] + junk + text[at + many :]
        text = text[: rng.choice([len(text), rng.randrange(len(text))])]
        with contextlib.suppress(TengenError):
            parse_sgf(text, problems=[] if rng.random() < 0.5 else None)


def test_deep_and_wide_files_take_no_recursion() -> None:
    deep = "(;GM[4]SZ[15]" + "(;B[hh]" * 5000 + ")" * 5001
    problems: list[str] = []
    assert len(parse_sgf(deep, problems=problems)) == 2
    assert len(problems) == 1
    assert len(parse_sgf("(;GM[4]SZ[15]" + ";C[x]" * 20_000 + ")")) == 1
