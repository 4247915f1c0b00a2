"""A fresh store for every test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.store import NewGame, Player, Store, StoredEvent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path, patience=0.1) as opened:
        yield opened


@pytest.fixture
def new_game() -> NewGame:
    return NewGame(Player("anna", "person"), Player("greedy"), started_at=1.5)


@pytest.fixture
def three_events() -> list[StoredEvent]:
    return [StoredEvent(index, {"move": f"h{index + 1}"}, at=float(index)) for index in range(3)]
