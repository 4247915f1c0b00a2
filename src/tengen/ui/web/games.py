"""Games over HTTP and WebSocket."""

import asyncio
import contextlib
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.errors import StoreError
from tengen.store import GameFilter, StoredGame
from tengen.ui.web.access import Caller, Rates
from tengen.ui.web.hub import Hub, TooMany, address_of
from tengen.ui.web.messages import error_message
from tengen.ui.web.outbox import Outbox
from tengen.ui.web.records import write_record
from tengen.ui.web.shapes import (
    CommandBody,
    Created,
    ErrorMessage,
    GameList,
    NewGameBody,
    OkMessage,
    SeatBody,
    Seated,
    StateMessage,
)
from tengen.ui.web.table import Table

MEDIA: Final = {"sgf": "application/x-go-sgf", "svg": "image/svg+xml", "png": "image/png"}
PAGE: Final = 50
_FORGIVEN: Final = 50  # Commands over the rate until a socket is closed.

STATUS: Final = {
    "no-seat": 403,
    "no-game": 404,
    "no-tree": 404,
    "no-analysis": 404,
    "too-many": 429,
    "too-many-games": 429,
    "too-many-sockets": 429,
    "too-many-analyses": 429,
    "missing-field": 422,
    "bad-request": 422,
    "off-board": 422,
    "bad-point": 422,
}
"""What else the referee refuses is a conflict with how the game stands: 409."""

ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorMessage, "description": description}
    for status, description in (
        (400, "Not JSON, or too large to be read."),
        (403, "Not yours, or a request from another site."),
        (404, "There is no such thing."),
        (409, "The game does not allow it now."),
        (413, "The body is too large."),
        (415, "The body is not JSON."),
        (421, "The server does not answer to this name."),
        (422, "Fields that are missing, wrong, or do not fit together."),
        (429, "Too much at once; wait, or end something first."),
        (503, "The store cannot be written, or the engines are down."),
    )
}

router = APIRouter(prefix="/api/games", tags=["games"], responses=ERRORS)

Address = Annotated[str, Path(max_length=40, examples=["k3v9qd7a"])]


def hub_of(request: Request | WebSocket) -> Hub:
    """Return the hub of the app that serves a request."""
    hub: Hub = request.app.state.hub
    return hub


def caller_of(request: Request | WebSocket) -> Caller:
    """Return who sent a request."""
    caller: Caller = request.state.caller
    return caller


def check_rate(request: Request) -> None:
    """Refuse a visitor who asks too often."""
    rates: Rates = request.app.state.rates
    if not rates.allow(caller_of(request).visitor):
        raise too_fast()


def too_fast() -> TooMany:
    """Return the error for somebody who asks too often."""
    return TooMany("too-many", "too many requests; wait {seconds} s", seconds=10)


def respond(message: dict[str, Any], status: int = 200) -> JSONResponse:
    """Answer with a message; an error has the status of its code."""
    if message.get("is") == "error":
        status = STATUS.get(message["code"], 409)
    return JSONResponse(message, status)


@router.post("", status_code=201, response_model=Created)
async def create(request: Request, body: NewGameBody) -> Any:
    """Begin a game. The seats that are `you` belong to the sender from now on."""
    check_rate(request)
    hub, caller = hub_of(request), caller_of(request)
    table = await hub.create(body, caller.visitor)
    return {
        "id": table.address,
        "url": f"/g/{table.address}",
        "tokens": {
            str(table.live.color(seat)): hub.seat_token(table.address, seat)
            for seat in Seat
            if table.owners[seat]
        },
    }


@router.get("", response_model=GameList)
async def list_games(
    request: Request,
    whose: Literal["mine", "all", "arena"] = "mine",
    state: Literal["running", "finished", "any"] = "any",
    opponent: Annotated[str | None, Query(max_length=60)] = None,
    rule: Annotated[str | None, Query(max_length=40)] = None,
    result: Literal["running", "black", "white", "draw", "won", "lost"] | None = None,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Any:
    """List games, the newest first: one's own, all of people and bots here, or the arena's."""
    hub, caller = hub_of(request), caller_of(request)
    is_finished = {"running": False, "finished": True, "any": None}[state]
    wanted = GameFilter(
        owner=caller.visitor if whose == "mine" else None,
        opponent=opponent,
        rule=rule,
        in_a_run=whose == "arena",
        is_finished=False if result == "running" else is_finished,
        score={"won": 1.0, "lost": 0.0, "draw": 0.5}.get(result or ""),
        winner={"black": Color.BLACK, "white": Color.WHITE}.get(result or ""),
    )
    reach = offset + limit
    found = await asyncio.to_thread(hub.store.games, wanted, limit=reach, before=before)
    total = await asyncio.to_thread(hub.store.count_games, wanted)
    rows = [
        game_row(game, caller.visitor)
        for game in found[offset:]
        # An invitation is for those who have its address.
        if whose == "mine" or "open" not in (game.first.kind, game.second.kind)
    ]
    return {
        "games": rows,
        "total": total,
        "next": found[-1].id if len(found) == reach else None,
    }


@router.get("/{address}", response_model=StateMessage)
async def show(request: Request, address: Address) -> Any:
    """Return the whole game as the sender sees it, the same as a socket's first message."""
    hub, caller = hub_of(request), caller_of(request)
    table = await hub.find(address)
    seats = hub.seats(table, caller.visitor, caller.bearer)
    return JSONResponse(await table.look(seats))


@router.post("/{address}/commands", response_model=OkMessage)
async def command(request: Request, address: Address, body: CommandBody) -> Any:
    """Do something in a game. A hint is waited for; everything else is answered at once."""
    check_rate(request)
    hub, caller = hub_of(request), caller_of(request)
    table = await hub.find(address)
    seats = hub.seats(table, caller.visitor, caller.bearer)
    return respond(await table.command(caller.visitor, seats, body))


@router.post("/{address}/seat", response_model=Seated)
async def sit(request: Request, address: Address, body: SeatBody) -> Any:
    """Take an open seat."""
    check_rate(request)
    hub, caller = hub_of(request), caller_of(request)
    table = await hub.find(address)
    seat = next(each for each in Seat if str(table.live.color(each)) == body.seat)
    answer = await hub.sit(table, seat, body.name, caller.visitor)
    if answer["is"] == "error":
        return respond(answer)
    return {"id": address, "seat": body.seat, "token": hub.seat_token(address, seat)}


@router.get(
    "/{address}/record.{kind}",
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in MEDIA.values()}, "description": "The file."}},
)
async def download(
    request: Request,
    address: Address,
    kind: Literal["sgf", "svg", "png"],
    numbers: bool = True,
    theme: Literal["light", "dark", "contrast"] = "light",
) -> Response:
    """Return the game as a file: SGF with the times of its moves, or a picture of the board."""
    table = await hub_of(request).find(address)
    data = await asyncio.to_thread(write_record, table, kind, numbers, theme)
    disposition = f'attachment; filename="tengen-{table.address}.{kind}"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return Response(data, media_type=MEDIA[kind], headers=headers)


