"""Every exception of tengen. Each carries a code and arguments besides its sentence.

The code is for programs and translations, the sentence is for people: lower case, quoting the
input, saying what would be accepted.
"""


class TengenError(Exception):
    """The root of all errors that tengen raises on purpose.

    `template` is a `str.format` template over the keyword arguments, so that a user interface can
    look up `code` in another language and fill in the same `arguments`. Long texts among them are
    cut: a sentence that quotes a megabyte of input helps nobody.
    """

    def __init__(self, code: str, template: str, /, **arguments: object) -> None:
        arguments = {name: _excerpt(value) for name, value in arguments.items()}
        super().__init__(template.format(**arguments))
        self.code = code
        self.arguments = arguments
        self._template = template

    def __reduce__(self) -> tuple[object, ...]:
        """Survive pickling, so that errors cross process borders whole."""
        return _rebuild, (type(self), self.code, self._template, self.arguments)


class InvalidText(TengenError, ValueError):
    """Text that cannot be parsed: coordinates, positions, files, options, protocol lines."""


class IllegalMove(TengenError, ValueError):
    """A well-formed move or set-up that the rules do not allow."""


class BotFault(TengenError):
    """A player raised, overran, crashed, or answered nonsense."""


class StoreError(TengenError):
    """The database refused."""


class NotAvailable(TengenError, ImportError):
    """An extra or the native core is missing; the sentence says the command that installs it."""


LONGEST_QUOTE = 200
"""How many characters of an argument a sentence may quote."""


def _excerpt(value: object) -> object:
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return value[:LONGEST_QUOTE] + "…"
    return value


def _rebuild(
    kind: type[TengenError], code: str, template: str, arguments: dict[str, object]
) -> TengenError:
    return kind(code, template, **arguments)
