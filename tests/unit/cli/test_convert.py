"""`tengen convert`: every format from every other, and one line where it cannot be."""

from pathlib import Path

import pytest

from tengen.cli import main
from tengen.notation import parse_position, parse_tree
from tengen.notation.sgf import parse_sgf

RECORD = "(;GM[4]SZ[15]RU[renju]PB[a]PW[b];B[hh];W[ig](;B[gi]C[good])(;B[aa]))"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with a game of two variations."""
    path = tmp_path / "in.sgf"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["sgf", "psq", "pos", "setup", "txt"])
def test_every_text_format_is_written_and_read_again(record: Path, ending: str) -> None:
    out = record.with_name(f"out.{ending}")
    assert main(["convert", str(record), str(out)]) == 0
    rule = "renju" if ending in ("psq", "pos") else None
    game = parse_position(out.read_text(encoding="utf-8"), rule=rule)
    assert str(game.board) == str(parse_position(RECORD).board)
    assert game.rule.name == "renju"


def test_sgf_keeps_variations_comments_and_names(record: Path) -> None:
    out = record.with_name("out.sgf")
    assert main(["convert", str(record), str(out)]) == 0
    tree = parse_sgf(out.read_text(encoding="utf-8"))
    assert len(tree) == 5
    assert tree.end().comment == "good"
    assert tree.info["white"] == "b"


def test_rows_may_count_from_the_top(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "c14n12", "-", "--to", "pos-top"]) == 0
    assert capsys.readouterr().out == "c2n4\n"


def test_only_the_first_moves_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "h8i9g7", "-", "--to", "pos", "--move", "2"]) == 0
    assert main(["convert", "h8i9g7", "-", "--to", "pos", "--move", "0"]) == 0
    assert capsys.readouterr().out == "h8i9\n\n"


@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")]
)
def test_pictures_are_drawn(record: Path, ending: str, start: bytes) -> None:
    out = record.with_name(f"out.{ending}")
    arguments = ["convert", str(record), str(out), "--width", "120", "--numbers"]
    assert main([*arguments, "--theme", "dark"]) == 0
    assert out.read_bytes().startswith(start)


def test_what_cannot_be_played_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh];W[hh])", encoding="utf-8")
    assert main(["convert", str(path), "-", "--to", "pos"]) == 0
    said = capsys.readouterr()
    assert said.out == "h8\n"
    assert said.err.startswith("tengen: left out: at move 2: h8 is occupied")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8", "-"], "does not say in which format"),
        (["h8", "out.sfg"], "no format 'sfg' to write; did you mean svg or sgf"),
        (["nonsense", "-", "--to", "sgf"], "neither a position nor a file"),
        (["rule:renju_black:h8", "-", "--to", "pos"], "write a set-up string or SGF instead"),
        (["blocked", "-", "--to", "psq"], "neither a position nor a file"),
        (["size:15_blocked:a1", "-", "--to", "psq"], "write SGF instead"),
        (["h8", "-", "--to", "png", "--width", "1"], "width"),
        (["h8", "-", "--to", "svg", "--theme", "blue"], "no theme 'blue'"),
        (["h8", "-", "--to", "gif", "--width", "8192"], "it cannot be"),
        (["h8", "/nowhere/out.sgf"], "is not written"),
    ],
)
def test_bad_requests_are_refused_in_one_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if sentence == "it cannot be":
        arguments, sentence = ["h8i9g7f6e5", *arguments[1:]], "give a smaller width"
    assert main(["convert", *arguments]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_file_is_not_replaced_unasked(record: Path) -> None:
    before = record.read_bytes()
    assert main(["convert", "h8", str(record)]) == 2
    assert record.read_bytes() == before
    assert main(["convert", "h8", str(record), "--force"]) == 0
    assert len(parse_tree(record.read_text(encoding="utf-8"))) == 2
    assert [path.name for path in record.parent.iterdir()] == [record.name]