@router.websocket("/{address}/live")
async def live(socket: WebSocket, address: str) -> None:
    """Serve one reader of one game: state and events out, commands in."""
    hub, caller = hub_of(socket), caller_of(socket)
    sockets: Sockets = socket.app.state.sockets
    await socket.accept()
    if (reason := sockets.enter(caller.visitor)) is not None:
        await socket.close(1008, reason)
        return
    try:
        table = await hub.find(address)
    except StoreError as error:
        sockets.leave(caller.visitor)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json(error_message(error))
            await socket.close(4404, "no such game")
        return
    seats = hub.seats(table, caller.visitor, caller.bearer)
    outbox = Outbox(socket, caller.visitor, seats, hub.settings.outbox)
    sending = asyncio.create_task(outbox.run())
    try:
        await table.join(outbox)
        await _listen(socket, table, outbox)
    finally:
        table.leave(outbox)
        sockets.leave(caller.visitor)
        await outbox.finish(sending)


async def _listen(socket: WebSocket, table: Table, outbox: Outbox) -> None:
    """Take commands until the socket closes; slow ones do not hold up the others."""
    rates: Rates = socket.app.state.rates
    tasks: set[asyncio.Task[None]] = set()
    forgiven = _FORGIVEN

    async def obey(body: CommandBody) -> None:
        outbox.put(await table.command(outbox.visitor, outbox.seats, body))

    try:
        while True:
            text = await socket.receive_text()
            if not rates.allow(outbox.visitor):
                forgiven -= 1
                outbox.put(error_message(too_fast()))
                if forgiven < 0:
                    outbox.close(1008, "too many messages")
                    return
                continue
            try:
                body = CommandBody.model_validate_json(text)
            except ValidationError as error:
                outbox.put(invalid_message(error))
                continue
            if body.do == "hint":
                task = asyncio.create_task(obey(body))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            else:
                await obey(body)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        # A frame of bytes has no text, and what is closed cannot be read.
        outbox.close(1003, "send text")
    finally:
        for task in tasks:
            task.cancel()


def invalid_message(error: ValidationError) -> dict[str, Any]:
    """Return what is wrong with a message that is no command."""
    first = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    text = f"{where}: {first['msg']}" if where else first["msg"]
    return {
        "is": "error",
        "id": None,
        "code": "bad-request",
        "args": {"where": where, "why": first["msg"]},
        "text": text[:300],
    }


class Sockets:
    """How many sockets there are, in all and of each visitor."""

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._open: dict[str, int] = {}

    @property
    def count(self) -> int:
        """How many are open."""
        return sum(self._open.values())

    def enter(self, visitor: str) -> str | None:
        """Count one more, or return why not."""
        if self.count >= self._most:
            return "the server has as many visitors as it can take"
        if self._open.get(visitor, 0) >= self._each:
            return f"you have {self._each} pages open; close one first"
        self._open[visitor] = self._open.get(visitor, 0) + 1
        return None

    def leave(self, visitor: str) -> None:
        """Count one less."""
        left = self._open.get(visitor, 0) - 1
        if left > 0:
            self._open[visitor] = left
        else:
            self._open.pop(visitor, None)


def game_row(game: StoredGame, visitor: str) -> dict[str, Any]:
    """Return a game of the store as lists have it."""
    black = Seat.FIRST if game.black is None else game.black
    players = {Seat.FIRST: game.first, Seat.SECOND: game.second}
    owners = {Seat.FIRST: game.first_owner, Seat.SECOND: game.second_owner}
    colors = {"black": black, "white": black.other}
    verdict = game.verdict
    return {
        "id": address_of(game),
        "url": f"/g/{address_of(game)}",
        "rule": game.rule,
        "size": game.size,
        "opening": game.opening,
        "seats": {
            color: {"name": players[seat].name, "kind": players[seat].kind}
            for color, seat in colors.items()
        },
        "you": [color for color, seat in colors.items() if visitor and owners[seat] == visitor],
        "moves": game.plies,
        "result": None
        if verdict is None
        else {
            "winner": next((c for c, seat in colors.items() if str(seat) == verdict.result), None),
            "ending": verdict.reason,
        },
        "started_at": game.started_at,
        "finished_at": None if verdict is None else verdict.finished_at,
    }
