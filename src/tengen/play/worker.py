"""What runs in an engine process: questions come in as lines of JSON, answers go out as such.

`python -m tengen.play.worker [--nice N]`; a nice one is for analyses, and has its engine ready
when it says that it is. A line is a question with its number under `ask`, or
`{"do": "stop"}`, which ends the one that is being thought about. One is answered at a time. The
end of the input ends the process at once, whatever it thinks about.
"""

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any, Final

from tengen.bots import STRONGEST, Bot, bot_options, find_bot
from tengen.core.game import Game
from tengen.core.geometry import format_point
from tengen.core.limits import Limit
from tengen.core.proof import proof_to_plain
from tengen.core.score import Info, Line, ScoreKind
from tengen.errors import BotFault, TengenError
from tengen.notation.position import parse_position
from tengen.play.hint import explain
from tengen.play.question import (
    Answer,
    AskAnalysis,
    AskHint,
    AskMove,
    AskProof,
    AskValue,
    Chosen,
    Done,
    Failed,
    Found,
    Question,
    Solved,
    question_from_dict,
)

if TYPE_CHECKING:
    from tengen.engine.engine import Engine

TABLE: Final = 32 << 20
"""Bytes of the tables of one worker: several of them share a machine with everything else."""

_KEPT_BOTS: Final = 6
_CANDIDATES: Final = 30

Say = Callable[[Mapping[str, Any]], None]
"""Takes a message that goes out as one line."""


class Worker:
    """Answers questions in a thread of its own; `feed` and `stop` never wait for it."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._bots: dict[str, Bot] = {}
        self._engine: Engine | None = None
        self._thread: threading.Thread | None = None
        self._is_stopped = False
        self._stop: Callable[[], None] = _nothing

    def feed(self, line: str) -> None:
        """Take a line: begin to answer a question, or stop."""
        try:
            data = json.loads(line)
            if isinstance(data, dict) and data.get("do") == "stop":
                self.stop()
                return
            number = data.pop("ask") if isinstance(data, dict) else None
            question = question_from_dict(data)
        except (ValueError, KeyError, RecursionError) as error:
            # An InvalidText is a ValueError, too.
            self._say({"ask": None, **_failure(error).to_dict()})
            return
        self.wait()
        self._is_stopped, self._stop = False, _nothing
        self._thread = threading.Thread(target=self._answer, args=(number, question), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thinking, as far as the bot can be stopped."""
        self._is_stopped = True
        self._stop()

    def wait(self) -> None:
        """Wait for the end of the thinking."""
        if self._thread is not None:
            self._thread.join()

    def _answer(self, number: object, question: Question) -> None:
        def tell(answer: Answer) -> None:
            self._say({"ask": number, **answer.to_dict()})

        try:
            tell(self._think(question, tell))
        except Exception as error:
            # Whatever a bot raises is its own fault; the next question is another bot's.
            tell(_failure(error))

    def _think(self, question: Question, tell: Callable[[Answer], None]) -> Answer:
        game = parse_position(question.position)
        match question:
            case AskMove():
                return self._move(question, game)
            case AskHint():
                return self._hint(question, game)
            case AskAnalysis():
                return self._analyse(question, game, tell)
            case AskProof():
                return self._prove(question, game)
            case AskValue():
                return self._value(question, game)

    def _move(self, question: AskMove, game: Game) -> Chosen:
        bot = self._find_bot(question.bot)
        bot.check_open(game)
        bot.new_game(game.setup, question.seed)
        self._on_stop(bot.stop)
        begun = perf_counter()
        if bot.search is None or game.choices:
            move = bot.choose(game, question.limit)
            return Chosen(game.format_move(move), perf_counter() - begun)
        info = bot.search(game, question.limit, 1)
        if info.best is None:
            raise BotFault("nonsense", "{bot} found no move", bot=bot.name)
        seconds = perf_counter() - begun
        return Chosen(format_point(info.best, game.size), seconds, _summary(info))

    def _hint(self, question: AskHint, game: Game) -> Answer:
        bot = self._find_bot(STRONGEST)
        bot.check_open(game)
        bot.new_game(game.setup, None)
        self._on_stop(bot.stop)
        limit = Limit(turn=question.seconds)
        if game.choices or bot.search is None:
            move = game.format_move(bot.choose(game, limit))
            return Chosen(move, question.seconds)
        info = bot.search(game, limit, 1)
        if info.best is None:
            raise BotFault("nonsense", "{bot} found no move", bot=bot.name)
        return explain(game, info.best, info)

    def _analyse(self, question: AskAnalysis, game: Game, tell: Callable[[Answer], None]) -> Answer:
        if game.outcome() is not None or game.choices or not game.legal_points():
            return Done("no-move")
        engine = self._find_engine()
        self._on_stop(engine.stop)
        last: list[Info] = []

        def heard(info: Info) -> None:
            last[:] = [info]
            tell(_found(game, info))

        limit = Limit(turn=question.seconds)
        heard(engine.search(game, limit, multipv=question.lines, on_info=heard))
        if self._is_stopped:
            return Done("stopped")
        score = last[0].score
        is_proven = score is not None and score.kind is not ScoreKind.VALUE
        return Done("proof" if is_proven else "time")

    def _value(self, question: AskValue, game: Game) -> Answer:
        engine = self._find_engine()
        self._on_stop(engine.stop)
        info = engine.search(game, Limit(nodes=question.nodes))
        if info.best is None:
            raise BotFault("nonsense", "the engine found no move")
        return Chosen(format_point(info.best, game.size), info.seconds, _summary(info))

    def _prove(self, question: AskProof, game: Game) -> Answer:
        engine = self._find_engine()
        self._on_stop(engine.stop)
        solution = engine.solve(game, seconds=question.seconds, nodes=question.nodes)
        proof = solution.proof
        return Solved(
            str(solution.verdict),
            solution.nodes,
            solution.seconds,
            None if proof is None else proof.plies,
            tuple(format_point(point, game.size) for point in solution.line),
            None if proof is None else proof_to_plain(proof),
        )

    def warm(self) -> None:
        """Make the engine and its tables before anybody waits for them."""
        with contextlib.suppress(TengenError):
            self._find_engine().search(Game(), Limit(nodes=1))

    def _on_stop(self, stop: Callable[[], None]) -> None:
        """Let `stop` be called when a stop comes, or now if it has come."""
        self._stop = stop
        if self._is_stopped:
            stop()

    def _find_bot(self, name: str) -> Bot:
        """Return the bot, made small; those that were used last are kept."""
        bot = self._bots.pop(name, None)
        if bot is None:
            known = {option.name for option in bot_options(name)}
            bot = find_bot(name, **({"hash_size": TABLE} if "hash_size" in known else {}))
            if len(self._bots) >= _KEPT_BOTS:
                self._bots.pop(next(iter(self._bots)))
        self._bots[name] = bot
        return bot

    def _find_engine(self) -> "Engine":
        if self._engine is None:
            from tengen.engine.engine import Engine

            self._engine = Engine(memory=TABLE)
        return self._engine


