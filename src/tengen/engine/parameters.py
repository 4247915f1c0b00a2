"""The constants of the native search, which a tuning build lets one set."""

from tengen.engine._module import native as _native
from tengen.errors import InvalidText


def set_parameters(text: str) -> None:
    """Set constants from text such as `futility_slope:70/razor_base:3`.

    Raise InvalidText for what is no constant, and in builds where they are fixed.
    """
    for part in text.split("/"):
        name, _, value = part.partition(":")
        try:
            is_set = _native.set_parameter(name, int(value))
        except ValueError:
            is_set = False
        if not is_set:
            raise InvalidText(
                "bad-parameter",
                "{part!r} cannot be set; a build with TENGEN_TUNING=ON sets 'name:number'",
                part=part,
            )
