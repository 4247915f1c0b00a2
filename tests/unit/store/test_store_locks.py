"""One owner at a time, for those who ask for it."""

import os
import re
from pathlib import Path

import pytest

from tengen.errors import StoreError
from tengen.store import NewGame, Store


def test_a_second_owner_is_told_who_the_first_is(path: Path) -> None:
    with Store.open(path, exclusive=True) as owner:
        with pytest.raises(StoreError) as caught:
            Store.open(path, exclusive=True)
        assert str(caught.value) == (
            f"the store {str(path)!r} is already in use by process {os.getpid()}"
        )
        owner.announce("tengen at http://127.0.0.1:8136")
        with pytest.raises(StoreError) as caught:
            Store.open(path, exclusive=True)
        assert caught.value.code == "store-in-use"
        assert caught.value.arguments["owner"] == "tengen at http://127.0.0.1:8136"


def test_an_announcement_may_be_anything_and_may_change(path: Path) -> None:
    with Store.open(path, exclusive=True) as owner:
        for words, seen in (("天元 " * 100, "?? ?? "), ("short", "short"), ("", "another program")):
            owner.announce(words)
            with pytest.raises(StoreError, match="in use by " + re.escape(seen)):
                Store.open(path, exclusive=True)


def test_others_may_use_a_store_that_has_an_owner(path: Path, new_game: NewGame) -> None:
    with Store.open(path, exclusive=True) as owner, Store.open(path) as other:
        other.add_game(new_game)
        assert owner.count_games() == 1


def test_the_next_owner_comes_when_the_first_has_closed(path: Path) -> None:
    Store.open(path, exclusive=True).close()
    Store.open(path, exclusive=True).close()


def test_a_link_to_the_file_has_the_same_owner(path: Path) -> None:
    with Store.open(path, exclusive=True):
        link = path.with_name("link.sqlite")
        link.symlink_to(path)
        with pytest.raises(StoreError, match="already in use"):
            Store.open(link, exclusive=True)


def test_a_lock_file_of_a_dead_owner_holds_nobody_up(path: Path) -> None:
    path.with_name(path.name + ".owner.lock").write_text("process 1")
    Store.open(path, exclusive=True).close()


def test_who_cannot_be_owner_leaves_the_lock_alone(path: Path) -> None:
    path.write_text("no database, " * 1000)
    for _ in range(2):
        with pytest.raises(StoreError, match="is not a store of tengen"):
            Store.open(path, exclusive=True)
