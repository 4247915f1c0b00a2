"""How a program ends."""

from tengen.hosts.gomocup.compliance.check import Group, blocked, check, failed
from tengen.hosts.gomocup.compliance.session import Session


@check(Group.END)
def end(session: Session) -> None:
    """`END` ends the program within a second, or what `--tolerance` says, without a word."""
    session.ready()
    before = len(session.strays)
    _leave(session, session.send("END"), "END", "leave the program at once when you read END")
    if said := session.strays[before:]:
        came = f"{said[0][:80]!r} came"
        session.warn("nothing to be printed after END", came, "just leave the program")
    if session.status:
        came = f"the status is {session.status}"
        session.warn("exit status 0 after END", came, "look whether it crashes on its way out")


@check(Group.END)
def end_of_input(session: Session) -> None:
    """The program ends when its input ends, because then the manager is gone.

    Otherwise it stays behind, mostly reading nothing again and again as fast as it can.
    """
    session.ready()
    mend = "treat the end of the input like END"
    _leave(session, session.end_input(), "the end of its input", mend)


def _leave(session: Session, since: float, event: str, mend: str) -> None:
    seconds = session.settings.tolerance
    took = session.wait_for_exit(since, seconds)
    if took is None:
        expected = f"the program to end within {seconds:.3g} s after {event}"
        raise failed(expected, "it runs on", mend)
    session.note(f"gone after {took:.2f} s")


@check(Group.END, needs=("begin",))
def children(session: Session) -> None:
    """No process that the program has started is left when it has ended."""
    session.move(session.ready(), "BEGIN")
    since = session.send("END")
    session.end_input()
    if session.wait_for_exit(since, session.settings.tolerance) is None:
        raise blocked("the program itself does not end")
    if left := session.leftovers(session.settings.tolerance):
        came = f"{len(left)} remained: {', '.join(left[:5])}"
        raise failed("no process to be left", came, "end what you start before you leave")
