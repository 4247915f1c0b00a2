"""Options declared once: the row gives the default, the range check and the line of help.

Bots have tables of these rows, and so will the engine and the protocols that set it up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tengen.errors import InvalidText

Value = bool | int | float | str | None

_SAID: Final = {
    bool: "yes or no",
    int: "a whole number",
    float: "a number",
    str: "a text",
}
_TRUTH: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class Option:
    """One option: what may be given for it, and what holds when nothing is.

    >>> print(Option("seed", int, None, 0, 99, help="the same seed plays the same game"))
    seed: a whole number from 0 to 99 (default none): the same seed plays the same game
    """

    name: str
    kind: type[bool] | type[int] | type[float] | type[str]
    default: Value
    low: float | None = None
    """The least number accepted, or None for no bound."""
    high: float | None = None
    """The greatest number accepted, or None for no bound."""
    help: str = ""

    @property
    def accepted(self) -> str:
        """What may be given, in words: `a whole number from 0 to 99`."""
        words = _SAID[self.kind]
        if self.low is not None and self.high is not None:
            return f"{words} from {self.low:.15g} to {self.high:.15g}"
        if self.low is not None:
            return f"{words}, at least {self.low:.15g}"
        if self.high is not None:
            return f"{words}, at most {self.high:.15g}"
        return words

    def __str__(self) -> str:
        """Write the line of help."""
        default = "none" if self.default is None else _shown(self.default)
        return f"{self.name}: {self.accepted} (default {default}): {self.help}"

    def read(self, given: object) -> Value:
        """Return `given`, or what its text stands for; raise InvalidText if it is not accepted.

        None is accepted where it is the default.
        """
        if given is None and self.default is None:
            return None
        value = self._from_text(given) if isinstance(given, str) else given
        if self.kind is float and type(value) is int:
            value = float(value)
        if type(value) is not self.kind or not self._is_in_range(value):
            raise InvalidText(
                "option-range",
                "{name} cannot be {given!r}; give {accepted}",
                name=self.name,
                given=given[:_QUOTED] if isinstance(given, str) else given,
                accepted=self.accepted,
            )
        return value

    def _from_text(self, text: str) -> Value:
        """Return the value that `text` stands for, or None if it stands for none."""
        if self.kind is str:
            return text
        if self.kind is bool:
            return _TRUTH.get(text.lower())
        if not text.isascii() or "_" in text:
            return None
        try:
            return self.kind(text)
        except ValueError:
            return None

    def _is_in_range(self, value: object) -> bool:
        if not isinstance(value, int | float):
            return True
        # NaN compares false with everything, so both tests must ask for what is accepted.
        above = value == value if self.low is None else value >= self.low
        return above and (self.high is None or value <= self.high)


def read_options(
    rows: Iterable[Option], given: Mapping[str, object], *, owner: str
) -> dict[str, Value]:
    """Return a value for every row: what was given, checked, or else the default.

    Raise InvalidText for a name that is in no row; `owner` is whose options these are.
    """
    table = {row.name: row for row in rows}
    for name in given:
        if name not in table:
            raise InvalidText(
                "unknown-option",
                "{owner} has no option {name!r}; {known}",
                owner=owner,
                name=name[:_QUOTED],
                known=_listed(table),
            )
    return {
        name: row.read(given[name]) if name in given else row.default for name, row in table.items()
    }


def _listed(table: Mapping[str, Option]) -> str:
    if not table:
        return "it has none"
    return "it has " + ", ".join(f"{row.name} ({row.accepted})" for row in table.values())


def _shown(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
