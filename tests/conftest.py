"""What all tests share: how Hypothesis runs, and how two boards that differ are printed."""

import signal

import pytest
from hypothesis import settings

from boards import compared

# Without a deadline, because a busy machine is no bug; without chance, because `make test` must
# say the same of the same tree every time. `--hypothesis-profile=chance` looks further.
settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("chance", deadline=None, database=None)
settings.load_profile("same")

# A shell that runs tests in the background has them ignore Ctrl-C, and every child inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain a failed `left == right` between boards, or leave it to pytest."""
    return compared(left, right) if op == "==" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let goldens be rewritten on purpose; the diff shows what changed."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")
