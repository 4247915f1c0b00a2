"""What every parser of this room needs: short quotations, capitals, and errors with their place."""

from tengen.errors import TengenError


def excerpt(text: str, length: int = 40) -> str:
    """Return `text`, cut to `length` characters, so that an error stays one readable sentence."""
    return text if len(text) <= length else text[: length - 3] + "..."


def lowered(text: str) -> str:
    """Lower the case of text in capitals; leave mixed case, which nobody writes, alone."""
    return text.lower() if text.isascii() and text == text.upper() else text


def located(error: TengenError, template: str, **arguments: object) -> TengenError:
    """Return the same error with the place where it arose in front of its sentence."""
    return type(error)(
        error.code,
        template + ": {sentence}",
        **(error.arguments | arguments | {"sentence": str(error)}),
    )
