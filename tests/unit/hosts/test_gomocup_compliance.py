"""Good and bad programs are told apart, and what is wrong with the bad ones is named."""

from pathlib import Path

import pytest

from checked import by_verdict, checked, said, sentence
from tengen.core.rules import RULES
from tengen.hosts.gomocup.compliance import Examiner, Settings, Verdict, all_checks

# A good program.


def test_a_good_minimal_program_passes_everything_mandatory(tmp_path: Path) -> None:
    results = checked(tmp_path)
    assert list(results) == list(all_checks())
    assert by_verdict(results, Verdict.FAIL) == by_verdict(results, Verdict.SKIP) == set()
    assert by_verdict(results, Verdict.ABSENT) == {
        "restart",
        "takeback",
        "rectstart",
        "swap2board",
    }
    # It fills the board from a corner, whatever the opponent does.
    assert {"wins", "blocks"} <= by_verdict(results, Verdict.WARN)
    assert all(result.is_good for result in results.values())
    assert all(result.seconds > 0 and result.transcript for result in results.values())


OTHERS = {"turn", "board-even"}
"""Checks that are made as well, to see that they pass, or are skipped if `start` fails."""

FAULTS: dict[str, tuple[str, str, str]] = {
    "says more than OK": (
        "def start(self, rest): self.size = int(rest); self.taken = set(); self.say('OK then')",
        "start start-20",
        ", but 'OK then' came; print OK, and nothing else, when you have read START",
    ),
    "greets before it is asked": (
        "def run(self): self.say('Hello!'); super().run()",
        "start start-20",
        "'Hello!' came",
    ),
    "knows only 15x15": (
        """
        def start(self, rest):
            if rest == "15": super().start(rest)
            else: self.say("ERROR size")
        """,
        "start-20",
        "Expected OK in answer to START 20, but 'ERROR size' came; ",
    ),
    "does not know ABOUT": (
        "def about(self, rest): self.unknown('ABOUT')",
        "about",
        "in answer to ABOUT, but 'UNKNOWN ABOUT' came; print name=\"mine\", version=",
    ),
    "begins off the board": (
        "def begin(self, rest): self.say('15,0')",
        "begin",
        "in answer to BEGIN, but 15,0 came, which is off the board; columns and rows go from 0 to",
    ),
    "forgets its own stones": (
        "def move(self): self.say('%d,%d' % self.choose())",
        "turn",
        "and 0,0 is occupied; ",
    ),
    "crashes when there is one point left": (
        "def choose(self): return self.free()[1]",
        "last-point",
        "the program exited with status 1 (its last words on stderr: 'IndexError: list index out",
    ),
    "holds a hundred stones": (
        """
        def choose(self):
            if len(self.taken) > 100: sys.exit(3)
            return super().choose()
        """,
        "board-many last-point",
        "but the program exited with status 3; see in the transcript what it was sent",
    ),
    "forgets the stones of BOARD": (
        "def board(self, rest): super().board(rest); self.taken = set()",
        "board-turn",
        "keep the stones of BOARD, and your answer to it, for the moves that follow",
    ),
    "starts once": (
        """
        def start(self, rest):
            if self.size: self.say("OK")
            else: super().start(rest)
        """,
        "start-again",
        "forget the old size and all stones when you read START",
    ),
    "answers INFO": (
        "def info(self, rest): self.say('OK')",
        "info info-unknown chatter",
        "'OK' came; ",
    ),
    "answers unknown keys of INFO": (
        "def info(self, rest):\n    if 'tengen' in rest: self.say('ERROR ' + rest)",
        "info-unknown",
        "Expected no answer to INFO, but 'ERROR tengen_check 1' came; read INFO and print nothing",
    ),
    "thinks aloud": (
        "def move(self): self.say('thinking...'); super().move()",
        "chatter",
        "Expected only answers, MESSAGE and DEBUG, but 'thinking...' came; ",
    ),
    "writes to stderr": (
        "def move(self): sys.stderr.write('searching\\n'); super().move()",
        "stderr",
        "Expected nothing on stderr, but 'searching' came; write to a file, or ",
    ),
    "keeps the CR": (
        "def read(self): return sys.stdin.buffer.readline().decode()[:-1] or self.ended()",
        "crlf",
        "strip CR from the end of every line",
    ),
    "dies of unknown commands": (
        "def unknown(self, word): sys.exit(1)",
        "unknown",
        "Expected UNKNOWN in answer to FROBNICATE, which is no command, but the program exited",
    ),
    "does not look at points": (
        "def point(self, text): return text",
        "bad-point",
        "Expected ERROR in answer to TURN 99,99, but '0,0' came; check what follows TURN",
    ),
    "dies of bad points": (
        "def turn(self, rest):\n    try: super().turn(rest)\n    except ValueError: sys.exit(2)",
        "bad-point",
        "Expected ERROR in answer to TURN 99,99, but the program exited with status 2; ",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_by_its_checks_and_by_no_other(fault: str, tmp_path: Path) -> None:
    body, failing, words = FAULTS[fault]
    names = set(failing.split())
    results = checked(tmp_path, body, " ".join(names | OTHERS))
    assert by_verdict(results, Verdict.FAIL) == names
    assert by_verdict(results, Verdict.SKIP) == (OTHERS if "start" in names else set())
    for name in names:
        assert words in sentence(results[name])
        assert any(line.startswith("> START ") for line in said(results[name])[:2])
        assert not results[name].is_good


def test_two_faults_are_two_failures_in_a_whole_run(tmp_path: Path) -> None:
    body = """
    def unknown(self, word): sys.exit(1)
    def info(self, rest): print("note:", rest, file=sys.stderr)
    """
    results = checked(tmp_path, body)
    assert by_verdict(results, Verdict.FAIL) == {"unknown", "stderr"}
    assert by_verdict(results, Verdict.SKIP) == set()


# Programs that do not answer.


def test_output_that_is_not_flushed_is_recognised(tmp_path: Path) -> None:
    body = "def say(self, text): print(text)"
    results = checked(tmp_path, body, "start flush turn", timeout=1.0)
    assert by_verdict(results, Verdict.FAIL) == {"start", "flush"}
    assert by_verdict(results, Verdict.SKIP) == {"turn"}
    assert "but 'OK' came only after its input was closed; flush after" in sentence(
        results["flush"]
    )
    assert said(results["flush"]) == ["> START 15", "# its input is closed", "< OK"]
    assert results["turn"].note == "start must pass first"


def test_an_answer_without_a_line_end_is_recognised(tmp_path: Path) -> None:
    body = "def say(self, text): sys.stdout.write(text); sys.stdout.flush()"
    result = checked(tmp_path, body, "flush", timeout=1.0)["flush"]
    assert "but only 'OK' came, without a line end; end every line with" in sentence(result)


def test_a_silent_program_is_given_up(tmp_path: Path) -> None:
    results = checked(tmp_path, "def hear(self, line): pass", "start flush turn", timeout=0.7)
    assert by_verdict(results, Verdict.FAIL) == {"start"}
    assert results["flush"].note == "START 15 is not answered at all"
    assert "but nothing came within 0.7 s; " in sentence(results["start"])


def test_a_program_that_thinks_too_long_is_not_said_to_keep_back_its_answer(tmp_path: Path) -> None:
    body = "def begin(self, rest):\n    while True: pass"
    results = checked(tmp_path, body, "begin", timeout=1.0)
    assert "but nothing came within 1 s, and it still works on it; " in sentence(results["begin"])


def test_a_program_that_cannot_be_stopped_from_printing_ends_the_check(tmp_path: Path) -> None:
    body = "def begin(self, rest):\n    while True: self.say('SUGGEST 20,20')"
    results = checked(tmp_path, body, "begin", timeout=1.0)
    assert by_verdict(results, Verdict.FAIL) == {"begin"}


def test_a_program_that_dies_at_once_is_shown_with_its_last_words(tmp_path: Path) -> None:
    results = checked(tmp_path, "def run(self): raise SystemExit('no model')", "start")
    assert sentence(results["start"]).startswith(
        "Expected OK in answer to START 15, but the program exited with status 1 "
        "(its last words on stderr: 'no model'); "
    )
    assert {"# exited with status 1", "! no model"} <= set(said(results["start"]))


def test_without_its_start_nothing_else_is_blamed(tmp_path: Path) -> None:
    results = checked(tmp_path, "def run(self): sys.exit(4)", "turn")
    assert by_verdict(results, Verdict.SKIP) == {"turn"}
    assert results["turn"].note == (
        "START 15 is not answered with OK: the program exited with status 4"
    )
    assert not results["turn"].is_good


def test_a_program_that_cannot_be_started_any_more_fails(tmp_path: Path) -> None:
    examiner = Examiner([str(tmp_path / "gone")], Settings(RULES["freestyle"]))
    result = examiner.run(all_checks()["start"])
    assert result.verdict is Verdict.FAIL
    assert "Expected a program that starts, but there is no program " in sentence(result)


# What is good enough, with a warning.

WARNINGS: dict[str, tuple[str, str, str]] = {
    "ok in small letters": (
        "def say(self, text): super().say(text.lower() if text == 'OK' else text)",
        "start",
        "but 'ok' came; write it in capitals",
    ),
    "a blank in a point": (
        "def say(self, text): super().say(text.replace(',', ', ') if text[0].isdigit() else text)",
        "begin",
        "Expected 0,0, but '0, 0' came, which some managers cannot read; ",
    ),
    "ABOUT with a name only": (
        "def about(self, rest): self.say('name=\"x\"')",
        "about",
        "but there is no version and no author and no country; ",
    ),
    "ERROR for unknown commands": (
        "def unknown(self, word): self.say('ERROR ' + word)",
        "unknown",
        "but 'ERROR FROBNICATE' came; ",
    ),
    "UNKNOWN for empty lines": (
        "def hear(self, line): super().hear(line) if line else self.unknown('')",
        "empty-lines",
        "Expected no answer to an empty line, but 'UNKNOWN' came; ",
    ),
    "capitals only": (
        "def hear(self, line): self.unknown(line) if line.islower() else super().hear(line)",
        "lower-case",
        "Expected OK in answer to start 15, but 'UNKNOWN start 15' came; turn every command into",
    ),
    "colours taken for the other's": (
        "def choose(self): return (4, 8) if (4, 8) in self.free() else self.free()[0]",
        "board-order",
        "but 4,8 came, which is good for the opponent; look whether you take the colours from",
    ),
    "stops a four instead of making five": (
        "def choose(self): return (4, 8) if (4, 8) in self.free() else self.free()[0]",
        "wins",
        "Expected 4,6, which wins, but 4,8 came, which only stops the opponent's four; ",
    ),
    "a status at the end": (
        "def end(self, rest): sys.exit(5)",
        "end",
        "Expected exit status 0 after END, but the status is 5; ",
    ),
    "last words": (
        "def end(self, rest): self.say('bye'); sys.exit()",
        "end",
        "Expected nothing to be printed after END, but 'bye' came; ",
    ),
}


@pytest.mark.parametrize("fault", WARNINGS)
def test_what_managers_may_forgive_is_a_warning(fault: str, tmp_path: Path) -> None:
    body, name, words = WARNINGS[fault]
    result = checked(tmp_path, body, name)[name]
    assert result.verdict is Verdict.WARN
    assert words in sentence(result)
    assert result.is_good


def test_a_suggestion_is_confirmed(tmp_path: Path) -> None:
    body = """
    words = Brain.words | {"PLAY"}
    def move(self): self.say("SUGGEST %d,%d" % self.choose())
    def play(self, rest): self.taken.add(self.point(rest)); self.say(rest)
    """
    results = checked(tmp_path, body, "begin turn chatter")
    assert by_verdict(results, Verdict.PASS) == {"begin", "turn", "chatter"}
    assert said(results["begin"])[-3:] == ["< SUGGEST 0,0", "> PLAY 0,0", "< 0,0"]


def test_messages_are_no_answers_but_only_with_a_blank_behind_the_word(tmp_path: Path) -> None:
    body = "def move(self): self.say('MESSAGE depth 3'); self.say('debug x'); super().move()"
    assert checked(tmp_path, body, "chatter")["chatter"].verdict is Verdict.PASS
    body = "def move(self): self.say('MESSAGE: depth 3'); super().move()"
    assert "'MESSAGE: depth 3' came" in sentence(checked(tmp_path, body, "chatter")["chatter"])
