"""The evaluation's numbers for each rule: files of this package, or formulas where there is none."""

from functools import lru_cache
from importlib import resources
from pathlib import Path

from tengen.core.rules import Rule
from tengen.engine.board import _native, to_traits
from tengen.errors import InvalidText

FOLDER = "weights"


def load_weights(rule: Rule, file: Path | None = None) -> "_native.Weights":
    """Return the weights for `rule`: of `file`, of the package, or those of the formulas.

    Raise InvalidText for a file of another version or rule, and for a damaged one.
    """
    return _packaged(rule) if file is None else _read(rule, file.read_bytes(), str(file))


@lru_cache(maxsize=8)
def _packaged(rule: Rule) -> "_native.Weights":
    found = resources.files("tengen.engine") / FOLDER / f"{rule.name}.bin"
    if found.is_file():
        return _read(rule, found.read_bytes(), found.name)
    return _native.Weights(to_traits(rule.black), to_traits(rule.white), None)


def _read(rule: Rule, data: bytes, name: str) -> "_native.Weights":
    try:
        return _native.Weights(to_traits(rule.black), to_traits(rule.white), data)
    except ValueError as error:
        raise InvalidText("bad-weights", "{name}: {why}", name=name, why=str(error)) from error