def _nothing() -> None:
    pass


def _failure(error: Exception) -> Failed:
    if isinstance(error, TengenError):
        arguments = {name: str(value) for name, value in error.arguments.items()}
        return Failed(error.code, str(error), arguments)
    return Failed("raised", f"{type(error).__name__}: {error}"[:200])


def _summary(info: Info) -> dict[str, Any]:
    if not info.depth or info.score is None:
        return {}
    return {"depth": info.depth, "nodes": info.nodes, "win": _chance(info.score.win_probability)}


def _found(game: Game, info: Info) -> Found:
    return Found(
        info.depth,
        info.nodes,
        round(info.nodes_per_second),
        tuple(_line(game, line) for line in info.lines if line.moves),
        tuple(
            {
                "point": format_point(candidate.point, game.size),
                "win": _chance(candidate.score.win_probability),
            }
            for candidate in info.candidates[:_CANDIDATES]
        ),
    )


def _line(game: Game, line: Line) -> dict[str, Any]:
    score = line.score
    moves = [format_point(point, game.size) for point in line.moves]
    match score.kind:
        case ScoreKind.WIN:
            return {"moves": moves, "win_in": score.number}
        case ScoreKind.LOSS:
            return {"moves": moves, "loss_in": score.number}
    return {"moves": moves, "win": _chance(score.win_probability)}


def _chance(probability: float) -> float:
    return round(probability, 4)


def main(arguments: list[str] | None = None) -> None:
    """Serve standard input until it ends."""
    words = sys.argv[1:] if arguments is None else arguments
    is_analyst = words[:1] == ["--nice"]
    if is_analyst:
        with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing.
            os.nice(int(words[1]))
    writing = threading.Lock()
    # Whatever a bot prints must not end up among the answers.
    answers, sys.stdout = sys.stdout, sys.stderr

    def say(message: Mapping[str, Any]) -> None:
        with writing, contextlib.suppress(BrokenPipeError):
            answers.write(json.dumps(message, separators=(",", ":")) + "\n")
            answers.flush()

    worker = Worker(say)
    if is_analyst:
        worker.warm()
    say({"is": "ready", "pid": os.getpid()})
    _serve(worker, sys.stdin)
    # A thread inside native code or a slow bot may not keep the process alive.
    os._exit(0)


def _serve(worker: Worker, lines: IO[str]) -> None:
    with contextlib.suppress(KeyboardInterrupt):
        for line in lines:
            if line.strip():
                worker.feed(line)


if __name__ == "__main__":
    main()
