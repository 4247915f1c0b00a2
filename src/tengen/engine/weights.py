"""The evaluation's numbers for each rule: files of this package, or formulas without a file."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from tengen.core.rules import Rule
from tengen.engine._module import native as _native
from tengen.engine.board import to_traits
from tengen.errors import InvalidText

# `importlib.resources` would be 15 ms of every start, and this package is never zipped.
FOLDER: Final = Path(__file__).parent / "weights"


def load_weights(
    rule: Rule, file: Path | None = None, *, network: bool = True
) -> "_native.Weights":
    """Return the weights for `rule`: of `file`, of the package, or those of the formulas.

    Without `network` they are the patterns' numbers alone.

    Raise InvalidText for a file of another version or rule, and for a damaged or missing one.
    """
    weights = _packaged(rule) if file is None else _read(rule, file)
    return weights if network else weights.patterns_only()


@lru_cache(maxsize=1)  # Networks are megabytes, and a process seldom plays several rules.
def _packaged(rule: Rule) -> "_native.Weights":
    file = FOLDER / f"{rule.name}.bin"
    if file.is_file():
        return _read(rule, file)
    return _native.Weights(to_traits(rule.black), to_traits(rule.white), None)


def _read(rule: Rule, file: Path) -> "_native.Weights":
    try:
        return _native.Weights(to_traits(rule.black), to_traits(rule.white), file.read_bytes())
    except (ValueError, OSError) as error:
        why = str(error.strerror if isinstance(error, OSError) else error)
        code = "other-rule" if why == _native.OTHER_RULE else "bad-weights"
        raise InvalidText(code, "{name}: {why}", name=str(file), why=why) from error
