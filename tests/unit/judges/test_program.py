"""A judged program: what it printed counts, however soon it ends and whoever hears it."""

import sys
from time import perf_counter

import pytest

from tengen.errors import BotFault
from tengen.judges._program import Program


def test_a_program_that_ends_before_it_is_asked_has_still_said_something() -> None:
    program = Program([sys.executable, "-c", "print('no idea')"], name="mine")
    try:
        assert program.status(20.0) == 0
        begun = program.send("{}")
        assert program.read(begun + 5.0, 5.0).text == "no idea"
        with pytest.raises(BotFault, match="mine exited with status 0"):
            program.read(perf_counter() + 5.0, 5.0)
    finally:
        program.close()
