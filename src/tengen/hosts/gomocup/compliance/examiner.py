"""Runs checks on a program and says what came out of them."""

from collections.abc import Sequence
from time import perf_counter

from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Check, Level, Problem, Result, Settings, Verdict
from tengen.hosts.gomocup.compliance.session import Session


class Examiner:
    """Runs checks on one program."""

    def __init__(self, command: Sequence[str], settings: Settings) -> None:
        self._command = list(command)
        self._settings = settings
        self._silent: dict[int, str] = {}  # Sizes for which START is not worth waiting for again.

    def run(self, check: Check) -> Result:
        """Make a check; no process is left afterwards. Raises nothing that the program does."""
        session = Session(self._command, self._settings, self._silent)
        begun, verdict = perf_counter(), Verdict.PASS
        try:
            check.run(session)
        except BotFault as fault:
            verdict = _verdict(fault, session, check)
        finally:
            session.close()
        if session.problems and verdict is Verdict.PASS:
            verdict = Verdict.WARN
        return Result(
            check,
            verdict,
            perf_counter() - begun,
            "; ".join(session.notes),
            tuple(session.problems),
            tuple(session.transcript),
        )


def _verdict(fault: BotFault, session: "Session", check: Check) -> Verdict:
    """Say what a fault means, and keep what it says."""
    if fault.code in ("check-absent", "check-blocked"):
        session.notes.append(str(fault))
        return Verdict.ABSENT if fault.code == "check-absent" else Verdict.SKIP
    assert fault.code == "check-failed", fault
    session.problems.append(Problem(*(str(fault.arguments[name]) for name in Problem._fields)))
    return Verdict.FAIL if check.level is Level.MANDATORY else Verdict.WARN
