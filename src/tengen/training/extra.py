"""Whether numpy and scipy are there, asked before anything of theirs is imported."""

import importlib.util

from tengen.errors import NotAvailable


def missing() -> NotAvailable | None:
    """Return the error that says what to install, or None where nothing is missing."""
    if all(importlib.util.find_spec(name) is not None for name in ("numpy", "scipy")):
        return None
    return NotAvailable(
        "no-extra", "weights are fitted with numpy and scipy; run 'pip install tengen[arena]'"
    )
