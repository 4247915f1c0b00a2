"""Every import obeys the floors: rooms import from lower floors, and never from their own."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tengen"

FLOORS = {
    "errors": 0,
    "options": 0,
    "registry": 0,
    "process": 0,
    "core": 1,
    "__init__": 2,  # The front door re-exports the core.
    "notation": 2,
    "engine": 2,
    "picture": 2,
    "bots": 3,
    "hosts": 4,
    "envs": 4,
    "play": 4,
    "store": 4,
    "arena": 5,
    "judges": 5,
    "bundle": 5,
    "session": 5,
    "study": 5,
    "ui": 6,
    "ui/terminal": 6,
    "ui/desktop": 6,
    "ui/web": 6,
    "training": 6,
    "cli": 7,
    "__main__": 8,
}
OPEN_TO_ALL = {"errors"}  # Everybody raises, on whatever floor.
DOORS = {("core", "tengen.picture"): "a game draws itself, in notebooks above all"}
"""Rooms above that a room asks for at run time, by `registry.room`, each with its reason."""
CORE_MAY_IMPORT = {"core", "errors", "registry"}
NATIVE_FLOORS = {"base": 0, "rules": 1, "board": 2, "eval": 3, "search": 4, "bind": 5, "tool": 5}


def room_of(path: Path, package: Path) -> str:
    """Return the room of a file: its first folder or its name; interfaces are rooms of `ui`."""
    parts = path.relative_to(package).with_suffix("").parts
    if parts[0] == "ui" and len(parts) > 2:
        return f"ui/{parts[1]}"
    return parts[0]


def room_of_module(module: str, package: Path) -> str:
    """Return the room of a dotted name such as `tengen.core.board`."""
    parts = module.split(".")[1:]
    if not parts:
        return "__init__"
    if parts[0] == "ui" and len(parts) > 1 and (package / "ui" / parts[1]).is_dir():
        return f"ui/{parts[1]}"
    return parts[0]


def imported(tree: ast.AST, module: str, package: Path) -> Iterator[str]:
    """Yield every module that the code imports, wherever in the file, and by string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            folder = package.parent.joinpath(*source.split("."))
            for alias in node.names:
                full = f"{source}.{alias.name}"
                is_module = any(folder.glob(f"{alias.name}.*")) or (folder / alias.name).is_dir()
                yield full if is_module or full == "tengen._native" else source
        elif isinstance(node, ast.Constant) and is_module_name(node.value):
            yield node.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "room":
            names = (ast.literal_eval(arg) for arg in node.args if isinstance(arg, ast.Constant))
            yield from (f"tengen.{name}" for name in names)


def is_module_name(value: object) -> TypeGuard[str]:
    """Say whether a constant is the dotted name of a room, as plug-in folders are asked for."""
    name = re.fullmatch(r"tengen\.(\w+)(\.\w+)*", value) if isinstance(value, str) else None
    return name is not None and name[1] in FLOORS


def violations(text: str, path: Path, package: Path) -> list[str]:
    """Return a line for every import of a file with this text that the floors do not allow."""
    room = room_of(path, package)
    here = f"{path.relative_to(package.parent)}"
    if room not in FLOORS:
        return [f"{here}: the room {room!r} stands on no floor"]
    module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
    return [
        f"{here}: imports {name}, {reason}"
        for name in imported(ast.parse(text), module, package)
        if (reason := objection(room, name, package))
    ]


def objection(room: str, name: str, package: Path) -> str | None:
    """Return what is wrong with `room` importing the module `name`, if anything is."""
    if (room, name) in DOORS:
        return None
    if name.split(".")[0] != "tengen":
        is_standard = name.split(".")[0] in sys.stdlib_module_names
        return "but core is standard library only" if room == "core" and not is_standard else None
    if name.startswith("tengen._native"):
        return None if room == "engine" else "which only engine may"
    other = room_of_module(name, package)
    if other == room or other in OPEN_TO_ALL:
        return None
    if other not in FLOORS:
        return "which stands on no floor"
    if room == "core" and other not in CORE_MAY_IMPORT:
        return "which core may not"
    if FLOORS[other] > FLOORS[room]:
        return f"which is above: floor {FLOORS[other]} over {FLOORS[room]}"
    return "which is on the same floor" if FLOORS[other] == FLOORS[room] else None


