"""The analysis page and what it sends away: addresses, records, pictures, the course of a game."""

import asyncio
import contextlib
from base64 import b64decode
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field

from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.rules import RULES
from tengen.core.tree import Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation.pos import format_pos, parse_pos
from tengen.notation.position import (
    decode,
    format_position,
    parse_position,
    parse_tree,
    recognise,
)
from tengen.notation.renlib import looks_like_renlib, parse_renlib
from tengen.notation.sgf import format_sgf, parse_sgf
from tengen.notation.tree_plain import tree_from_plain, tree_to_plain
from tengen.picture.png import scene_png
from tengen.picture.record import tree_scene
from tengen.picture.scene import Show, scene_of
from tengen.picture.svg import scene_svg
from tengen.play.question import AskValue, Chosen
from tengen.ui.web.analysis import studies_of
from tengen.ui.web.games import ERRORS, caller_of, check_rate, hub_of
from tengen.ui.web.messages import error_message
from tengen.ui.web.screens import page
from tengen.ui.web.shapes import Strict

LONGEST: Final = 16_000
"""Characters of a position in an address or a question."""
_PREVIEW: Final = 600
_FIRST_LINES: Final = 0.04  # Seconds that a page waits for them; an engine that is free has them.
_LINES: Final = "3"
_LINE_COUNTS: Final = ("1", "2", "3", "4", "5")

screens = APIRouter(include_in_schema=False)
router = APIRouter(prefix="/api", tags=["analysis"], responses=ERRORS)

PositionText = Annotated[str, Field(max_length=LONGEST, examples=["rule:renju_moves:h8i9"])]


class RecordBody(Strict):
    """A tree to be taken away, and for pictures which position of it and how it looks."""

    tree: dict[str, Any]
    moves: list[Annotated[str, Field(max_length=12)]] | None = Field(None, max_length=2000)
    """To the position that is drawn; without them, the end of the main line."""
    theme: Literal["light", "dark", "contrast"] = "light"
    numbers: bool = False
    rotate: int = Field(0, ge=0, le=3)
    width: int = Field(900, ge=64, le=2400)


class ValueBody(Strict):
    """A position in any notation."""

    position: PositionText


class ReadingBody(Strict):
    """A text or file that describes a position or a game."""

    text: Annotated[str, Field(max_length=1_000_000, examples=["h8i9g7"])] = ""
    data: Annotated[str, Field(max_length=1_400_000)] = ""
    """The bytes of a file in base64, instead of a text: RenLib libraries are no text."""
    rows: Literal["bottom", "top"] = "bottom"
    """Where moves that are nothing else have their row 1; other formats say it themselves."""


class Reading(BaseModel):
    """What a text was taken for, its tree, and what could not be played."""

    recognised: str
    tree: dict[str, Any]
    problems: list[str]


# The page.


@screens.get("/a")
@screens.get("/a/")
@screens.get("/a/{moves}")
async def analyse(
    request: Request, moves: str = "", rule: str = "", size: str = "", p: str = ""
) -> HTMLResponse:
    """Return the analysis of moves, or of the set-up `p`; what is wrong is told on the page."""
    problem = None
    try:
        game = await asyncio.to_thread(game_of_address, moves, rule, size, p)
    except TengenError as error:
        game, problem = Game(), error_message(error)
    return await _page(request, Tree.of_game(game), problem)


@screens.get("/a/t/{address}")
async def shared(request: Request, address: str) -> HTMLResponse:
    """Return an analysis that somebody shared."""
    store = hub_of(request).store
    plain = await asyncio.to_thread(store.tree, address[:40])
    if plain is None:
        return page(request, "error", 404, code="page")
    return await _page(request, await asyncio.to_thread(parse_sgf, plain["sgf"]), None)


async def _page(request: Request, tree: Tree, problem: dict[str, Any] | None) -> HTMLResponse:
    game = tree.game()
    position = format_position(game)
    start = {
        "tree": tree_to_plain(tree),
        "problem": problem,
        "rules": list(RULES),
        "analysis": await _begin(request, game),
    }
    picture = request.url_for("picture").include_query_params(position=position)
    return page(request, "analyse", start=start, picture=str(picture))


async def _begin(request: Request, game: Game) -> dict[str, Any] | None:
    """Let the engine look at what a page will show, and send its first lines with the page.

    Only for a reader who opens the page in a window, and has not switched the engine off: his
    cookie `engine` says how many lines he wants. What the page does not take up is stopped.
    """
    lines = request.cookies.get("engine", _LINES)
    is_window = request.headers.get("sec-fetch-dest") == "document"
    if not is_window or "sec-purpose" in request.headers or lines not in _LINE_COUNTS:
        return None
    try:
        study = studies_of(request).start(game, int(lines), caller_of(request).visitor)
    except TengenError:
        return None  # The page will ask for itself, and be told why.
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(study.begun.wait(), _FIRST_LINES)
    return {"id": study.number, "lines": int(lines), "info": study.info}


