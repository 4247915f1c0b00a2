"""The analysis page's own paths: addresses, readings, records, pictures and values."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tengen.errors import TengenError
from tengen.notation.sgf import parse_sgf
from tengen.ui.web.study import game_of_address, read_file, read_text
from webserver import PATIENCE, Server

BRANCHED = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[gi]C[good])(;B[aa]))"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a real server with a store of its own."""
    server = Server(tmp_path_factory.mktemp("store") / "store.db")
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as made:
        yield made
    server.stop()


def started(client: httpx.Client, address: str) -> dict[str, Any]:
    """Return what a page of the analysis begins with."""
    answer = client.get(address)
    assert answer.status_code == 200
    found = re.search(r'id="start">(.*?)</script>', answer.text, re.S)
    assert found is not None
    start: dict[str, Any] = json.loads(found[1])
    return start


def moves(tree: dict[str, Any]) -> list[str]:
    """Return the moves of all nodes, in the order of the tree."""
    return [node["move"] for node in tree["nodes"][1:]]


def test_an_address_says_moves_rule_and_size() -> None:
    game = game_of_address("h8i9", "renju", "20", "")
    assert (game.size, game.rule.name, len(game.moves)) == (20, "renju", 2)
    game = game_of_address("", "", "", "size:9_black:c3_turn:white_moves:d4")
    assert (game.size, len(game.moves)) == (9, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        ("h8h8", "", "", ""),
        ("(;GM[4])", "", "", ""),
        ("h8", "chess", "", ""),
        ("h8", "", "99", ""),
        ("h8", "", "x", ""),
        ("h8" * 10_000, "", "", ""),
        ("", "", "", "size:3"),
        ("", "renju", "", "rule:caro_black:h8"),
    ],
)
def test_an_address_that_says_no_position_is_refused(wrong: tuple[str, str, str, str]) -> None:
    with pytest.raises(TengenError):
        game_of_address(*wrong)


def test_the_page_begins_with_the_tree_of_its_address(client: httpx.Client) -> None:
    start = started(client, "/a/h8i9?rule=renju&size=15")
    assert moves(start["tree"]) == ["h8", "i9"]
    assert start["problem"] is None
    assert moves(started(client, "/a/")["tree"]) == []
    assert moves(started(client, "/a/?p=size:9_moves:c3")["tree"]) == ["c3"]


def test_a_page_of_nonsense_works_and_says_what_is_wrong(client: httpx.Client) -> None:
    start = started(client, "/a/h8h8")
    assert start["problem"]["code"] == "repeated-point"
    assert moves(start["tree"]) == []


def test_a_shared_tree_has_a_page(client: httpx.Client) -> None:
    shared = client.post("/api/trees", json={"sgf": BRANCHED}).json()
    start = started(client, shared["url"])
    assert moves(start["tree"]) == ["h8", "i9", "g7", "a15"]
    assert client.get("/a/t/nowhere").status_code == 404


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("h8 i9", "pos", ["h8", "i9"]),
        (BRANCHED, "sgf", ["h8", "i9", "g7", "a15"]),
        ("Piskvorky 15x15, 11:11, 0\n8,7,0\n", "psq", ["h9"]),
        ("size:9_moves:c3", "setup", ["c3"]),
    ],
)
def test_a_text_is_read_and_named(text: str, kind: str, expected: list[str]) -> None:
    reading = read_text(text)
    assert (reading["recognised"], moves(reading["tree"])) == (kind, expected)


def test_moves_may_have_row_one_at_the_top() -> None:
    assert moves(read_text("h8 c2", "top")["tree"]) == ["h8", "c14"]
    assert moves(read_text(BRANCHED, "top")["tree"])[0] == "h8", "other formats know themselves"


def test_what_cannot_be_played_is_told(client: httpx.Client) -> None:
    answer = client.post("/api/readings", json={"text": "(;GM[4]SZ[15];B[hh];W[hh])"}).json()
    assert moves(answer["tree"]) == ["h8"]
    assert "at move 2: h8 is occupied" in answer["problems"][0]
    refused = client.post("/api/readings", json={"text": "nonsense"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no-position")


def test_a_tree_is_written_as_a_record_and_as_pictures(client: httpx.Client) -> None:
    tree = read_text(BRANCHED)["tree"]
    record = client.post("/api/records/sgf", json={"tree": tree})
    assert len(parse_sgf(record.text)) == 5
    body = {"tree": tree, "moves": ["h8", "i9"], "theme": "dark", "numbers": True, "rotate": 1}
    svg = client.post("/api/records/svg", json=body)
    assert svg.text.count('class="stone ') == 2
    png = client.post("/api/records/png", json={**body, "width": 100})
    assert png.content.startswith(b"\x89PNG")
    assert client.post("/api/records/gif", json=body).status_code == 422
    wrong = client.post("/api/records/sgf", json={"tree": {"nodes": [{}, {"parent": 7}]}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-tree")


def test_links_have_a_picture(client: httpx.Client) -> None:
    answer = client.get("/api/picture.png", params={"position": "h8i9"})
    assert answer.content.startswith(b"\x89PNG")
    assert client.get("/api/picture.png", params={"position": "zz"}).status_code == 422


def test_a_position_has_a_value_for_black(client: httpx.Client) -> None:
    def black(position: str) -> Any:
        return client.post("/api/values", json={"position": position}).json()["black"]

    assert 0.4 < black("h8") < 0.8
    assert black("h8a1i8b1j8c1k8") == 1.0, "an open four wins"
    assert black("a1h8b1i8c1j8o15k8") == 0.0, "and loses for the other side"
    assert black("h8a1i8b1j8c1k8d1l8") == 1.0, "five is over"
    assert client.post("/api/values", json={"position": "h8h8"}).status_code == 422


def test_a_file_may_be_a_library_or_written_in_any_encoding() -> None:
    library = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + bytes([0, 0, 0x78, 0x40])
    answer = read_file(b64encode(library).decode())
    assert (answer["recognised"], moves(answer["tree"])) == ("renlib", ["h8"])
    record = "(;GM[4]CA[gb18030]SZ[15];B[hh]C[好])".encode("gb18030")
    answer = read_file(b64encode(record).decode())
    assert (answer["recognised"], answer["tree"]["nodes"][1]["comment"]) == ("sgf", "好")
    for data in ("?", "AAAA", b64encode(library[:-3] + b"\xff\x00").decode()):
        with pytest.raises(TengenError):
            read_file(data)
