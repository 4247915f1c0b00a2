"""Runs checks on a program and says what came out of them."""

from collections.abc import Sequence
from time import perf_counter

from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Check, Level, Problem, Result, Settings, Verdict
from tengen.hosts.gomocup.compliance.session import Session


class Examiner:
    """Runs checks on one program; those that need what has failed before are skipped."""

    def __init__(self, command: Sequence[str], settings: Settings) -> None:
        self._command = list(command)
        self._settings = settings
        self._causes: dict[str, str] = {}  # For what has failed or was skipped, what failed first.

    def run(self, check: Check) -> Result:
        """Make a check; no process is left afterwards. Raises nothing that the program does."""
        causes = [self._causes[name] for name in check.needs if name in self._causes]
        if causes:
            self._causes[check.name] = causes[0]
            note = f"{causes[0]} must pass first"
            return Result(check, Verdict.SKIP, 0.0, note, (), ())
        result = self._made(check)
        if result.verdict in (Verdict.FAIL, Verdict.SKIP):
            self._causes[check.name] = check.name
        return result

    def _made(self, check: Check) -> Result:
        session = Session(self._command, self._settings)
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