def game_of_address(moves: str, rule: str, size: str, position: str) -> Game:
    """Return the game that an address says; raise InvalidText or IllegalMove if it says none."""
    if len(moves) > LONGEST or len(position) > LONGEST:
        raise InvalidText("too-long", "this address is too long to be a position")
    if size and not (size.isascii() and size.isdigit() and len(size) < 4):
        raise InvalidText(
            "size-range",
            "size {size!r} is not possible; boards have 5 to 26 lines a side",
            size=size,
        )
    lines = int(size) if size else None
    text = position or moves
    if not position and moves and not moves[0].isalpha():
        raise InvalidText(
            "bad-point", "{text!r} is not moves; write points like 'h8i9g7'", text=moves
        )
    return parse_position(text, size=lines, rule=rule or None)


# What comes to the page.


@router.post("/readings", response_model=Reading)
async def read(request: Request, body: ReadingBody) -> Any:
    """Read a pasted text or file, and say what it was taken for."""
    check_rate(request)
    if body.data:
        return await asyncio.to_thread(read_file, body.data)
    return await asyncio.to_thread(read_text, body.text, body.rows)


def read_file(data: str) -> dict[str, Any]:
    """Return the tree that the bytes of a file describe, given in base64."""
    try:
        content = b64decode(data, validate=True)
    except ValueError:
        raise InvalidText("bad-base64", "the bytes of the file are not base64") from None
    if not looks_like_renlib(content):
        return read_text(decode(content))
    problems: list[str] = []
    tree = parse_renlib(content, problems=problems)
    return {"recognised": "renlib", "tree": tree_to_plain(tree), "problems": problems[:50]}


def read_text(text: str, rows: str = "bottom") -> dict[str, Any]:
    """Return the tree that a text describes; moves may have row 1 at the top."""
    name = recognise(text)
    if name == "pos" and rows == "top":
        words = "".join(text.split())
        text = format_pos(parse_pos(words, 15, "pos-top"), 15)
    problems: list[str] = []
    tree = parse_tree(text, problems=problems)
    return {"recognised": name, "tree": tree_to_plain(tree), "problems": problems[:50]}


# What leaves the page.


@router.post("/records/{form}", response_class=Response)
async def record(request: Request, form: Literal["sgf", "svg", "png"], body: RecordBody) -> Any:
    """Return a tree as an SGF record, or one of its positions as a picture."""
    check_rate(request)
    data, kind = await asyncio.to_thread(_written, form, body)
    name = f'attachment; filename="tengen.{form}"'
    return Response(data, media_type=kind, headers={"content-disposition": name})


def _written(form: str, body: RecordBody) -> tuple[bytes, str]:
    tree = tree_from_plain(body.tree)
    if form == "sgf":
        return format_sgf(tree).encode(), "application/x-go-sgf"
    node = tree.end()
    if body.moves is not None:
        node = tree.root
        for text in body.moves:
            node = tree.add(node, text)
    scene = replace(tree_scene(tree, node, numbers=body.numbers), rotate=body.rotate)
    if form == "svg":
        return scene_svg(scene, theme=body.theme, width=body.width).encode(), "image/svg+xml"
    return scene_png(scene, theme=body.theme, width=body.width), "image/png"


@router.get("/picture.png", response_class=Response)
async def picture(
    request: Request, position: Annotated[str, Query(max_length=LONGEST)] = ""
) -> Any:
    """Return the picture of a position, for previews of links."""
    check_rate(request)

    def draw() -> bytes:
        return scene_png(scene_of(parse_position(position), threats=Show.NONE), width=_PREVIEW)

    return Response(await asyncio.to_thread(draw), media_type="image/png")


# The course of a game.


@router.post("/values")
async def value(request: Request, body: ValueBody) -> dict[str, Any]:
    """Return Black's chance in a position, by a short look of the engine."""
    check_rate(request)
    game = await asyncio.to_thread(parse_position, body.position)
    if (outcome := game.outcome()) is not None:
        return {"black": {Color.BLACK: 1.0, Color.WHITE: 0.0, None: 0.5}[outcome.winner]}
    if game.choices or not game.legal_points():
        return {"black": None}
    visitor = "course", caller_of(request).visitor
    ticket = hub_of(request).pool.ask(AskValue(format_position(game)), visitor=visitor)
    answer = await asyncio.wrap_future(ticket.future)
    assert isinstance(answer, Chosen)
    win = answer.info.get("win")
    if win is None:
        return {"black": None}
    return {"black": round(win if game.turn is Color.BLACK else 1 - win, 4)}
