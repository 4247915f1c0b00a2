"""Where each screen is: the addresses of the pages, in the language and theme of who asks."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tengen.errors import StoreError
from tengen.ui.web import pages
from tengen.ui.web.access import network_address
from tengen.ui.web.games import hub_of
from tengen.ui.web.reference import reference

router = APIRouter(include_in_schema=False)


def page(request: Request, screen: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a screen for who asks; it is never kept, because the next one may be another."""
    language = pages.choose_language(
        request.cookies.get("lang"), request.headers.get("accept-language")
    )
    theme = pages.choose_theme(request.cookies.get("theme"))
    reach = network_address(request.app.state.settings, request.url.port)
    text = pages.render(screen, language=language, theme=theme, reach=reach, **values)
    headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
    return HTMLResponse(text, status, headers)


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """The board, ready to play."""
    return page(request, "home")


@router.get("/g/{address}")
async def game(request: Request, address: str) -> HTMLResponse:
    """One game."""
    hub = hub_of(request)
    try:
        if address not in hub.tables:
            hub.look_up(address)
    except StoreError:
        return page(request, "error", 404, code="game")
    return page(request, "game", game=address)


@router.get("/games")
async def games(request: Request) -> HTMLResponse:
    """The list of games."""
    return page(request, "games")


@router.get("/bots")
async def bots(request: Request) -> HTMLResponse:
    """The opponents."""
    return page(request, "bots")


@router.get("/help")
async def help_page(request: Request) -> HTMLResponse:
    """The rules, the keys, the command line."""
    return page(request, "help")


@router.get("/api")
async def api(request: Request) -> HTMLResponse:
    """The API, made readable from its own description."""
    return page(request, "api", reference=reference(request.app.openapi()))
