"""Two people by link, those who watch, and those who have no business here."""

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tengen.ui.web.shapes import CommandBody
from webserver import PATIENCE, Server, Visitor


@pytest.fixture
def link(anna: Visitor, bert: Visitor) -> str:
    """A game that Anna has begun and Bert has joined."""
    game = anna.new_game(white="open", name="Anna")
    answer = bert.post(f"/api/games/{game}/seat", {"seat": "white", "name": "Bert"})
    assert answer.status_code == 200, answer.text
    return game


def test_a_seat_is_taken_by_a_post_and_only_then_the_game_begins(
    anna: Visitor, bert: Visitor
) -> None:
    game = anna.new_game(white="open", clock={"game": 60})
    assert bert.get(f"/g/{game}").status_code == 200
    state = bert.state(game)
    assert (state["game"]["phase"], state["clock"]["running"]) == ("wait", None)
    assert state["seats"]["white"]["kind"] == "open"
    assert anna.do(game, "move", point="h8")["code"] == "not-arrived"
    assert anna.post(f"/api/games/{game}/seat", {"seat": "white"}).json()["code"] == "own-game"
    with anna.watch(game) as socket:
        socket.read()
        seated = bert.post(f"/api/games/{game}/seat", {"seat": "white", "name": "Bert"})
        assert len(seated.json()["token"]) == 32
        told = socket.read_until(**{"is": "state"})
        assert told["seats"]["white"]["name"] == "Bert"
        assert (told["seq"], told["game"]["phase"]) == (1, "play")
        assert told["clock"]["running"] == "black"
    again = bert.post(f"/api/games/{game}/seat", {"seat": "white"})
    assert (again.status_code, again.json()["code"]) == (409, "seat-taken")


def test_offers_are_answered_by_the_other(anna: Visitor, bert: Visitor, link: str) -> None:
    anna.do(link, "move", point="h8")
    assert anna.do(link, "undo")["code"] == "needs-consent"
    assert anna.do(link, "pause")["code"] == "no-pause"
    assert anna.do(link, "hint")["code"] == "no-hint"
    anna.do(link, "offer", kind="undo")
    assert bert.state(link)["offer"] == {"kind": "undo", "by": "black"}
    assert anna.do(link, "answer", accept=True)["code"] == "own-offer"
    assert bert.do(link, "answer", accept=True)["is"] == "ok"
    assert anna.state(link)["game"]["moves"] == []
    anna.do(link, "move", point="h8")
    bert.do(link, "offer", kind="draw")
    assert anna.do(link, "answer", accept=False)["is"] == "ok"
    assert anna.state(link)["offer"] is None
    bert.do(link, "offer", kind="draw")
    anna.do(link, "offer", kind="draw")
    assert anna.state(link)["game"]["result"]["ending"] == "agreed-draw"
    anna.do(link, "rematch")
    assert bert.state(link)["offer"] == {"kind": "rematch", "by": "black"}
    new = bert.do(link, "rematch")["next"]
    assert (bert.state(new)["you"], anna.state(new)["you"]) == (["black"], ["white"])
    assert anna.state(link)["next"] == new


def test_a_player_may_abort_early_and_cannot_claim_at_once(
    anna: Visitor, bert: Visitor, link: str
) -> None:
    refused = anna.do(link, "claim")
    assert refused["code"] == "not-away"
    assert bert.do(link, "abort")["is"] == "ok"
    assert anna.state(link)["game"]["result"]["ending"] == "aborted"


def test_a_stranger_may_watch_and_do_nothing(shared: Server, anna: Visitor, link: str) -> None:
    with shared.visitor() as stranger:
        before = anna.state(link)["game"]
        for do in get_args(CommandBody.model_fields["do"].annotation):
            body = {"do": do, "point": "h8", "points": ["h8"], "choice": "take-black"}
            answer = stranger.post(
                f"/api/games/{link}/commands", {**body, "kind": "draw", "accept": True}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "no-seat"), do
        forged = {"Authorization": "Bearer " + "0" * 32}
        answer = stranger.post(f"/api/games/{link}/commands", {"do": "resign"}, headers=forged)
        assert answer.status_code == 403
        with stranger.watch(link) as socket:
            state = socket.read()
            assert (state["you"], state["spectators"]) == ([], 1)
            socket.send(do="resign", id="x")
            assert socket.read_until(id="x")["code"] == "no-seat"
        assert anna.state(link)["game"] == before


def test_a_program_plays_with_the_token_of_its_seat(shared: Server) -> None:
    body = {"white": "you", "black": "you"}
    created = httpx.post(f"{shared.address}/api/games", json=body, timeout=PATIENCE).json()
    path = f"{shared.address}/api/games/{created['id']}"
    bearer = {"Authorization": f"Bearer {created['tokens']['black']}"}
    move = {"do": "move", "point": "h8"}
    done = httpx.post(f"{path}/commands", json=move, headers=bearer, timeout=PATIENCE)
    assert done.json()["is"] == "ok"
    assert "set-cookie" not in done.headers
    again = httpx.post(f"{path}/commands", json=move, headers=bearer, timeout=PATIENCE)
    assert again.json()["code"] == "not-your-turn"
    white = {"Authorization": f"Bearer {created['tokens']['white']}"}
    state = httpx.get(path, headers=white, timeout=PATIENCE).json()
    assert state["you"] == ["white"]


def test_presence_is_told(anna: Visitor, bert: Visitor, link: str) -> None:
    with anna.watch(link) as socket:
        socket.read()
        with bert.watch(link) as other:
            other.read()
            note = socket.read_until(what="presence")
            assert note["here"] == {"black": True, "white": True}
        note = socket.read_until(what="presence")
        assert note["here"] == {"black": True, "white": False}
        assert "white" in note["away_ms"]


