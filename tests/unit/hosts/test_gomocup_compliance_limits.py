"""Time, memory, processes, rules and optional commands, as the compliance test sees them."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from checked import by_verdict, checked, said, sentence
from tengen.hosts.gomocup.compliance import Verdict
from tengen.hosts.gomocup.compliance.checks import limits

# Time, memory, processes.


def test_moves_that_are_late_fail_with_the_figures(tmp_path: Path) -> None:
    body = "def move(self): time.sleep(0.5); super().move()"
    results = checked(tmp_path, body, "time-200 time-left", tolerance=0.1)
    assert by_verdict(results, Verdict.FAIL) == {"time-200", "time-left"}
    assert "Expected a move within 0.2 s and a tolerance of 0.1 s, but it took " in sentence(
        results["time-200"]
    )
    assert results["time-200"].note.endswith(" s of 0.2 s")


def test_moves_that_are_late_within_the_tolerance_are_a_warning(tmp_path: Path) -> None:
    body = "def move(self): time.sleep(0.6); super().move()"
    results = checked(tmp_path, body, "time-left time-0", tolerance=20.0)
    assert by_verdict(results, Verdict.WARN) == {"time-left", "time-0"}


def test_too_much_memory_fails_with_the_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MEMORY", 1024 * 1024)
    result = checked(tmp_path, only="memory")["memory"]
    assert result.verdict is Verdict.FAIL
    assert sentence(result).startswith("Expected no more than 1 MB, but it needed ")
    assert result.note.endswith(" MB of 1 MB")


@pytest.mark.skipif(os.name != "posix", reason="Windows cannot ask whether there is input")
def test_a_program_that_spins_while_it_waits_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It may get little of a busy machine.
    monkeypatch.setattr(limits, "_IDLE_SHARE", 0.03)
    body = """
    def read(self):
        import select
        while not select.select([sys.stdin], [], [], 0)[0]: pass
        return super().read()
    """
    # Python reads ahead, and select knows nothing of that.
    body += "\n    def run(self): sys.stdin = open(0, 'rb', 0); super().run()"
    body = body.replace("super().read()", "sys.stdin.readline().decode().strip() or self.ended()")
    result = checked(tmp_path, body, "idle")["idle"]
    assert result.verdict is Verdict.WARN
    assert sentence(result).startswith("Expected the processor to rest, but it worked ")


def test_a_program_that_ignores_end_is_named_and_killed(tmp_path: Path) -> None:
    results = checked(
        tmp_path, "def end(self, rest): pass", "end end-of-input children", tolerance=0.7
    )
    assert "Expected the program to end within 0.7 s after END, but it runs on; leave" in sentence(
        results["end"]
    )
    assert results["end-of-input"].verdict is Verdict.PASS
    assert said(results["end"])[-2:] == ["> END", "# still running"]


def test_a_program_that_ignores_the_end_of_its_input_is_named(tmp_path: Path) -> None:
    body = "def ended(self): time.sleep(0.05); return ''"
    results = checked(tmp_path, body, "end end-of-input", tolerance=0.7)
    assert by_verdict(results, Verdict.FAIL) == {"end-of-input"}
    assert "after the end of its input, but it runs on; treat" in sentence(results["end-of-input"])


@pytest.mark.skipif(os.name != "posix", reason="sessions are POSIX")
def test_a_process_that_is_left_behind_is_named_and_killed(tmp_path: Path) -> None:
    import psutil

    body = f"""
    def begin(self, rest):
        import subprocess
        nothing = subprocess.DEVNULL
        left = subprocess.Popen(
            ["sleep", "60"], stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
        open({str(tmp_path / "pid")!r}, "w").write(str(left.pid))
        super().begin(rest)
    """
    result = checked(tmp_path, body, "children", tolerance=0.7)["children"]
    assert "Expected no process to be left, but 1 remained: sleep; end what" in sentence(result)
    with suppress(psutil.NoSuchProcess):
        left = psutil.Process(int((tmp_path / "pid").read_text()))
        # Where nobody buries the dead, they stay in the list.
        assert left.status() == psutil.STATUS_ZOMBIE


# Rules.


def test_a_forbidden_point_fails_under_renju_and_not_under_freestyle(tmp_path: Path) -> None:
    body = """
    plan = [(6, 7), (8, 7), (7, 6), (7, 8), (7, 7)]
    def choose(self): return [p for p in [*self.plan, *self.free()] if p in self.free()][0]
    """
    assert checked(tmp_path, body, "game")["game"].verdict is Verdict.PASS
    result = checked(tmp_path, body, "game", rule="renju")["game"]
    assert result.verdict is Verdict.FAIL
    assert "but 7,7 came, and 7,7 is forbidden to black: 3-3; under renju play no" in sentence(
        result
    )


def test_under_renju_the_order_of_stones_is_not_asked(tmp_path: Path) -> None:
    result = checked(tmp_path, only="board-order", rule="renju")["board-order"]
    assert (result.verdict, result.note) == (
        Verdict.ABSENT,
        "under renju the stones come in the order of play",
    )


# Optional commands.

OPTIONAL = """
words = Brain.words | {"RESTART", "TAKEBACK", "RECTSTART", "SWAP2BOARD"}
def restart(self, rest): self.taken = set(); self.say("OK")
def takeback(self, rest): self.taken.remove(tuple(map(int, rest.split(",")))); self.say("OK")
def rectstart(self, rest): self.size = 9; self.taken = set(); self.say("OK")
def swap2board(self, rest):
    stones = list(iter(self.read, "DONE"))
    self.say("SWAP" if stones else "7,7 8,7 9,9")
"""


def test_optional_commands_are_supported(tmp_path: Path) -> None:
    results = checked(tmp_path, OPTIONAL, "restart takeback rectstart swap2board")
    assert all(result.verdict is Verdict.PASS for result in results.values())
    assert results["restart"].note == "supported"
    assert results["swap2board"].note == "supported: SWAP"


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (
            "restart",
            "def restart(self, rest): self.say('OK')",
            "take all stones from the board when you read RESTART",
        ),
        (
            "takeback",
            "def takeback(self, rest): self.say('OK')",
            "make the point free again that TAKEBACK names",
        ),
        (
            "rectstart",
            "def rectstart(self, rest): self.say('OK')\ndef choose(self): return (13, 3)",
            "Expected a point of the board of 12x9, but 13,3 came; ",
        ),
        (
            "swap2board",
            "def swap2board(self, rest): list(iter(self.read, 'DONE')); self.say('7,7 8,7')",
            "Expected three different points to SWAP2BOARD, but '7,7 8,7' came; ",
        ),
        (
            "swap2board",
            "def swap2board(self, rest): list(iter(self.read, 'DONE')); self.say('7,7 8,7 9,9')",
            "Expected SWAP, or one or two free points, to SWAP2BOARD with three stones, but",
        ),
        (
            "restart",
            "def restart(self, rest): self.say('done')",
            "Expected OK in answer to RESTART, but 'done' came; answer OK, or UNKNOWN",
        ),
    ],
)
def test_an_optional_command_done_wrong_is_a_warning(
    name: str, change: str, words: str, tmp_path: Path
) -> None:
    result = checked(tmp_path, f"{OPTIONAL}\n{change}", name)[name]
    assert result.verdict is Verdict.WARN
    assert words in sentence(result)


def test_silence_about_an_optional_command_is_no_support(tmp_path: Path) -> None:
    result = checked(tmp_path, "def unknown(self, word): pass", "restart", timeout=1.0)["restart"]
    assert result.verdict is Verdict.ABSENT
    assert result.note == "not supported, but silent: UNKNOWN would say so at once"
