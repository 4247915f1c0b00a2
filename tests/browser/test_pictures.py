"""The page and the SVG writer draw the same elements: thirty scenes, three themes, one browser."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from boards import rich_in_lines
from scenes import thirty_scenes
from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.core.shapes import Kind
from tengen.errors import IllegalMove
from tengen.picture._canvas import furthest, segment
from tengen.picture.plain import scene_to_plain, threat_to_plain
from tengen.picture.scene import Show, threats_to_draw
from tengen.picture.svg import scene_svg
from tengen.picture.theme import theme_names
from visitors import Visitor

WIDTH = 800
"""Of the board in this test, so that cells are large enough for texts on every size."""

WALK = """(root) => {
  const computed = ["fill", "stroke", "stroke-width", "stop-color", "opacity", "font-family"];
  const walk = (element) => {
    const style = getComputedStyle(element);
    const attributes = {};
    for (const { name, value } of element.attributes) {
      if (!value.includes("var(") && !computed.includes(name)) {
        attributes[name] = value;
      }
    }
    return {
      tag: element.tagName,
      attributes,
      style: Object.fromEntries(computed.map((name) => [name, style.getPropertyValue(name)])),
      text: element.children.length ? "" : element.textContent,
      children: [...element.children].map(walk),
    };
  };
  return [...root.children].map(walk);
}"""

COMPARE = (
    """([scenes, pictures]) => scenes.map((scene, i) => {
  board.set(scene);
  const page = document.querySelector("gomoku-board > svg");
  const file = document.getElementById("file");
  const read = new DOMParser().parseFromString(pictures[i], "image/svg+xml");
  file.replaceChildren(document.importNode(read.firstChild, true));
  const walk = """
    + WALK
    + """;
  return [walk(page), walk(file.firstChild)];
})"""
)


@pytest.fixture(scope="module")
def board(browser: Browser, static_site: str) -> Iterator[Page]:
    """A page with the element, and a place for a picture beside it."""
    visitor = Visitor(browser, static_site, viewport={"width": 1000, "height": 900})
    page = visitor.open("/tests/browser/pages/board.html")
    page.wait_for_function("globalThis.board?.hasAttribute('data-ready')")
    page.evaluate(f"""() => {{
        board.style.width = "{WIDTH}px";
        const file = document.createElement("div");
        file.id = "file";
        document.body.append(file);
    }}""")
    yield page
    visitor.context.close()
    assert visitor.faults == []


def differences(one: Any, other: Any, place: str = "") -> list[str]:
    """Return a line for everything in which two trees of elements differ."""
    found = []
    for key in ("tag", "attributes", "style", "text"):
        if one[key] != other[key]:
            found.append(f"{place}{one['tag']} {key}: {one[key]} != {other[key]}")
    if len(one["children"]) != len(other["children"]):
        found.append(f"{place}{one['tag']} has other children")
    for i, (left, right) in enumerate(zip(one["children"], other["children"], strict=False)):
        found += differences(left, right, f"{place}{one['tag']}[{i}] ")
    return found


@pytest.mark.parametrize("theme", theme_names())
def test_the_page_and_the_writer_draw_the_same_elements(board: Page, theme: str) -> None:
    scenes = [replace(scene, small=False) for scene in thirty_scenes()]
    assert len(scenes) == 30
    board.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    plain = [scene_to_plain(scene) for scene in scenes]
    pictures = [scene_svg(scene, theme=theme, width=WIDTH) for scene in scenes]
    compared = board.evaluate(COMPARE, [plain, pictures])
    drawn = 0
    for number, (page, file) in enumerate(compared):
        assert len(page) == len(file)
        for one, other in zip(page, file, strict=True):
            assert differences(one, other, f"scene {number}: ") == []
            drawn += len(one["children"])
    assert drawn > 1000


def rich_positions() -> list[Game]:
    """Return a thousand positions with threats of both sides, under every rule."""
    rng = random.Random(15)
    found: list[Game] = []
    while len(found) < 1000:
        board = rich_in_lines(rng)
        rule = rng.choice(list(RULES))
        try:
            game = Game(
                setup=Setup(
                    board.size,
                    rule,
                    black=board.stones(Color.BLACK),
                    white=board.stones(Color.WHITE),
                    blocked=board.blocked,
                    traps=board.traps,
                    turn=rng.choice(list(Color)),
                )
            )
        except IllegalMove:
            continue
        if game.outcome() is None and any(game.threats(color) for color in Color):
            found.append(game)
    return found


def test_the_page_draws_the_threats_of_the_core(board: Page) -> None:
    games = rich_positions()
    everything = [threats_to_draw(game, Show.ALL) for game in games]
    scenes = [
        {
            "size": game.size,
            "turn": str(game.turn),
            "threats": [threat_to_plain(threat, game.size) for threat in found],
        }
        for game, found in zip(games, everything, strict=True)
    ]
    drawn = board.evaluate(
        """(scenes) => scenes.map((scene) => {
            const tree = draw({ ...scene, threats: state.urgent(scene.threats) });
            const marks = tree.children.find((layer) => layer.attrs.class === "marks");
            const lines = marks.children.filter((mark) => mark.attrs["stroke-width"] === "0.09");
            return lines.map(({ attrs }) => [attrs.d, attrs.stroke, "stroke-dasharray" in attrs]);
        })""",
        scenes,
    )
    for game, lines in zip(games, drawn, strict=True):
        expected = []
        for threat in threats_to_draw(game):
            ends = furthest([(point.x, point.y) for point in threat.stones])
            color = "var(--best)" if threat.side is game.turn else "var(--stop)"
            if ends is not None:
                expected.append([segment(*ends), color, threat.kind is Kind.THREE])
        assert lines == expected


def test_a_difference_would_be_seen(board: Page) -> None:
    scene = thirty_scenes()[5]
    pictures = [scene_svg(scene, theme="dark", width=WIDTH)]
    board.evaluate("document.documentElement.dataset.theme = 'light'")
    ((page, file),) = board.evaluate(COMPARE, [[scene_to_plain(scene)], pictures])
    assert any(differences(one, other) for one, other in zip(page, file, strict=True))
