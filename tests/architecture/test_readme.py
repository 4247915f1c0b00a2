"""What the README shows is what happens."""

import doctest
from pathlib import Path

from tengen.notation import format_diagram, parse_position

ROOT = Path(__file__).parents[2]


def test_every_example_in_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_board_of_the_readme_is_what_tengen_draws() -> None:
    game = parse_position("rule:renju_moves:h8i9g9i7i8j8g8f8h10h9f10")
    forbidden = [p for p in game.board.empty_points() if p == (6, 5)]
    drawn = format_diagram(game, header=False, forbidden=forbidden)
    assert drawn in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_architecture_names_every_file_with_its_first_sentence() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "src" / "tengen").rglob("*.py")):
        if "migrations" not in path.parts:
            assert f"`{path.relative_to(ROOT / 'src' / 'tengen')}`" in text, path
