"""The SVG writer: what it draws, where, and in which colours."""

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from scenes import SIZES, all_marks, thirty_scenes
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.tree import Mark, Shape
from tengen.errors import InvalidText, NotAvailable
from tengen.picture.scene import CandidateMark, Scene, Stone
from tengen.picture.svg import scene_svg, star_points
from tengen.picture.theme import find_theme, theme_names, tokens

STONE_COLORS = [tokens()["stones"][name] for name in ("shadow", "on-black", "on-white")]
NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(scene: Scene, **options: object) -> Element:
    """Return the root element of a picture."""
    return fromstring(scene_svg(scene, **options))  # type: ignore[arg-type]


def of_class(root: Element, name: str) -> list[Element]:
    """Return the elements with a class, in the order of drawing."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def place(element: Element) -> tuple[float, float]:
    """Return the middle of a circle."""
    return float(element.get("cx", "")), float(element.get("cy", ""))


def centre_rings(size: int) -> list[tuple[float, float]]:
    """Return the rings of an empty board."""
    circles = drawn(Scene(size=size)).iter(NAMESPACE + "circle")
    return [place(circle) for circle in circles if circle.get("r") == "0.15"]


def texts(root: Element) -> list[str]:
    """Return what is written on the picture."""
    return [element.text or "" for element in root.iter(NAMESPACE + "text")]


def test_the_layers_are_drawn_in_their_order() -> None:
    layers = [element.get("class") for element in drawn(Scene())][1:]
    assert layers == (["wood", "grid", "coordinates", "special", "stones", "marks", "ghost"])


def test_the_unit_is_a_cell_and_the_first_intersection_is_the_origin() -> None:
    root = drawn(Scene(size=5, stones=(Stone(Point(0, 0), Color.BLACK),)))
    assert root.get("viewBox") == "-0.9 -0.9 5.8 5.8"
    (stone,) = of_class(root, "stone")
    assert place(stone[1]) == (0, 0)
    assert stone[1].get("r") == "0.465"


@pytest.mark.parametrize(
    ("rotation", "expected"), [(0, (1, 0)), (1, (4, 1)), (2, (3, 4)), (3, (0, 3))]
)
def test_the_board_turns_clockwise_with_its_coordinates(
    rotation: int, expected: tuple[float, float]
) -> None:
    root = drawn(Scene(size=5, rotate=rotation, stones=(Stone(Point(1, 0), Color.BLACK),)))
    assert place(of_class(root, "stone")[0][1]) == expected
    letters = {t.text: t for t in root.iter(NAMESPACE + "text")}
    along = "x" if rotation % 2 == 0 else "y"
    middle = float(letters["b"].get(along, "")) - (0.35 * 0.3 if along == "y" else 0)
    assert middle == pytest.approx(expected[rotation % 2], abs=0.001)


def test_stars_and_the_ring_in_the_centre_are_where_boards_have_them() -> None:
    assert star_points(12) == []
    assert star_points(15) == [Point(3, 3), Point(11, 3), Point(3, 11), Point(11, 11)]
    assert len(star_points(19)) == 8
    assert len(star_points(20)) == 4
    assert centre_rings(15) == [(7, 7)]
    assert centre_rings(26) == []


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("size", SIZES)
def test_every_colour_is_a_value_of_its_theme(theme: str, size: int) -> None:
    text = scene_svg(all_marks(size), theme=theme)
    assert "var(" not in text
    assert "$" not in text
    values = {*find_theme(theme).values(), "none", *STONE_COLORS}
    colors = {e.get(name, "none") for e in fromstring(text).iter() for name in ("fill", "stroke")}
    assert {color for color in colors if not color.startswith("url(")} <= values


@pytest.mark.parametrize("scene", thirty_scenes())
def test_every_scene_can_be_drawn_and_read_as_xml(scene: Scene) -> None:
    root = drawn(scene, width=300)
    assert len(of_class(root, "stone")) == len(scene.stones)
    threads = [e for e in root.iter() if e.get("stroke-width") == "0.09"]
    assert len(threads) == len(scene.threats)


def test_of_a_won_game_the_other_stones_fade_and_a_line_goes_through_the_row() -> None:
    game = Game(9)
    for move in ["c5", "c6", "d5", "d6", "e5", "e6", "f5", "f6", "g5"]:
        game.play(move)
    root = fromstring(game.to_svg())
    assert sum(stone.get("opacity") == "0.55" for stone in of_class(root, "stone")) == 4
    (win,) = of_class(root, "win")
    assert win.get("d") == "M2 4L6 4"


def test_with_numbers_the_last_one_is_coloured_instead_of_a_ring() -> None:
    game = Game(9)
    game.play("c5")
    game.play("d6")
    assert [e.get("r") for e in of_class(fromstring(game.to_svg()), "marks")[0]] == ["0.17"]
    root = fromstring(game.to_svg(numbers=True))
    assert len(of_class(root, "marks")[0]) == 0
    one, two = (e for e in root.iter(NAMESPACE + "text") if e.get("font-size") == "0.42")
    assert (one.text, two.text) == ("1", "2")
    assert two.get("fill") == find_theme("light")["last-on-white"] != one.get("fill")


def test_a_point_carries_one_mark_by_precedence() -> None:
    point = Point(3, 3)
    scene = Scene(
        candidates=(CandidateMark(point, "63", "best"),),
        forbidden={point: "3-3"},
        heat={point: 1.0},
    )
    root = drawn(scene, width=600)
    assert [e.get("class") for e in of_class(root, "marks")[0]] == ["candidate"]
    with_pending = drawn(replace(scene, pending=Stone(point, Color.BLACK)))
    assert [e.get("class") for e in of_class(with_pending, "marks")[0]] == ["pending"]


def test_on_small_cells_candidates_lose_their_text_only() -> None:
    scene = Scene(coordinates=False, candidates=(CandidateMark(Point(3, 3), "63", "best"),))
    assert texts(drawn(scene, width=600)) == ["63"]
    small = drawn(scene, width=250)
    assert texts(small) == []
    assert len(of_class(small, "candidate")) == 1


def test_a_text_that_no_xml_can_hold_is_cut_down_to_what_it_can() -> None:
    label = Mark(Point(1, 1), Shape.LABEL, "\x00<\x1b]")
    assert texts(drawn(Scene(coordinates=False, marks=(label,)))) == ["<]"]


def test_a_game_shows_itself_in_notebooks() -> None:
    assert Game()._repr_svg_().startswith("<svg ")


def test_a_picture_of_an_unknown_theme_is_refused() -> None:
    with pytest.raises(InvalidText, match="no theme 'blue'"):
        Game().to_svg(theme="blue")


def test_png_has_the_size_and_the_colours_that_were_asked_for() -> None:
    resvg = pytest.importorskip("resvg_py", reason="PNG needs the extra app")
    assert resvg
    from tengen.picture.png import scene_png

    data = scene_png(Scene(), width=320)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == 320
    with pytest.raises(InvalidText, match="give 16 to"):
        scene_png(Scene(), width=100_000)


def test_png_has_coordinates_and_numbers_on_a_machine_without_fonts() -> None:
    resvg = pytest.importorskip("resvg_py", reason="PNG needs the extra app")
    from tengen.picture.png import _fonts, svg_to_png

    told, untold = scene_svg(Scene()), scene_svg(Scene(coordinates=False))

    def without_fonts(svg: str) -> bytes:
        return bytes(resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True))

    assert without_fonts(told) == without_fonts(untold), "without a font there is no text"
    assert _fonts(told)["skip_system_fonts"], "ours is enough for what every picture says"
    assert svg_to_png(told) != svg_to_png(untold)
    assert not _fonts("<svg><text>天元</text></svg>")["skip_system_fonts"]


def test_without_its_extra_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from tengen.picture.png import scene_png

    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(NotAvailable, match=r"pip install 'tengen\[app\]'"):
        scene_png(Scene())
