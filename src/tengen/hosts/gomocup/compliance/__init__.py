"""A compliance test for any program that speaks the Gomocup protocol.

A check is a function in a file of `checks` that talks to the program through a `Session`. It
returns if all is well; `failed`, `absent` and `blocked` make what it raises if not. To add a check
is to write one such function. Checks look at one thing each: only the check for chatter minds
lines that are no answer, only those for time mind the time, so that one fault of a program does
not hide behind twenty others.
"""

from tengen.hosts.gomocup.compliance.check import (
    Check,
    Entry,
    Group,
    Level,
    Problem,
    Result,
    Settings,
    Verdict,
)
from tengen.hosts.gomocup.compliance.checks import all_checks
from tengen.hosts.gomocup.compliance.examiner import Examiner

__all__ = [
    "Check",
    "Entry",
    "Examiner",
    "Group",
    "Level",
    "Problem",
    "Result",
    "Settings",
    "Verdict",
    "all_checks",
]