def test_a_second_tab_hears_what_the_first_one_does(anna: Visitor) -> None:
    game = anna.new_game(white="you")
    with anna.watch(game) as one, anna.watch(game) as two:
        one.read()
        two.read()
        one.send(do="move", point="h8", seq=0)
        assert two.read_until(**{"is": "move"})["point"] == "h8"
        two.send(do="move", point="i9", seq=0, id="late")
        assert two.read_until(id="late")["code"] == "stale"


# What comes from elsewhere.


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[", ""])
def test_another_name_for_the_server_is_refused(anna: Visitor, host: str) -> None:
    answer = anna.get("/api/health", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_the_names_of_this_computer_are_accepted(anna: Visitor, name: str) -> None:
    host = f"{name}:{anna.server.port}"
    assert anna.get("/api/health", headers={"Host": host}).status_code == 200


def test_a_request_from_another_site_is_refused(anna: Visitor) -> None:
    game = anna.new_game()
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = anna.post(f"/api/games/{game}/commands", {"do": "resign"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    with (
        pytest.raises(InvalidStatus),
        anna.socket(f"/api/games/{game}/live", Origin="http://evil.example"),
    ):
        pass
    assert anna.state(game)["game"]["result"] is None


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{bad", "application/json", 400),
        (b"do=resign", "application/x-www-form-urlencoded", 415),
        (b'{"do":"resign"}', "text/plain", 415),
        (b"\xff\xfe", "application/json", 400),
        (b'{"do":"resign","x":"' + b"y" * 70_000 + b'"}', "application/json", 413),
        (b"[" * 50_000, "application/json", 400),
        (b"null", "application/json", 422),
    ],
)
def test_a_body_that_is_no_command_is_refused(
    anna: Visitor, content: bytes, kind: str, status: int
) -> None:
    game = anna.new_game()
    path = f"/api/games/{game}/commands"
    answer = anna.http.post(path, content=content, headers={"Content-Type": kind})
    assert answer.status_code == status, answer.text
    assert answer.json()["is"] == "error"

    def pieces() -> object:
        yield from (content[:7], content[7:])

    chunked = anna.http.post(path, content=pieces(), headers={"Content-Type": kind})  # type: ignore[arg-type]
    assert chunked.status_code in (400, 413, 415, 422)
    assert anna.state(game)["game"]["result"] is None


@pytest.mark.parametrize(
    ("frame", "codes"),
    [
        # Who is still sending when the line is closed may not hear the code.
        ("x" * 10_000_000, (1009, 1006)),
        ("x" * 5000, (1009,)),
        (b"\x00\x01", (1003,)),
    ],
)
def test_a_frame_that_is_no_message_closes_the_socket_and_nothing_else(
    anna: Visitor, frame: str | bytes, codes: tuple[int, ...]
) -> None:
    game = anna.new_game(white="you")
    with anna.watch(game) as socket:
        socket.read()
        with contextlib.suppress(ConnectionClosed):
            socket.connection.send(frame)
        assert socket.closed()[0] in codes
    assert anna.do(game, "move", point="h8")["is"] == "ok"


def test_a_socket_for_no_game_says_so(anna: Visitor) -> None:
    with anna.watch("nothing") as socket:
        assert socket.read()["code"] == "no-game"
        assert socket.closed() == (4404, "no such game")


def test_too_many_commands_too_many_games_and_too_many_sockets(shared: Server) -> None:
    with shared.visitor() as eager, contextlib.ExitStack() as stack:
        eager.get("/api/health")
        game = eager.new_game(white="you")
        sockets = [stack.enter_context(eager.watch(game)) for _ in range(8)]
        with eager.watch(game) as ninth:
            assert ninth.closed() == (1008, "you have 8 pages open; close one first")
        for _ in range(40):
            sockets[0].send(do="resume")
        assert sockets[0].read_until(code="too-many")["args"] == {"seconds": 10}
        answers = [eager.post("/api/games", {"white": "you"}) for _ in range(14)]
        codes = {a.json().get("code") for a in answers if a.status_code == 429}
        assert codes <= {"too-many", "too-many-games"}
        assert codes


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_many_connections_to_one_game_are_served(shared: Server, anna: Visitor, count: int) -> None:
    game = anna.new_game(white="you")
    address = f"{shared.address.replace('http', 'ws')}/api/games/{game}/live"

    async def watch(begun: asyncio.Event, gate: asyncio.Semaphore) -> str:
        async with gate:
            # Without a cookie each is a visitor of its own.
            socket = await connect(address, open_timeout=PATIENCE, close_timeout=1)
            assert json.loads(await socket.recv())["is"] == "state"
        await begun.wait()
        while (message := json.loads(await socket.recv()))["is"] != "move":
            pass
        await socket.close()
        return str(message["point"])

    async def many() -> list[str]:
        begun, gate = asyncio.Event(), asyncio.Semaphore(50)
        tasks = [asyncio.create_task(watch(begun, gate)) for _ in range(count)]
        while (await asyncio.to_thread(anna.get, "/api/health")).json()["sockets"] < count:
            failed = [task for task in tasks if task.done()]
            assert not failed, failed[0].exception()
            await asyncio.sleep(0.2)
        await asyncio.to_thread(anna.do, game, "move", point="h8")
        begun.set()
        return await asyncio.gather(*tasks)

    # In a thread, because a browser driven by tests before this one may own the loop of this one.
    with ThreadPoolExecutor(1) as aside:
        assert aside.submit(asyncio.run, many()).result() == ["h8"] * count
