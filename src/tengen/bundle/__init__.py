"""Bundles: a bot and everything it needs in one readable Python file, to submit to a host.

`bundle("forms", "cs303")` returns the text of the file. It holds the very statements of the package
that are needed, with their comments, in their order; no other file and no library is.

`_scope` which names a piece of code uses · `_module` a source file as statements · `_collect` which
statements are needed · `_edit` how their text changes · `_targets` what each host wants.
"""

from tengen.bundle._bundle import bundle, bundled_bots
from tengen.bundle._targets import TARGETS

__all__ = ["TARGETS", "bundle", "bundled_bots"]
