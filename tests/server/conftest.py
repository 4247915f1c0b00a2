"""One server for all tests of a file that only look and play, and visitors for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from webserver import Server, Visitor


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share; nobody may stop it."""
    server = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    yield server
    server.stop()


@pytest.fixture
def anna(shared: Server) -> Iterator[Visitor]:
    with shared.visitor() as visitor:
        visitor.get("/api/health")
        yield visitor


@pytest.fixture
def bert(shared: Server) -> Iterator[Visitor]:
    with shared.visitor() as visitor:
        visitor.get("/api/health")
        yield visitor


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    server = Server(tmp_path / "games.sqlite")
    yield server
    server.stop()
