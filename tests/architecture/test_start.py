"""`import tengen` stays light: nothing heavy is loaded until it is used."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tengen

HEAVY = {"numpy", "scipy", "typer", "rich", "psutil", "tengen._native"}


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has after running `code`."""
    folder = str(Path(tengen.__file__).parents[1])
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    answer = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(answer.stdout.split())


def test_import_tengen_loads_nothing_heavy() -> None:
    loaded = loaded_by("import tengen")
    assert "tengen.core.game" in loaded
    assert loaded & HEAVY == set()


def test_a_whole_game_loads_nothing_heavy() -> None:
    code = "import tengen; g = tengen.Game(rule='renju', opening='swap2'); g.play('h8')"
    assert loaded_by(code) & HEAVY == set()


@pytest.mark.parametrize("module", ["rich", "typer"])
def test_what_is_heavy_would_be_noticed(module: str) -> None:
    assert module in loaded_by(f"import tengen, {module}") & HEAVY
