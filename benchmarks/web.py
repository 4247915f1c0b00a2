"""Measures the web app: many games at once over real sockets, and what the server adds to thinking.

Every game is played by a client of its own against a level, to its end, with random replies at the
pace of a quick person. What the clients saw is compared with the store. The overhead of a reply is
the time from sending a move until the answer arrives, less what the engine thought and what the
question waited for a free engine.

    python benchmarks/web.py --games 50 --level 5 --json
    python benchmarks/web.py --heavy --json     # one visitor's ten level-20 games beside another
"""

import argparse
import asyncio
import atexit
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

from tengen.play import MovePlayed, Undone, event_from_dict
from tengen.store import Store

EACH = 5
"""Games of one visitor, who may have ten of them, and eight sockets."""

HEAVY = 10
"""Games that one visitor plays at once to keep the engines busy."""


@dataclass
class Seen:
    """What the clients have seen together."""

    overhead: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    moves: dict[str, list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Server:
    """The web app as a child process with a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "games.sqlite"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "--no-browser", "--port", "0", "--store", self.store],
            stdout=subprocess.PIPE,
            text=True,
        )
        # Whatever ends the measurement ends the server.
        atexit.register(self._process.kill)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[-1]

    def memory(self) -> float:
        """Return the megabytes of the whole process tree; pages that are shared count once."""
        root = psutil.Process(self._process.pid)
        found = [root, *root.children(recursive=True)]
        return sum(getattr(p.memory_full_info(), "pss", p.memory_info().rss) for p in found) / 2**20

    def stop(self) -> float:
        """End it and return how long that took."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)
        return time.monotonic() - begun


class Client:
    """One visitor's games."""

    def __init__(self, server: Server, seen: Seen, pace: float) -> None:
        self._server, self._seen, self._pace = server, seen, pace
        self._http = httpx.AsyncClient(base_url=server.address, timeout=60)

    async def open(self) -> None:
        """Get a cookie."""
        await self._http.get("/api/health")

    async def close(self) -> None:
        """Leave."""
        await self._http.aclose()

    async def play(self, level: int, seed: int, most: int = 10**6) -> None:
        """Play one game to its end, or `most` own moves of it."""
        body = {"white": f"level-{level}", "seed": seed}
        created = await self._http.post("/api/games", json=body)
        if created.status_code != 201:
            self._seen.errors.append(created.text)
            return
        game = created.json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        address = f"{self._server.address.replace('http', 'ws')}/api/games/{game}/live"
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            await _next(socket, "state")
            await self._moves(socket, game, random.Random(seed), most)

    async def poll(self, level: int, seed: int) -> None:
        """Play one game without a socket, for as long as it lasts."""
        created = await self._http.post("/api/games", json={"white": f"level-{level}"})
        path = f"/api/games/{created.json()['id']}"
        rng = random.Random(seed)
        while True:
            await asyncio.sleep(0.3)
            game = (await self._http.get(path)).json()["game"]
            if game["result"]:
                return
            if game["turn"] == "black":
                point = f"{rng.choice('abcdefghijklmno')}{rng.randint(1, 15)}"
                await self._http.post(f"{path}/commands", json={"do": "move", "point": point})

    async def resign(self, game: str) -> None:
        """Give a game up, so that another may begin."""
        await self._http.post(f"/api/games/{game}/commands", json={"do": "resign"})

    async def _moves(
        self, socket: ClientConnection, game: str, rng: random.Random, most: int
    ) -> None:
        free = [f"{x}{y}" for x in "abcdefghijklmno" for y in range(1, 16)]
        rng.shuffle(free)
        seen = self._seen.moves.setdefault(game, [])
        for _ in range(most):
            await asyncio.sleep(self._pace * rng.uniform(0.5, 1.5))
            move = next(point for point in free if point not in seen)
            begun = time.perf_counter()
            await socket.send(json.dumps({"do": "move", "point": move}))
            for mover in ("black", "white"):
                message = await _next(socket, "move", "error")
                if message["is"] == "error" or message["by"] != mover:
                    self._seen.errors.append(json.dumps(message))
                    return
                seen.append(message["point"])
                if message["scene"]["line"]:
                    return
            reply = 1000 * (time.perf_counter() - begun)
            self._seen.replies.append(reply)
            self._seen.overhead.append(reply - message["took_ms"] - message["waited_ms"])


async def _next(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 120))
        if message["is"] in kinds:
            return message