def native_violations(native: Path) -> list[str]:
    """Return a line for every C++ include that goes up or sideways."""
    found = []
    for path in sorted([*native.rglob("*.h"), *native.rglob("*.cpp")]):
        room = path.relative_to(native).parts[0]
        for other in re.findall(r'^#include "(\w+)/', path.read_text(encoding="utf-8"), re.M):
            if other != room and NATIVE_FLOORS[other] >= NATIVE_FLOORS[room]:
                found.append(f"{path.relative_to(native)}: includes {other}")
    return found


def test_every_import_goes_down() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert violations(path.read_text(encoding="utf-8"), path, PACKAGE) == []


def test_every_door_is_used_and_has_a_reason() -> None:
    used = {
        (room_of(path, PACKAGE), name)
        for path in PACKAGE.rglob("*.py")
        for name in imported(ast.parse(path.read_text(encoding="utf-8")), "", PACKAGE)
    }
    assert set(DOORS) <= used
    assert all(len(reason.split()) >= 3 for reason in DOORS.values())


def test_every_include_goes_down() -> None:
    assert native_violations(ROOT / "native") == []


@pytest.mark.parametrize(
    ("file", "line", "expected"),
    [
        ("core/board.py", "from tengen.notation import pos", "notation"),
        ("core/board.py", "import tengen.bots", "bots"),
        ("core/board.py", "from tengen import bots", "bots"),
        ("core/board.py", "from .. import notation", "notation"),
        ("core/board.py", "def later():\n    from tengen.cli import main", "cli"),
        ("core/board.py", "BOTS = modules('tengen.bots')", "bots"),
        ("core/board.py", "def later():\n    return room('notation')", "notation"),
        ("core/board.py", "def later():\n    return registry.room('bots')", "bots"),
        ("bots/random.py", "PICTURE = room('ui')", "above"),
        ("core/board.py", "import tengen", "core may not"),
        ("core/board.py", "from tengen import options", "core may not"),
        ("core/board.py", "import numpy", "standard library"),
        ("core/openings/free.py", "from numpy import array", "standard library"),
        ("notation/pos.py", "from tengen.engine import board", "same floor"),
        ("registry.py", "import tengen.options", "same floor"),
        ("errors.py", "from tengen.core import rules", "above"),
        ("bots/random.py", "from tengen import _native", "only engine"),
        ("bots/random.py", "import tengen._native", "only engine"),
        ("bots/random.py", "from tengen.arena.elo import Z95", "above"),
        ("new_room.py", "X = 1", "no floor"),
    ],
)
def test_a_planted_import_is_caught(file: str, line: str, expected: str) -> None:
    path = PACKAGE / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    (found,) = violations(f"{text}\n{line}\n", path, PACKAGE)
    assert file in found
    assert expected in found


def test_interfaces_may_not_import_each_other() -> None:
    page = PACKAGE / "ui" / "web" / "planted.py"
    assert violations("from tengen.ui.terminal import run\n", page, PACKAGE) == [
        "tengen/ui/web/planted.py: imports tengen.ui.terminal, which is on the same floor"
    ]


def test_allowed_imports_are_left_alone() -> None:
    text = (
        "import numpy\nfrom tengen.core import board\nfrom tengen.engine import board as b\n"
        "from tengen import errors, Game\nfrom . import random\n"
        "NAMES = 'tengen is a game', 'tengen.sqlite'\n"
    )
    assert violations(text, PACKAGE / "bots" / "planted.py", PACKAGE) == []


def test_a_planted_include_is_caught(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "traits.h").write_text('#include "base/types.h"\n#include "board/b.h"\n')
    assert native_violations(tmp_path) == ["rules/traits.h: includes board"]
