"""The web app: `create_app(settings)` puts routes, games, engines and the guard together."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import FileResponse, Response

import tengen
from tengen.errors import BotFault, NotAvailable, StoreError, TengenError
from tengen.play.pool import Pool
from tengen.store import Store
from tengen.ui.web import analysis, games, pages, screens, study
from tengen.ui.web.access import Guard, Rates
from tengen.ui.web.games import ERRORS, STATUS, Sockets, hub_of
from tengen.ui.web.hub import Hub, TooMany
from tengen.ui.web.messages import error_message
from tengen.ui.web.opponents import options
from tengen.ui.web.settings import Settings
from tengen.ui.web.shapes import Health
from tengen.ui.web.studies import Studies

_DESCRIPTION = """Play, watch and analyse Gomoku.

Answers are JSON. An error has a `code` and `args` for translations, and a `text` for people.
Seats belong to the visitor's cookie; programs send `Authorization: Bearer <seat token>` instead.
Live games are followed at `WS /api/games/{id}/live`.
"""


def create_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """Return the app; it opens the store and starts its engines when it is served.

    A store that is handed in is the caller's to close.
    """
    settings = settings or Settings()
    opened = store or Store.open(settings.store, exclusive=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = Pool(settings.workers)
        hub = Hub(settings, opened, pool)
        app.state.hub = hub
        app.state.studies = studies = Studies(hub)
        await hub.start()
        warming = asyncio.create_task(asyncio.to_thread(pages.warm))
        try:
            yield
        finally:
            await warming
            studies.close()
            # Engines first: they would only be asked for moves that nobody takes any more.
            await asyncio.gather(asyncio.to_thread(pool.close), hub.stop())
            if store is None:
                opened.close()

    instance = opened.note("instance", _new_instance())
    app = FastAPI(
        title="tengen",
        version=tengen.__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/openapi.json",
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings, instance=instance, hash_of=visitor_hash)],
    )
    app.state.settings = settings
    app.state.rates = Rates(settings.commands_per_second)
    app.state.sockets = Sockets(settings.sockets_per_visitor, settings.sockets)
    app.include_router(games.router)
    app.include_router(analysis.router)
    app.include_router(screens.router)
    app.include_router(study.screens)
    app.include_router(study.router)
    _add_small_paths(app, settings)
    _add_error_handlers(app)
    return app


def visitor_hash(token: str) -> str:
    """Return what is kept of a visitor's token."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def _new_instance() -> str:
    import secrets

    return secrets.token_hex(4)


def _add_small_paths(app: FastAPI, settings: Settings) -> None:
    @app.get("/api/setup", tags=["games"], response_model=dict[str, Any])
    async def setup() -> Any:
        """Return what a new game can be made of: rules, openings, sizes, opponents."""
        is_local = settings.host in ("127.0.0.1", "localhost", "::1")
        return {**options(), "version": tengen.__version__, "local_only": is_local}

    @app.get("/api/health", tags=["server"], response_model=Health)
    async def health(request: Request) -> Any:
        """Return how the server is."""
        hub, sockets = hub_of(request), request.app.state.sockets
        return {
            "ok": True,
            "version": tengen.__version__,
            "games": len(hub.tables),
            "sockets": sockets.count,
            "thinking": hub.pool.thinking,
            "writable": hub.is_writable,
        }

    @app.get("/static/{wanted}/{path:path}", include_in_schema=False)
    async def static(wanted: str, path: str) -> Response:
        """Serve a static file; under the version of today it may be kept for ever."""
        file = _static_file(path)
        if file is None:
            raise HTTPException(404)
        is_current = wanted == pages.static_version()
        kept = "public, max-age=31536000, immutable" if is_current else "no-store"
        return Response(
            _content(file), headers={"cache-control": kept}, media_type=_media_type(file)
        )

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        """Serve the mark to browsers that ask for it by this name."""
        return FileResponse(pages.STATIC / "icon.svg", media_type="image/svg+xml")


def _static_file(path: str) -> Path | None:
    """Return the static file at a path, if there is one and it is ours."""
    try:
        file = (pages.STATIC / path).resolve()
        return file if file.is_relative_to(pages.STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        # Names that are too long, and characters that no name can have.
        return None


@lru_cache(256)
def _content(file: Path) -> bytes:
    """Return a static file from memory: a page asks for thirty of them at once."""
    return file.read_bytes()


def _media_type(file: Path) -> str | None:
    # Systems disagree about these, and browsers refuse a module of another type.
    known = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
    known |= {".svg": "image/svg+xml", ".png": "image/png"}
    return known.get(file.suffix)


def _add_error_handlers(app: FastAPI) -> None:
    async def tengen_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, TengenError)
        status = status_of(error)
        headers = {"retry-after": "10"} if status == 429 else None
        return JSONResponse(error_message(error), status, headers)

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return JSONResponse(*_explain(error))

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        is_page = "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and is_page and not request.url.path.startswith("/api/"):
            return screens.page(request, "error", 404, code="page")
        code = {404: "not-found", 405: "wrong-method"}.get(error.status_code, "refused")
        text = str(error.detail)
        body: Any = {"is": "error", "id": None, "code": code, "args": {}, "text": text}
        return JSONResponse(body, error.status_code, headers=error.headers)

    async def fault(_: Request, error: Exception) -> Response:
        # What it was is written on standard error by who serves the app.
        text = f"the server failed: {type(error).__name__}"
        body: Any = {"is": "error", "id": None, "code": "internal", "args": {}, "text": text}
        return JSONResponse(body, 500)

    handlers: list[tuple[type[Exception], Callable[..., Any]]] = [
        (TengenError, tengen_error),
        (RequestValidationError, invalid),
        (HTTPException, http_error),
        (Exception, fault),
    ]
    for kind, handler in handlers:
        app.add_exception_handler(kind, handler)


def status_of(error: TengenError) -> int:
    """Return the HTTP status for an error."""
    if error.code in STATUS:
        return STATUS[error.code]
    if isinstance(error, TooMany):
        return 429
    return 503 if isinstance(error, StoreError | BotFault | NotAvailable) else 422


def _explain(error: RequestValidationError) -> tuple[dict[str, Any], int]:
    """Return what is wrong with a request, and the status for it."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    is_unread = first["type"] == "json_invalid"
    text = "the body is not JSON" if is_unread else f"{where}: {first['msg']}"
    body: dict[str, Any] = {
        "is": "error",
        "id": None,
        "code": "not-json" if is_unread else "bad-request",
        "args": {"where": where, "why": str(first["msg"])[:200]},
        "text": text[:300],
    }
    return body, 400 if is_unread else 422


__all__ = ["ERRORS", "create_app", "status_of", "visitor_hash"]
