"""One game between two programs: the referee's commands come from pipes, its events go out.

A table keeps its programs between games, so that a quick game is not spent on starting them.
"""

import threading
from collections.abc import Callable, Sequence
from time import perf_counter

from tengen.arena.plan import Job
from tengen.arena.player import Entrant
from tengen.core.openings import Seat
from tengen.errors import BotFault
from tengen.hosts.gomocup.driver import Program
from tengen.play.command import Fault, Move
from tengen.play.event import Ended, Event
from tengen.play.referee import Referee
from tengen.play.terms import Terms

OnEvents = Callable[[Sequence[Event], Referee], None]
"""Told what happened, in order, and the referee to ask about it."""


MOST_PROGRAMS = 6
"""Programs that a table keeps ready; a field of many players would fill the memory."""


class Stopped(Exception):
    """The table was closed in the middle of a game, which does not count."""


class Table:
    """Where one game at a time is played. `close` may be called from any thread."""

    def __init__(self) -> None:
        self._programs: dict[tuple[str, Seat], Program] = {}
        self._is_closed = False
        self._lock = threading.Lock()

    def play(self, job: Job, on_events: OnEvents) -> Ended:
        """Play the game of `job` to its end, telling `on_events` what happens as it does."""
        players = {Seat.FIRST: job.first, Seat.SECOND: job.second}
        terms = Terms(job.position, job.first.limit, job.second.limit, job.tolerance, job.max_moves)
        programs = {seat: self._program(players[seat], seat, job) for seat in Seat}
        try:
            fault = self._get_ready(programs, players, terms)
            referee = Referee(terms, perf_counter())
            on_events(referee.events, referee)
            if fault is not None:
                self._check_open()
                on_events(referee.handle(fault, perf_counter()), referee)
            while referee.result is None:
                self._check_open()
                on_events(self._next_events(referee, programs[referee.game.seat]), referee)
            return referee.result
        finally:
            self._release(programs, players)

    def close(self) -> None:
        """Stop the game that is being played, if there is one, and end all programs."""
        with self._lock:
            self._is_closed = True
            programs = list(self._programs.values())
        for program in programs:
            program.close()

    def _next_events(self, referee: Referee, program: Program) -> Sequence[Event]:
        seat = referee.game.seat
        try:
            answer = program.choose(referee.game, referee.limit(seat, perf_counter()))
        except BotFault as fault:
            self._check_open()
            return referee.handle(Fault.of(seat, fault), perf_counter())
        text = referee.game.format_move(answer.move)
        move = Move(seat, text, strict=True, seconds=answer.seconds, info=answer.info())
        return referee.handle(move, answer.at)

    def _get_ready(
        self, programs: dict[Seat, Program], players: dict[Seat, Entrant], terms: Terms
    ) -> Fault | None:
        """Start both programs before any clock runs; return what went wrong."""
        game = Referee(terms, 0.0).game
        for seat in Seat:
            self._check_open()
            try:
                programs[seat].new_game(game, players[seat].limit)
            except BotFault as fault:
                return Fault.of(seat, fault)
        return None

    def _program(self, player: Entrant, seat: Seat, job: Job) -> Program:
        with self._lock:
            self._check_open()
            key = player.name, seat
            if key not in self._programs:
                self._make_room()
                self._programs[key] = Program(
                    player.command,
                    name=player.name,
                    cwd=player.cwd,
                    memory=job.memory,
                    is_memory_enforced=job.is_memory_enforced,
                    threads=player.threads,
                    tolerance=job.tolerance,
                )
            program = self._programs.pop(key)
            self._programs[key] = program  # Used last, so ended last.
            return program

    def _make_room(self) -> None:
        """End the program that was used longest ago when there are many."""
        if len(self._programs) >= MOST_PROGRAMS:
            self._programs.pop(next(iter(self._programs))).close()

    def _release(self, programs: dict[Seat, Program], players: dict[Seat, Entrant]) -> None:
        # A program starts by itself when it is asked, also after the table was closed: whoever
        # asked it last ends it.
        for seat, program in programs.items():
            if players[seat].needs_fresh_start or self._is_closed:
                program.close()

    def _check_open(self) -> None:
        if self._is_closed:
            raise Stopped
