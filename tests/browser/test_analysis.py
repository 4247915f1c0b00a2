"""The analysis page in a real browser: the engine, variations, the forced win, set-up, paste."""

import re
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

from tengen.notation.sgf import parse_sgf
from visitors import MakeVisitor, Server, Visitor, eventually
from walks import made_game, played, told

WON = "h8i9i7h9g9j10g8i8"
"""Black to move wins in three: f10 makes a four, and e11 or j6 the five."""
CALM = "h8i9g7"
BRANCHED = "1h8 2i9 3a15 (3b14)"

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def reader(visitor: MakeVisitor, server: Server) -> Visitor:
    """Somebody who analyses, without the engine unless the test wants it."""
    made = visitor(server.origin)
    # Whoever leaves a page in the middle of its questions calls them off.
    made.allow("ERR_ABORTED")
    made.context.add_init_script("""
        if (!localStorage.getItem("tengen")) {
            localStorage.setItem("tengen", JSON.stringify({ engine: false }));
        }
    """)
    return made


@pytest.fixture
def page(reader: Visitor) -> Page:
    """The page of a calm position."""
    made = reader.open(f"/a/{CALM}?rule=freestyle&size=15")
    ready(made)
    return made


def ready(page: Page) -> None:
    expect(page.locator("#status")).not_to_have_text("Loading …")
    page.wait_for_function("document.querySelector('#board')?.scene?.stones !== undefined")


def cell(page: Page, point: str) -> None:
    page.locator(f'[role=gridcell][data-point="{point}"]').click()


def tree(page: Page) -> str:
    """Return the moves as the page lists them, variations in brackets."""
    text: str = page.evaluate("""() => {
        const move = (item) => item.querySelector("button").innerText.replace(/\\s+/g, "");
        const told = (list) => [...list.children].map((item) =>
            item.className === "variation" ? `(${told(item.firstChild)})` : move(item)
        ).join(" ");
        const list = document.querySelector(".tree");
        return list ? told(list) : "";
    }""")
    return text


def moves_of(reader: Visitor, game: str) -> list[str]:
    """Return the moves of a game, as the server has them."""
    answer = reader.context.request.get(f"{reader.origin}/api/games/{game}").json()
    moves: list[str] = answer["game"]["moves"]
    return moves


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def pick(page: Page, group: str, name: str) -> None:
    page.get_by_role("group", name=group).get_by_role("radio", name=name).check()


def test_moves_become_variations_that_can_be_promoted_commented_and_deleted(page: Page) -> None:
    cell(page, "j10")
    page.keyboard.press(",")
    cell(page, "h10")
    assert tree(page) == "1h8 2i9 3g7 4j10 (4h10)"
    page.get_by_label("Comment on this position").fill("better")
    press(page, "Make main line")
    assert tree(page) == "1h8 2i9 3g7 4h10 (4j10)"
    expect(page.locator(".tree .comment")).to_have_text("better")
    page.reload()
    ready(page)
    assert tree(page) == "1h8 2i9 3g7 4h10 (4j10)", "a reload loses nothing"
    expect(page.locator(".tree .comment")).to_have_text("better")
    page.keyboard.press("ArrowDown")
    press(page, "Delete from here")
    assert tree(page) == "1h8 2i9 3g7 4h10"


def test_a_finished_game_goes_on_as_an_analysis(reader: Visitor) -> None:
    special = {"blocked": ["e5"], "traps": ["l12"]}
    game = made_game(reader, black="you", white="you", **special)
    played(reader, game, "h8 i9 i8 j9 g8 h9 f8 g9 j8")
    page = reader.open(f"/g/{game}")
    page.get_by_role("link", name="Analyse").click()
    ready(page)
    assert tree(page) == "1h8 2i9 3i8 4j9 5g8 6h9 7f8 8g9 9j8"
    scene = page.evaluate("document.querySelector('#board').scene")
    assert (scene["blocked"], scene["traps"]) == (["e5"], ["l12"])
    expect(page.locator("#status")).to_have_text(re.compile("Black wins: five"))
    expect(page.locator(".graph")).to_have_attribute("data-known", "10")


def test_an_address_says_the_moves_and_where_one_is(page: Page, reader: Visitor) -> None:
    assert page.url.endswith(f"/a/{CALM}?rule=freestyle&size=15")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"/a/{CALM}\?rule=freestyle&size=15#2$"))
    second = reader.open(page.url.removeprefix(reader.origin))
    ready(second)
    assert second.evaluate("document.querySelector('#board').scene.stones.length") == 2
    assert tree(second) == "1h8 2i9 3g7"


