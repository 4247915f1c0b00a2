"""Plays games of our bots before Botzone's own judge, in both modes, and compares ours with it.

    python benchmarks/botzone.py /path/to/Gomoku.js [--games N]

The judge is the file `botzone/online/game/Gomoku.js` of github.com/ailab-pku/botzone-local; node
runs it. It is asked after every move, as the platform does it, and must accept every response.
"""

import argparse
import json
import sys
from itertools import permutations
from time import perf_counter
from typing import Any

from tengen.core.openings import Seat
from tengen.hosts.botzone import wire
from tengen.judges.botzone import output
from tengen.play.command import Move
from tengen.play.referee import Referee
from tengen.play.terms import Terms
from tengen.process import Child

BOTS = ("greedy", "random", "forms", "counts", "tables-1.0", "trapper", "tengen")
MODES = ("restart", "keep-running")
PATIENCE = 60.0

_RUN_ANEW = """
const source = require("fs").readFileSync(process.argv[1], "utf8");
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const on = {};
  const stdin = {resume() {}, setEncoding() {}, on(name, call) { on[name] = call; }};
  const console = {log(text) { process.stdout.write(text + "\\n"); }};
  require("vm").runInNewContext(source, {process: {stdin}, console});
  on.data(line);
  on.end();
});
"""


class Program:
    """One of our bots as a program of Botzone."""

    def __init__(self, bot: str, keep_running: bool) -> None:
        self.keep_running = keep_running
        self.requests: list[Any] = []
        self.responses: list[Any] = []
        limit = ["--limit", "3000n"] if bot == "tengen" else []
        stays = ["--keep-running"] if keep_running else []
        program = [sys.executable, "-m", "tengen.hosts._program", "botzone", "--bot", bot]
        self.command = [*program, *stays, *limit]
        self.child: Child | None = None

    def ask(self, request: Any) -> Any:
        """Return the response to a request, as the platform would read it."""
        self.requests.append(request)
        whole = {"requests": self.requests, "responses": self.responses}
        is_new = self.child is None
        child = self.child or Child(self.command)
        child.send(json.dumps(whole if is_new or not self.keep_running else request))
        response = json.loads(child.read(PATIENCE).text)["response"]
        if self.keep_running:
            assert child.read(PATIENCE).text == wire.KEEP_RUNNING
            self.child = child
        else:
            assert child.wait(PATIENCE) == 0
            child.close()
        self.responses.append(response)
        return response

    def close(self) -> None:
        """End the process that stayed."""
        if self.child is not None:
            self.child.close()


class Judge:
    """The platform's judge, its file run anew for every log, in one process of node."""

    def __init__(self, path: str) -> None:
        self._child = Child(["node", "-e", _RUN_ANEW, path])

    def ask(self, log: list[Any]) -> Any:
        """Return what the judge says of a log."""
        self._child.send(json.dumps({"log": log}))
        return json.loads(self._child.read(PATIENCE).text)


def play(judge: Judge, bots: tuple[str, str], keep_running: bool) -> tuple[int, Any]:
    """Play one game, and return how many moves it had and the judge's last word."""
    programs = [Program(bot, keep_running) for bot in bots]
    referee = Referee(Terms("", tolerance=0.0), perf_counter())
    log: list[Any] = []
    try:
        while True:
            said = judge.ask(log)
            ours = output(referee)
            assert said == ours, f"the judges differ: {said} and {ours} after {log}"
            if said["command"] == "finish":
                assert "error" not in said["display"], said
                return len(referee.game.moves), said
            ((player, request),) = said["content"].items()
            response = programs[int(player)].ask(request)
            log += [{"output": said}, {player: {"response": response}}]
            text = referee.game.format_move(wire.parse_point(response))
            referee.handle(Move(Seat(int(player)), text, strict=True), perf_counter())
    finally:
        for program in programs:
            program.close()


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judge", help="the path of Gomoku.js")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--bots", default=",".join(BOTS), help="who plays, with commas between")
    parser.add_argument("--first", type=int, default=0, help="leave out so many pairs of bots")
    parser.add_argument("--mode", choices=MODES, help="else both")
    options = parser.parse_args()
    pairs, judge = list(permutations(options.bots.split(","), 2)), Judge(options.judge)
    for mode in [options.mode] if options.mode else MODES:
        moves, wins = 0, [0, 0, 0]
        for number in range(options.first, options.first + options.games):
            count, said = play(judge, pairs[number % len(pairs)], mode == MODES[1])
            moves += count
            wins[said["display"].get("winner", 2)] += 1
            print(f"{mode}: {number + 1 - options.first} games", end="\r", flush=True)
        print(
            f"{mode}: {options.games} games accepted, {moves} moves; "
            f"{wins[0]} won by black, {wins[1]} by white, {wins[2]} drawn"
        )


if __name__ == "__main__":
    main()
