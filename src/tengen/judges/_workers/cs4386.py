"""Has a program of CS4386 in its process: offers it `battle_base` and calls `play_games`.

Called as `cs4386.py FILE [LOG]`, it speaks the wire of `tengen.hosts.cs4386` and imports no tengen.
What the program prints goes to the file LOG, or to stderr.
"""

import importlib.util
import json
import operator
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

SIZE = 15

Board = list[list[int]]


class Battle:
    """What stands behind the functions of `battle_base`."""

    def __init__(self) -> None:
        self.boards: dict[int, Board] = {}
        self.decisions: list[object] = []

    def read_ckbd(self, step: int) -> Board:
        """Return a copy of the board after `step`; step 0 is the start."""
        if step not in self.boards:
            raise ValueError(f"there is no board of step {step}")
        return [row[:] for row in self.boards[step]]

    def save_decision(self, x: Any, y: Any) -> None:
        """Keep a decision; the last one counts."""
        try:
            self.decisions.append([operator.index(x), operator.index(y)])
        except TypeError:
            self.decisions.append(repr((x, y))[:100])

    def as_module(self) -> ModuleType:
        """Return the module that programs import."""
        module = ModuleType("battle_base")
        module.__dict__.update(
            read_ckbd=self.read_ckbd, save_decision=self.save_decision, MAX_M=SIZE, MAX_N=SIZE
        )
        return module


def load(path: Path) -> Any:
    """Import the program."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("submission", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = module
    spec.loader.exec_module(module)
    return module


def answer(battle: Battle, module: Any, request: dict[str, Any]) -> dict[str, object]:
    """Return the line for one step."""
    for step, rows in request["boards"]:
        battle.boards[step] = [[int(cell) for cell in row] for row in rows]
    battle.decisions.clear()
    try:
        module.play_games(request["step"], *request["rival"])
    except BaseException as error:  # noqa: BLE001, RUF100 - Also SystemExit is an answer.
        return {"error": f"play_games raised {type(error).__name__}: {error}"[:300]}
    if not battle.decisions:
        return {"error": "play_games returned without save_decision"}
    decision: dict[str, object] = {"decision": battle.decisions[-1]}
    if len(battle.decisions) > 1:
        decision["note"] = f"save_decision was called {len(battle.decisions)} times"
    return decision


def main(path: Path, log: str) -> None:
    """Obey the judge until its input ends."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as wire:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) if log else 2, 1)
        battle = Battle()
        sys.modules["battle_base"] = battle.as_module()
        module, problem = None, ""
        try:
            module = load(path)
        except BaseException as error:  # noqa: BLE001, RUF100
            problem = f"cannot be imported: {type(error).__name__}: {error}"[:300]
        for line in sys.stdin:
            said = {"error": problem} if problem else answer(battle, module, json.loads(line))
            sys.stdout.flush()
            wire.write(json.dumps(said) + "\n")
            wire.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), "".join(sys.argv[2:3]))
