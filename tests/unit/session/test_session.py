"""A person against a bot at one screen, with real engine processes and a real store."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tengen import Seat
from tengen.session import Session, Wishes, obey
from tengen.session.archive import OWNER, Archive
from tengen.store import GameFilter, Store

PATIENCE = 90.0


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def wait(session: Session, is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, session.status()
        time.sleep(0.02)
        session.poll()


def play(session: Session, *points: str) -> None:
    for point in points:
        assert session.play(point), session.note
        wait(session, lambda: session.is_mine or session.live.is_over)


def moves(session: Session) -> list[str]:
    return [session.game.format_move(move) for move in session.game.moves]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(file: Path, clock: Clock) -> Iterator[Session]:
    made = Session(Wishes(bot="random:seed=3"), archive=Archive.open(str(file)), clock=clock)
    yield made
    made.close()


def test_a_game_is_played_taken_back_broken_off_and_had_back(
    session: Session, clock: Clock
) -> None:
    assert session.status() == "Play any point to start: you are Black against random."
    assert not session.play("z99")
    play(session, "h8", "i9")
    assert len(moves(session)) == 4
    assert not session.play("h8")
    assert session.note == "H8 is occupied by a black stone; choose an empty point."
    session.undo()
    assert [moves(session)[0], len(moves(session)), session.is_mine] == ["h8", 2, True]

    before = moves(session)
    assert session.begin(Wishes(size=9, bot="random"))
    assert (session.game.size, moves(session)) == (9, [])
    assert session.begin(Wishes(size=10, bot="random"))
    assert session.can_bring_back
    assert session.bring_back()
    assert (session.game.size, moves(session)) == (15, before)

    session.begin()
    clock.now += 10.1
    assert not session.can_bring_back
    assert not session.bring_back()


def test_sides_are_swapped_and_the_bot_goes_on_at_once(session: Session) -> None:
    play(session, "h8")
    session.swap_sides()
    wait(session, lambda: session.is_mine)
    assert (session.seat, len(moves(session))) == (Seat.SECOND, 3)


def test_a_won_game_says_so_and_can_be_taken_back(session: Session, file: Path) -> None:
    play(session, "a1", "b1", "c1", "d1", "e1")
    assert session.result() == "You win: five in a row a1-e1."
    assert not session.play("f1")
    assert session.undo()
    assert (session.live.is_over, moves(session)[::2]) == (False, ["a1", "b1", "c1", "d1"])
    session.close()
    with Store.open(file) as store:
        won, again = reversed(store.games(GameFilter(owner=OWNER)))
    assert won.verdict is not None
    assert (won.verdict.result, again.verdict, again.plies) == ("first", None, 8)


def test_an_unfinished_game_is_there_next_time_and_no_process_is_left(
    session: Session, file: Path
) -> None:
    play(session, "h8", "g7")
    kept = moves(session)
    children = [
        child for child in psutil.Process().children() if "tengen.play.worker" in child.cmdline()
    ]
    assert children
    session.close()
    psutil.wait_procs(children, timeout=PATIENCE)
    assert not [child for child in children if child.is_running()]
    with Store.open(file) as store:
        assert store.count_games(GameFilter(owner=OWNER, is_finished=False)) == 1

    again = Session(Wishes(), archive=Archive.open(str(file)))
    try:
        assert again.restore()
        assert moves(again) == kept
        assert (again.bot, again.wishes.bot) == ("random:seed=3", "random:seed=3")
        play(again, "f6")
        assert len(moves(again)) == len(kept) + 2
    finally:
        again.close()


def test_a_game_that_another_program_went_on_with_becomes_a_game_of_its_own(
    session: Session, file: Path
) -> None:
    play(session, "h8")
    session.close()
    one, two = (Session(Wishes(), archive=Archive.open(str(file))) for _ in range(2))
    for each in (one, two):
        assert each.restore()
    for each, point in ((one, "a1"), (two, "b2")):
        play(each, point)
        each.close()
        assert each.unkept is None
    with Store.open(file) as store:
        plies = [game.plies for game in store.games(GameFilter(owner=OWNER))]
    assert plies == [4, 4]


def test_hints_and_words_answer_in_one_sentence(session: Session) -> None:
    play(session, "h8", "h9", "h10")
    assert obey(session, "hint") == ""
    wait(session, lambda: not session.is_hinting)
    assert session.hinted is not None
    assert session.note.startswith(f"Hint: {session.hinted.move}, ")
    assert session.scene().hint is not None
    assert obey(session, "line h") == "h8 black, h9 black, h10 black."
    assert "black" in obey(session, "row 8")
    for typed in ("zz", "\x1b[31m", "h8 h9", "q" * 5000, "row 99", "line", "save", "h8", "h99"):
        said = obey(session, typed)
        assert said
        assert "\n" not in said
        assert len(said) < 120
        assert said.isprintable()
    assert len(moves(session)) == 6


def test_a_bot_that_does_not_play_this_is_refused_and_nothing_changes(session: Session) -> None:
    play(session, "h8")
    assert not session.begin(Wishes(rule="renju", bot="forms"))
    assert session.note.startswith("Forms does not play this")
    assert len(moves(session)) == 2
