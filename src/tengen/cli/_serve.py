"""The options with which the web app is served, and how the command line starts it."""

from typing import Annotated

import typer

from tengen.errors import InvalidText
from tengen.options import Option

PortOption = Annotated[
    str | None,
    typer.Option(metavar="N", help="Port of the web app; 0 for any. Else the next free from 8136."),
]
HostOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Where the web app listens; 0.0.0.0 for the network."),
]
StoreOption = Annotated[
    str | None, typer.Option(metavar="PATH", help="The store of the web app: a file or a URL.")
]
NoBrowserOption = Annotated[bool, typer.Option("--no-browser", help="Open no browser.")]
AllowHostOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A further name that the web app answers to."),
]

_PORT = Option("port", int, None, 0, 65535)


def serve_web(
    port: str | None = None,
    host: str | None = None,
    store: str | None = None,
    no_browser: bool = False,
    allow_host: list[str] | None = None,
    path: str = "/",
) -> None:
    """Serve the web app until Ctrl-C, and open its page at `path`."""
    from tengen.ui.web import check_available

    check_available()
    from tengen.ui.web.serve import serve
    from tengen.ui.web.settings import Settings

    number = None if port is None else _PORT.read(port)
    assert number is None or isinstance(number, int)
    settings = Settings(
        store=store,
        host=host or "127.0.0.1",
        port=number,
        allow_hosts=tuple(allow_host or ()),
    )
    serve(settings, browser=not no_browser, path=path)


def check_unused(command: str, **given: object) -> None:
    """Refuse options of the web app where there is none."""
    for name, value in given.items():
        if value:
            raise InvalidText(
                "unused-option",
                "--{name} is for the web app, and {command} does not start it",
                name=name.replace("_", "-"),
                command=command,
            )