def test_a_tree_is_shared_with_somebody_else(page: Page, visitor: MakeVisitor) -> None:
    cell(page, "j10")
    page.keyboard.press(",")
    cell(page, "h10")
    page.get_by_label("Comment on this position").fill("for you")
    press(page, "Share")
    address = page.get_by_label("Address").input_value()
    assert "/a/t/" in address
    origin, _, path = address.partition("/a/")
    other = visitor(origin)
    other.allow("ERR_ABORTED")
    friend = other.open(f"/a/{path}")
    ready(friend)
    assert tree(friend) == "1h8 2i9 3g7 4j10 (4h10)"
    expect(friend.locator(".tree .comment")).to_have_text("for you")


def test_the_engine_streams_lines_that_can_be_previewed_and_played(page: Page) -> None:
    page.get_by_role("switch", name="Analysis").click()
    line = page.locator(".lines li").first
    expect(line).to_be_visible()
    expect(page.locator("#verdict")).to_have_text(re.compile(r"Black \d+ %"))
    assert page.evaluate("document.querySelector('#board').scene.candidates.length") >= 1
    line.locator(".chip").nth(1).hover()
    preview = page.evaluate("document.querySelector('#board').scene.preview")
    assert [stone["number"] for stone in preview] == [1, 2]
    before = page.locator(".lines").inner_text()
    page.wait_for_timeout(600)
    assert page.locator(".lines").inner_text() == before, "the list holds still meanwhile"
    first = line.locator(".chip").first.inner_text()
    line.locator(".chip").first.click()
    assert tree(page) == f"1h8 2i9 3g7 4{first}"
    page.get_by_label("Number of lines").select_option("1")
    expect(page.locator(".lines li")).to_have_count(1)
    page.get_by_role("switch", name="Analysis").click()
    expect(page.locator(".facts-engine")).to_have_text("off")


def test_a_second_window_takes_the_engine_over(reader: Visitor, page: Page) -> None:
    page.get_by_role("switch", name="Analysis").click()
    expect(page.locator(".lines li").first).to_be_visible()
    second = reader.open("/a/h8?rule=freestyle&size=15")
    expect(second.locator(".lines li").first).to_be_visible()
    expect(page.locator(".facts-engine")).to_have_text("stopped: another window analyses")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".facts-engine")).to_have_text(re.compile("depth"))
    page.get_by_role("switch", name="Analysis").click()


def test_the_course_of_the_game_is_computed_and_can_be_clicked(page: Page) -> None:
    graph = page.locator(".graph")
    expect(graph).to_have_attribute("data-known", "4")
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2, box["y"] + 20)
    assert page.evaluate("document.querySelector('#board').scene.stones.length") == 0
    expect(page.locator("#status")).to_have_text("Black to move.")


def test_a_forced_win_is_walked_to_its_end_with_a_wrong_defence(reader: Visitor) -> None:
    page = reader.open(f"/a/{WON}?rule=freestyle&size=15")
    ready(page)
    press(page, "Show me the forced win")
    walk = page.get_by_role("region", name="Forced win")
    expect(walk).to_contain_text("Black wins in 3")
    attack = page.evaluate("document.querySelector('#board').scene.last")
    defences = walk.locator(".chip").all_inner_texts()
    assert len(defences) >= 1
    cell(page, "a1")
    expect(walk).to_contain_text("Black has five in a row.")
    row = "document.querySelector('#board').scene.line"
    eventually(lambda: len(page.evaluate(row)) == 5, "the row is drawn")
    press(page, "Take back")
    walk.locator(".chip").first.click()
    expect(walk).to_contain_text("Black has five in a row.")
    press(page, "Keep as variation")
    assert tree(page).startswith(f"1h8 2i9 3i7 4h9 5g9 6j10 7g8 8i8 9{attack}")
    expect(page.locator("#status")).to_have_text(re.compile("Black wins: five"))


def test_where_no_win_is_found_the_words_are_honest(page: Page) -> None:
    press(page, "Show me the forced win")
    expect(page.locator("#status")).to_have_text(
        re.compile(r"No forced win found .*threes and fours")
    )