def stored_moves(path: Path) -> dict[str, list[str]]:
    """Return the moves of every game in the store."""
    with Store.open(path) as store:
        found: dict[str, list[str]] = {}
        for game in store.games(limit=None):
            moves: list[str] = []
            for row in store.events(game.id):
                event = event_from_dict(row.payload)
                if isinstance(event, MovePlayed):
                    moves.append(event.move)
                elif isinstance(event, Undone):
                    del moves[len(moves) - event.count :]
            found[str(game.address)] = moves
        return found


def points(values: list[float]) -> dict[str, float]:
    """Return the percentiles that are reported."""
    cuts = statistics.quantiles(values, n=100) if len(values) > 1 else [0.0] * 99
    return {name: round(cuts[at - 1], 1) for name, at in (("p50", 50), ("p95", 95), ("p99", 99))}


async def many(server: Server, games: int, level: int, pace: float) -> tuple[Seen, list[float]]:
    """Play many games at once; return what was seen, and the memory at the start and the end."""
    seen = Seen()
    clients = [Client(server, seen, pace) for _ in range(0, games, EACH)]
    for client in clients:
        await client.open()
    # The first moves make tables; what they take is there from then on.
    await asyncio.gather(*(client.play(level, 0, 2) for client in clients[:4]))
    seen.overhead.clear()
    memory = [server.memory()]
    await asyncio.gather(*(clients[n // EACH].play(level, n) for n in range(games)))
    memory.append(server.memory())
    for client in clients:
        await client.close()
    return seen, memory


async def heavy(server: Server, seconds: float) -> Seen:
    """Let one visitor play ten games of level 20, and measure another's replies of level 1."""
    loud, quiet = Seen(), Seen()
    one, other = Client(server, loud, 0.1), Client(server, quiet, 0.5)
    await one.open()
    await other.open()
    work = [asyncio.create_task(one.poll(20, n)) for n in range(HEAVY)]
    await asyncio.sleep(2.0)
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        await other.play(1, number, 20)
        await other.resign(list(quiet.moves)[-1])
        number += 1
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await one.close()
    await other.close()
    return quiet


def main() -> None:
    """Measure, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between replies")
    parser.add_argument("--heavy", action="store_true", help="one visitor's ten games of level 20")
    parser.add_argument("--seconds", type=float, default=30.0, help="for --heavy")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        begun = time.monotonic()
        if asked.heavy:
            quiet = asyncio.run(heavy(server, asked.seconds))
            result: dict[str, Any] = {
                "replies": len(quiet.replies),
                "errors": len(quiet.errors),
                "reply_ms": points(quiet.replies),
            }
            server.stop()
        else:
            seen, memory = asyncio.run(many(server, asked.games, asked.level, asked.pace))
            ended = server.stop()
            stored = stored_moves(server.store)
            lost = sum(stored.get(game) != moves for game, moves in seen.moves.items())
            result = {
                "games": asked.games,
                "moves": sum(map(len, seen.moves.values())),
                "lost": lost,
                "errors": len(seen.errors),
                "overhead_ms": points(seen.overhead),
                "reply_ms": points(seen.replies),
                "rss_mb": {"start": round(memory[0], 1), "end": round(memory[1], 1)},
                "stop_seconds": round(ended, 2),
            }
            for error in seen.errors[:5]:
                print(error, file=sys.stderr)
        result["seconds"] = round(time.monotonic() - begun, 1)
        result["load"] = round(os.getloadavg()[0], 1)
    if asked.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:14} {value}")


if __name__ == "__main__":
    main()
