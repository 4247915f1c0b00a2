"""Bundles in tests: loaded as modules of their own, the way hosts load a file."""

import sys
from functools import cache
from types import ModuleType
from typing import Any

from tengen.bundle import bundle


class Battle(ModuleType):
    """The module `battle_base` for bundles of CS4386."""

    def __init__(self) -> None:
        super().__init__("battle_base")
        self.boards: dict[int, list[list[int]]] = {}
        self.decisions: list[tuple[int, int]] = []

    def read_ckbd(self, step: int) -> list[list[int]]:
        return self.boards[step]

    def save_decision(self, x: int, y: int) -> None:
        self.decisions.append((x, y))


BATTLE = Battle()


@cache
def text(bot: str, host: str) -> str:
    return bundle(bot, host)


def loaded(bot: str, host: str) -> Any:
    """Return the bundle as a module that nobody can import, which some hosts do."""
    sys.modules["battle_base"] = BATTLE
    module = ModuleType(f"bundle_{host}")
    try:
        exec(compile(text(bot, host), f"<{bot} for {host}>", "exec"), module.__dict__)
    finally:
        del sys.modules["battle_base"]
    return module