def test_a_position_is_set_up_wrongly_refused_and_mended(reader: Visitor, page: Page) -> None:
    reader.allow("422", "ERR_ABORTED")
    press(page, "Set up")
    press(page, "Clear")
    for point in ("a1", "b1", "c1", "d1", "e1"):
        cell(page, point)
    pick(page, "What a click puts", "White")
    for point in ("a3", "b3", "c3", "d3", "e3"):
        cell(page, point)
    expect(page.locator(".refusal")).to_have_text(re.compile("Both sides have five"))
    expect(page.get_by_role("button", name="Done")).to_be_disabled()
    cell(page, "e3")
    expect(page.get_by_role("button", name="Done")).to_be_enabled()
    cell(page, "e3")
    pick(page, "What a click puts", "Erase")
    cell(page, "e1")
    cell(page, "e3")
    page.get_by_label("Rule").select_option("renju")
    expect(page.get_by_role("button", name="Done")).to_be_enabled()
    press(page, "Done")
    assert "/a/?p=" in page.url
    stones = page.evaluate("document.querySelector('#board').scene.stones")
    assert len(stones) == 8


PASTED = [
    ("h8i9g7", "moves, 3 moves", "1h8 2i9 3g7"),
    ("size:9_rule:caro_black:c3_turn:white_moves:d4", "set-up string, 1 moves", "1d4"),
    (". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .", "diagram, 0 moves", ""),
    ("(;GM[4]SZ[15];B[hh];W[ig](;B[aa])(;B[bb]))", "SGF record, 4 moves", BRANCHED),
    ("Piskvorky 20x20, 11:11, 0\n8,7,0\n1,2,9\n", "PSQ record, 2 moves", "1h14 2a19"),
]


def test_every_format_can_be_pasted_and_is_named(page: Page) -> None:
    for text, kind, moves in PASTED:
        press(page, "Paste")
        page.get_by_label("Text").fill(text)
        expect(page.locator(".recognised")).to_have_text(f"Recognised: {kind}.")
        press(page, "Open")
        assert tree(page) == moves


def test_moves_may_have_their_first_row_at_the_top(page: Page) -> None:
    press(page, "Paste")
    page.get_by_label("Text").fill("h8c2")
    pick(page, "Row 1 is at the", "Row 1 at the top")
    page.wait_for_timeout(300)
    press(page, "Open")
    assert tree(page) == "1h8 2c14"


def test_what_is_no_game_is_refused_and_the_page_goes_on(reader: Visitor, page: Page) -> None:
    reader.allow("422", "ERR_ABORTED")
    press(page, "Paste")
    for text in ("nonsense", "(;GM[1]SZ[19];B[pd])", "(;GM[4]", "\x00\x01\xff"):
        page.get_by_label("Text").fill("h8")
        expect(page.get_by_role("button", name="Open")).to_be_enabled()
        page.get_by_label("Text").fill(text)
        expect(page.locator(".recognised")).to_have_class(re.compile("refusal"))
        expect(page.get_by_role("button", name="Open")).to_be_disabled()
    page.keyboard.press("Escape")
    cell(page, "c3")
    assert tree(page) == "1h8 2i9 3g7 4c3"


def test_the_analysis_can_be_taken_away(page: Page, tmp_path: Path) -> None:
    cell(page, "j10")
    page.keyboard.press(",")
    cell(page, "h10")
    press(page, "Download")
    names = {"sgf": "Game record (SGF)", "svg": "Picture (SVG)", "png": "Picture (PNG)"}
    for form, name in names.items():
        with page.expect_download() as caught:
            press(page, name)
        caught.value.save_as(tmp_path / form)
    assert len(parse_sgf((tmp_path / "sgf").read_text(encoding="utf-8"))) == 6
    assert (tmp_path / "svg").read_bytes().startswith(b"<svg ")
    assert (tmp_path / "png").read_bytes().startswith(b"\x89PNG")


def test_an_address_that_says_no_position_is_told_and_the_page_works(reader: Visitor) -> None:
    page = reader.open("/a/")
    for address in (
        "h8h8",
        "z99",
        "h8i9" * 2500,
        "h8?size=99",
        "h8?rule=chess",
        "?p=size:3",
        "%00",
    ):
        page.goto(f"{reader.origin}/a/{address}")
        ready(page)
        expect(page.locator("#status")).to_have_class("alert")
        cell(page, "h8")
        assert tree(page) == "1h8"


class Processor:
    """Counts the processor time that a page takes: other than the clock, it is alike on any day."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self) -> float:
        """Return what all tasks of the page's main thread have taken since it was opened."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        value: float = next(row["value"] for row in metrics if row["name"] == "TaskDuration")
        return 1000 * value


