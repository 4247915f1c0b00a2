"""The board of terminals: stones, crossings and candidates where they belong, in both alphabets."""

import pytest

from tengen.cli import main
from tengen.cli._board import DISCS, LETTERS, draw_bar, draw_board, signs
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.picture.scene import CandidateMark, Scene, Stone, scene_of


def test_a_small_board_is_drawn_with_lines_and_discs() -> None:
    scene = Scene(
        size=5,
        stones=(Stone(Point(1, 1), Color.BLACK), Stone(Point(3, 3), Color.WHITE)),
        blocked=(Point(0, 4),),
        traps=(Point(4, 4),),
        forbidden={Point(2, 0): "3-3"},
        candidates=(CandidateMark(Point(3, 1), "63", "best"),),
        preview=(Stone(Point(1, 3), Color.BLACK, 12),),
    )
    assert draw_board(scene, DISCS).plain.splitlines() == [
        "5 ┌─┬─×─┬─┐",
        "4 ├─●─┼63─┤",
        "3 ├─┼─╋─┼─┤",
        "2 ├12─┼─○─┤",
        "1 ▨─┴─┴─┴─◎",
        "  a b c d e",
    ]


def test_letters_serve_where_discs_cannot() -> None:
    game = Game(5)
    game.play("b4")
    game.play("d2")
    assert draw_board(scene_of(game), LETTERS).plain.splitlines() == [
        "5 . . . . .",
        "4 . X . . .",
        "3 . . + . .",
        "2 . . .(O .",
        "1 . . . . .",
        "  a b c d e",
    ]


def test_without_colours_candidates_are_numbered() -> None:
    marks = tuple(CandidateMark(Point(x, 0), "50", "best") for x in (1, 2))
    drawn = draw_board(Scene(size=5, candidates=marks), LETTERS, colors=False)
    assert drawn.plain.splitlines()[0] == "5 . 1 2 . ."


def test_the_bar_is_blacks_share() -> None:
    assert [draw_bar(share, 10).plain.count("█") for share in (0, 0.26, 1, 7)] == [0, 3, 10, 10]


@pytest.mark.parametrize(("language", "kind"), [("C.UTF-8", DISCS), ("ja_JP.UTF-8", LETTERS)])
def test_where_discs_are_two_columns_wide_letters_are_taken(
    language: str, kind: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("locale.setlocale", lambda *_: language)
    assert signs() is kind


def test_a_forced_win_is_shown_with_its_line_and_its_tree(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "h8i9i7h9g9j10g8i8"]) == 0
    output = capsys.readouterr().out
    assert "black wins in 3 with f10" in output
    assert "├── e11: j6, five" in output
    assert "└── anything else: e11, five" in output
    assert output.splitlines()[5].startswith("10 ├─┼─┼─┼─┼ 1")


def test_a_large_proof_is_cut_to_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    position = "h8h9i8g8j8k8i7i9h7j7g6g7i6i5f5h6"
    status = main(["solve", position, "--nodes", "200000"])
    output = capsys.readouterr().out
    assert status in (0, 1)
    assert len(output.splitlines()) < 16 + 40 + 40


def test_no_win_is_told_honestly(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "h8", "--nodes", "1000"]) == 1
    assert capsys.readouterr().out.startswith("no forced win found (")
