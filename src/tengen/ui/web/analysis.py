"""Positions, analyses, proofs and shared trees over HTTP and WebSocket."""

import asyncio
import contextlib
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core.game import Game
from tengen.core.geometry import Point, format_point
from tengen.errors import IllegalMove, StoreError
from tengen.notation.position import format_position, parse_position, recognise
from tengen.notation.sgf import format_sgf, parse_sgf
from tengen.play.ending import BY_REASON
from tengen.play.question import Solved
from tengen.ui.web.games import ERRORS, Sockets, caller_of, check_rate, hub_of
from tengen.ui.web.hub import new_address
from tengen.ui.web.messages import Message, error_message, setup_view
from tengen.ui.web.outbox import Outbox
from tengen.ui.web.scene import scene_of
from tengen.ui.web.shapes import (
    AnalysisBody,
    AnalysisStarted,
    PositionBody,
    PositionView,
    ProofBody,
    ProofView,
    TreeBody,
    TreeShared,
    TreeView,
)
from tengen.ui.web.studies import Studies

router = APIRouter(prefix="/api", tags=["analysis"], responses=ERRORS)

_LOOK: Final = 0.25  # Seconds between two looks whether somebody still waits for a proof.

Number = Annotated[str, Path(max_length=20, examples=["a1"])]
TreeAddress = Annotated[str, Path(max_length=40, examples=["k3v9qd7a"])]


def studies_of(request: Request | WebSocket) -> Studies:
    """Return the analyses of the app that serves a request."""
    studies: Studies = request.app.state.studies
    return studies


def read_game(position: str, rule: str | None = None, size: int | None = None) -> Game:
    """Return the game that a text describes."""
    return parse_position(position, size=size, rule=rule)


@router.post("/positions", response_model=PositionView)
async def look(request: Request, body: PositionBody) -> Any:
    """Read a position from any text that describes one, and say what the rules say about it."""
    check_rate(request)
    game = await asyncio.to_thread(read_game, body.position, body.rule, body.size)
    outcome = game.outcome()
    return {
        "recognised": recognise(body.position),
        "position": format_position(game),
        "game": {
            "rule": game.rule.name,
            "size": game.size,
            "opening": game.opening,
            "turn": str(game.turn),
            "moves": [game.format_move(move) for move in game.moves],
            **setup_view(game),
            "choices": [str(choice) for choice in game.choices],
            "result": None
            if outcome is None
            else {
                "winner": None if outcome.winner is None else str(outcome.winner),
                "ending": str(BY_REASON[outcome.reason]),
                "text": str(outcome),
                "line": [format_point(point, game.size) for point in outcome.line],
            },
        },
        "scene": await asyncio.to_thread(scene_of, game),
    }


@router.post("/analyses", status_code=201, response_model=AnalysisStarted)
async def start(request: Request, body: AnalysisBody) -> Any:
    """Begin an analysis of a position; the visitor's former one is displaced."""
    check_rate(request)
    game = await asyncio.to_thread(read_game, body.position, body.rule, body.size)
    study = studies_of(request).start(game, body.lines, caller_of(request).visitor)
    return {"id": study.number, "url": f"/api/analyses/{study.number}"}


@router.delete("/analyses/{number}", status_code=204)
async def stop(request: Request, number: Number) -> Response:
    """Stop an analysis."""
    studies = studies_of(request)
    studies.stop(studies.find(number, caller_of(request).visitor))
    return Response(status_code=204)


@router.websocket("/analyses/{number}")
async def listen(socket: WebSocket, number: str) -> None:
    """Stream what an analysis finds: `info`, at most five a second, notes, and `done`."""
    caller, sockets = caller_of(socket), socket.app.state.sockets
    assert isinstance(sockets, Sockets)
    await socket.accept()
    if (reason := sockets.enter(caller.visitor)) is not None:
        await socket.close(1008, reason)
        return
    try:
        study = studies_of(socket).find(number, caller.visitor)
    except StoreError as error:
        sockets.leave(caller.visitor)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json(error_message(error))
            await socket.close(4404, "no such analysis")
        return
    outbox = Outbox(socket, caller.visitor, set(), hub_of(socket).settings.outbox)
    sending = asyncio.create_task(outbox.run())
    study.join(outbox)
    try:
        # Nothing is asked here; reading notices the end.
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        study.leave(outbox)
        sockets.leave(caller.visitor)
        await outbox.finish(sending)


@router.post("/proofs", response_model=ProofView)
async def prove(request: Request, body: ProofBody) -> Any:
    """Look for a forced win of the side to move; ends when the sender goes away."""
    check_rate(request)
    game = await asyncio.to_thread(read_game, body.position, body.rule, body.size)
    if game.choices:
        raise IllegalMove("choice-due", "there is nothing to prove before a colour is chosen")
    seconds = min(body.seconds, hub_of(request).settings.proof_seconds)
    work = asyncio.create_task(studies_of(request).prove(game, seconds, caller_of(request).visitor))
    while not work.done():
        await asyncio.wait([work], timeout=_LOOK)
        if not work.done() and await request.is_disconnected():
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
            return Response(status_code=204)
    return proof_view(game, work.result())


def proof_view(game: Game, solved: Solved) -> Message:
    """Return a solution with points as texts; nodes refer to one another by number."""

    def text(x: int, y: int) -> str:
        return format_point(Point(x, y), game.size)

    nodes = []
    for row in (solved.proof or {}).get("nodes", []):
        replies = row[2] if len(row) > 2 else []
        nodes.append(
            {
                "move": text(row[0], row[1]),
                "replies": {text(x, y): number for x, y, number in replies},
                "otherwise": row[3] if len(row) > 3 else None,
            }
        )
    return {
        "verdict": solved.verdict,
        "plies": solved.plies,
        "nodes": solved.nodes,
        "seconds": solved.seconds,
        "line": list(solved.line),
        "proof": {"root": len(nodes) - 1, "nodes": nodes} if nodes else None,
    }


@router.post("/trees", status_code=201, response_model=TreeShared)
async def share(request: Request, body: TreeBody) -> Any:
    """Keep a tree of variations, as SGF, under an address that can be shared."""
    check_rate(request)
    tree = await asyncio.to_thread(parse_sgf, body.sgf)
    address = new_address()
    store = hub_of(request).store
    await asyncio.to_thread(store.add_tree, address, {"sgf": format_sgf(tree)})
    return {"id": address, "url": f"/a/t/{address}"}


@router.get("/trees/{address}", response_model=TreeView)
async def shared(request: Request, address: TreeAddress) -> Any:
    """Return a shared tree."""
    found = await asyncio.to_thread(hub_of(request).store.tree, address)
    if found is None:
        raise StoreError("no-tree", "there is no analysis at {address!r}", address=address)
    return {"id": address, "sgf": found["sgf"]}