def test_the_first_line_comes_with_the_page(visitor: MakeVisitor, server: Server) -> None:
    assert server.process is not None
    process = psutil.Process(server.process.pid)

    def served() -> float:
        times = process.cpu_times()
        return 1000 * (times.user + times.system)

    took = []
    for _ in range(3):
        reader = visitor(server.origin)
        reader.allow("ERR_ABORTED")
        page = reader.open("/help")
        processor, before = Processor(page), served()
        page.goto(f"{reader.origin}/a/{CALM}?rule=freestyle&size=15")
        page.locator(".lines li").first.wait_for()
        took.append(processor.milliseconds() + served() - before)
        asked = [url for url in reader.requests if url.endswith("/api/analyses")]
        assert asked == [], "the engine looks at the position before the page can ask"
    # A quiet machine takes half of 300; beside other tests the same work costs more.
    assert min(took) < 600, "milliseconds of work, in the page and in the server"


def test_a_step_takes_less_than_a_frame(reader: Visitor) -> None:
    moves = "h8i9g7f6j8g8i7h7h9f7g6k9j7j9i10f8l10m11e5d4"
    page = reader.open(f"/a/{moves}?rule=freestyle&size=15")
    ready(page)
    expect(page.locator(".graph")).to_have_attribute("data-known", "21")
    processor, took = Processor(page), []
    for _ in range(3):
        page.keyboard.press("Home")
        page.wait_for_timeout(300)
        before = processor.milliseconds()
        page.evaluate("""async () => {
            for (let i = 0; i < 20; i += 1) {
                document.dispatchEvent(new KeyboardEvent("keydown", { key: "." }));
                await new Promise((resolve) => requestAnimationFrame(resolve));
            }
        }""")
        took.append((processor.milliseconds() - before) / 20)
        assert page.evaluate("document.querySelector('#board').scene.stones.length") == 20
    # A quiet machine takes less than a frame of 16; beside other tests the same work costs more.
    assert min(took) < 32, "milliseconds of work for a step, its drawing included"


def test_the_engine_is_displaced_by_games_and_comes_back(reader: Visitor, page: Page) -> None:
    page.get_by_role("switch", name="Analysis").click()
    facts = page.locator(".facts-engine")
    expect(facts).to_have_text(re.compile("depth"))
    game = made_game(reader, black="you", white="tengen", clock={"move": 60})
    played(reader, game, "h8")
    eventually(lambda: len(moves_of(reader, game)) == 2, "the first answer")
    taken = moves_of(reader, game)
    played(reader, game, next(point for point in ("a1", "a2", "b1") if point not in taken))
    expect(facts).to_have_text(re.compile(r"sharing the machine with 1 game"))
    expect(page.locator(".lines li").first).to_be_visible()
    told(reader, game, do="resign")
    expect(facts).to_have_text(re.compile("depth"))
    page.get_by_role("switch", name="Analysis").click()


def test_on_a_phone_lines_moves_and_threats_are_tabs(visitor: MakeVisitor, server: Server) -> None:
    phone = visitor(server.origin, viewport={"width": 390, "height": 844}, has_touch=True)
    phone.allow("ERR_ABORTED")
    page = phone.open(f"/a/{WON}?rule=freestyle&size=15")
    ready(page)
    lines, moves = page.locator(".lines"), page.locator(".moves-tree")
    threats = page.get_by_role("list", name="Threats")
    expect(lines.locator("li").first).to_be_visible()
    assert not moves.is_visible()
    pick(page, "Analysis", "Moves")
    expect(moves).to_be_visible()
    assert not lines.is_visible()
    assert tree(page).endswith("8i8")
    pick(page, "Analysis", "Threats")
    expect(threats.locator("li").first).to_contain_text("open three at")
    threats.get_by_role("button").first.click()
    shown = page.evaluate("document.querySelector('#board').scene.threats.length")
    assert shown == 1, "a threat that is touched is drawn alone"
    assert not moves.is_visible()
    page.mouse.wheel(0, 2000)
    fits = "scrollY > 0 || document.documentElement.scrollHeight <= innerHeight"
    eventually(lambda: bool(page.evaluate(fits)), "the page is scrolled")
    top = page.evaluate("document.querySelector('#board').getBoundingClientRect().top")
    assert 0 <= top <= 60, "the board stays while the rest is scrolled"
