"""The checks, found by file: every function with `@check` in a file of this folder.

Its name becomes that of the check, with hyphens, and its docstring is what users read about it;
`docs/check.md` has them all, and a test keeps it so.
"""

from tengen.hosts.gomocup.compliance.check import Check, Group
from tengen.registry import modules


def all_checks() -> dict[str, Check]:
    """Return every check by its name, in the order in which they are made."""
    members = [member for load in modules(__name__).values() for member in vars(load()).values()]
    checks = [member for member in members if isinstance(member, Check)]
    groups = list(Group)
    return {each.name: each for each in sorted(checks, key=lambda each: groups.index(each.group))}
