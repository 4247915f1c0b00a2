"""Whatever is sent to the API or to a socket: a clear answer, never a fault of the server."""

import json
import random
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tengen.play import Referee, event_from_dict
from tengen.store import Store
from webserver import PATIENCE, Server

POINTS = ["h8", "i9", "a1", "o15", "pass", "z99", "", "天元", "h" * 8]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
VALUES: list[Any] = [None, 0, -1, 2**70, 1.5, True, "", "x" * 200, [], {}, [[]], "\ud800", *POINTS]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that must be as well at the end as it was at the beginning."""
    made = Server(tmp_path_factory.mktemp("fuzz") / "games.sqlite")
    yield made
    with made.visitor() as visitor:
        assert visitor.get("/api/health").json()["ok"] is True
    made.stop()


def test_every_path_answers_as_its_description_says(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/openapi.json")

    tried = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        strategy = operation.as_strategy() | operation.as_strategy(
            generation_mode=schemathesis.GenerationMode.NEGATIVE
        )

        @given(strategy)
        @settings(
            max_examples=5,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def call(case: Any) -> None:
            answer = case.call(base_url=server.address, timeout=PATIENCE)
            # Whether a well-formed wish can be granted is for the rules of the game to say.
            case.validate_response(answer, checks=CHECKS)

        call()
        tried += 1
    assert tried >= 14


def any_message(rng: random.Random) -> str | bytes:
    """Return something that a page would send, or nearly, or not at all."""
    roll = rng.random()
    if roll < 0.1:
        return rng.choice(["", "{", "null", "[]", "NaN", '"move"', "[" * 2000, "\x00", "{}" * 50])
    words = "move place choose undo hint resign pause resume offer answer claim rematch abort retry"
    message: dict[str, Any] = {"do": rng.choice([*words.split(), "fly", None])}
    for name in ("id", "seq", "point", "points", "choice", "kind", "accept", "seat", "more"):
        if rng.random() < 0.3:
            message[name] = rng.choice(VALUES)
    if rng.random() < 0.7:
        message["point"] = rng.choice(POINTS)
    if message["do"] in ("resign", "abort") and rng.random() < 0.9:
        message["do"] = "move"
    return json.dumps(message)


def fuzz(server: Server, seed: int, count: int) -> None:
    rng = random.Random(seed)
    wishes = rng.choice(
        [
            {"white": "greedy"},
            {"white": "you", "opening": "swap2"},
            {"white": "you", "rule": "renju"},
        ]
    )
    with server.visitor() as visitor:
        visitor.get("/api/health")
        game = visitor.new_game(**wishes)
        with visitor.watch(game) as socket:
            seq = socket.read()["seq"]
            for _ in range(count):
                socket.connection.send(any_message(rng))
                # Slower than the rate limit, which is another test's business.
                time.sleep(0.05)
            socket.send(do="undo", id="last")
            while True:
                message = socket.read()
                assert message["is"] in ("state", "move", "note", "ok", "error")
                if message["is"] in ("state", "move"):
                    assert message["seq"] in (seq, seq + 1), "no event is left out"
                    seq = message["seq"]
                assert message.get("code") != "raised"
                if message.get("id") == "last":
                    break
        state = visitor.state(game)
        assert state["seq"] >= seq


def test_no_message_makes_a_game_fall_over(server: Server) -> None:
    for seed in range(3):
        fuzz(server, seed, 40)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_message_makes_a_game_fall_over_for_hours(server: Server) -> None:
    for seed in range(1000):
        fuzz(server, seed, 200)


paths = st.text(max_size=30).filter(lambda text: "\r" not in text and "\n" not in text)


@given(paths)
@example("\x00")
@example("x" * 3000)
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_no_address_makes_the_server_fall_over(server: Server, path: str) -> None:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        for prefix in ("/", "/g/", "/api/games/", "/static/x/", "/api/trees/"):
            address = prefix + quote(path.encode("utf-8", "replace"))
            assert client.get(address).status_code < 500, address


def test_a_store_of_fuzzed_games_replays(server: Server) -> None:
    fuzz(server, 99, 30)
    with Store.open(server.store) as store:
        for game in store.games(limit=None):
            rows = store.events(game.id)
            assert [row.index for row in rows] == list(range(len(rows)))
            referee = Referee.replay(event_from_dict(row.payload) for row in rows)
            assert (referee.result is None) == (game.verdict is None)
