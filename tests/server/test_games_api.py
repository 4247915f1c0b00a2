"""Games over the real API: a whole game, every command, everything that is refused."""

import time

import httpx
import pytest

from webserver import Server, Visitor

BLACK_WINS = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]


def play_here(visitor: Visitor, moves: list[str], **wishes: object) -> str:
    """Play moves of both sides at one screen, and return the game's id."""
    game = visitor.new_game(white="you", **wishes)
    for move in moves:
        time.sleep(0.08)  # Twenty commands a second are allowed.
        answer = visitor.do(game, "move", point=move)
        assert answer["is"] == "ok", answer
    return game


def facts(visitor: Visitor, game: str) -> tuple[object, ...]:
    """Return what a command can change."""
    state = visitor.state(game)
    return state["seq"], state["game"], state["you"], state["offer"], state["paused"]


def test_a_move_is_confirmed_and_the_bot_answers(anna: Visitor) -> None:
    game = anna.new_game()
    opponents = {row["name"]: row for row in anna.get("/api/setup").json()["opponents"]}
    with anna.watch(game) as socket:
        state = socket.read()
        assert (state["is"], state["seq"], state["you"]) == ("state", 0, ["black"])
        assert state["seats"]["white"] == {
            "name": "greedy",
            "kind": "bot",
            "seat": "second",
            "rating": opponents["greedy"]["rating"],
        }
        socket.send(do="move", id="c1", seq=0, point="h8")
        own = socket.read_until(**{"is": "move"})
        assert (own["seq"], own["point"], own["by"], own["turn"]) == (1, "h8", "black", "white")
        socket.read_until(**{"is": "ok", "id": "c1"})
        answer = socket.read_until(**{"is": "move"})
        assert (answer["seq"], answer["by"], answer["turn"]) == (2, "white", "black")
    assert anna.state(game)["game"]["moves"] == ["h8", answer["point"]]


def test_a_win_is_told_with_its_line(anna: Visitor) -> None:
    game = anna.new_game(white="you")
    with anna.watch(game) as socket:
        for move in BLACK_WINS:
            socket.send(do="move", point=move)
        last = socket.read_until(**{"is": "move", "point": "l8"})
        assert last["scene"]["line"] == ["h8", "i8", "j8", "k8", "l8"]
        state = socket.read_until(**{"is": "state"})
    assert state["seq"] == last["seq"] + 1
    assert state["game"]["phase"] == "over"
    assert state["game"]["result"]["winner"] == "black"
    assert state["game"]["result"]["ending"] == "five"
    (row,) = [r for r in anna.get("/api/games").json()["games"] if r["id"] == game]
    assert row["result"] == {"winner": "black", "ending": "five"}


def test_a_forbidden_point_is_refused_with_its_reason(anna: Visitor) -> None:
    game = play_here(anna, ["f8", "a1", "g8", "a15", "h6", "o1", "h7", "o15"], rule="renju")
    state = anna.state(game)
    forbidden = state["scene"]["forbidden"]
    assert forbidden
    point, reason = next(iter(forbidden.items()))
    answer = anna.do(game, "move", point=point, id="x")
    assert (answer["is"], answer["id"], answer["code"]) == ("error", "x", "forbidden")
    assert answer["args"] == {"point": point, "side": "black", "reason": reason}
    assert anna.state(game)["game"] == state["game"]


def test_the_same_command_twice_is_done_once(anna: Visitor) -> None:
    game = anna.new_game(white="you")
    first = anna.do(game, "move", id="c1", point="h8")
    assert anna.do(game, "move", id="c1", point="h8") == first
    assert anna.state(game)["game"]["moves"] == ["h8"]


def test_a_command_that_does_not_know_the_latest_event_is_stale(anna: Visitor) -> None:
    game = play_here(anna, ["h8"])
    answer = anna.do(game, "move", seq=0, point="i9")
    assert (answer["code"], answer["args"]) == ("stale", {"seq": 0, "latest": 1})
    assert anna.do(game, "move", seq=1, point="i9")["is"] == "ok"


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        ({"do": "move", "point": "h8"}, 409, "occupied"),
        ({"do": "move", "point": "z99"}, 422, "off-board"),
        ({"do": "move"}, 422, "missing-field"),
        ({"do": "fly"}, 422, "bad-request"),
        ({"do": "move", "point": "h8", "more": 1}, 422, "bad-request"),
        ({"do": "move", "point": 7}, 422, "bad-request"),
        ({"do": "resume"}, 409, "not-paused"),
        ({"do": "answer", "accept": True}, 409, "no-offer"),
        ({"do": "offer", "kind": "draw"}, 409, "no-offers"),
        ({"do": "claim"}, 409, "no-claim"),
        ({"do": "choose", "choice": "take-black"}, 409, "no-choice-due"),
        ({"do": "place", "points": ["a1", "a2"]}, 409, "stones-due"),
        ({"do": "rematch"}, 409, "not-over"),
        ([], 422, "bad-request"),
        ("move", 422, "bad-request"),
    ],
)
def test_a_wrong_command_is_refused_and_changes_nothing(
    anna: Visitor, command: object, status: int, code: str | None
) -> None:
    game = play_here(anna, ["h8"])
    before = facts(anna, game)
    answer = anna.post(f"/api/games/{game}/commands", command)
    assert answer.status_code == status, answer.text
    assert answer.json()["is"] == "error"
    assert code is None or answer.json()["code"] == code
    assert facts(anna, game) == before


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"rule": "chess"}, "unknown-rule"),
        ({"size": 27}, "bad-request"),
        ({"opening": "swap9"}, "unknown-opening"),
        ({"white": "nobody"}, "unknown-bot"),
        ({"white": "tengen:weights=/etc/passwd"}, "unknown-bot"),
        ({"white": "trapper", "size": 19}, "unsupported"),
        ({"clock": {"move": 5, "game": 5}}, "bad-clock"),
        ({"clock": {"move": 0}}, "bad-request"),
        ({"blocked": ["z9"]}, None),
        ({"black": "open", "white": "open"}, "no-person"),
        ({"position": "h8a1i8a2j8a3k8a4l8"}, "game-over"),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    anna: Visitor, wishes: dict[str, object], code: str | None
) -> None:
    answer = anna.post("/api/games", {"white": "greedy", **wishes})
    assert answer.status_code == 422, answer.text
    assert code is None or answer.json()["code"] == code


def test_undo_takes_back_to_the_own_turn_and_calls_off_the_thinking(anna: Visitor) -> None:
    game = anna.new_game(white="tengen")
    anna.do(game, "move", point="h8")
    assert anna.do(game, "undo")["is"] == "ok"
    state = anna.state(game)
    assert (state["game"]["moves"], state["game"]["turn"], state["thinking"]) == ([], "black", None)


def test_a_hint_comes_with_its_reason(anna: Visitor) -> None:
    game = play_here(anna, ["h8", "a1", "i8", "a3", "j8", "a5", "k8"])
    hint = anna.do(game, "hint", id="h")["hint"]
    assert (hint["point"], hint["code"]) in [("g8", "stops-four"), ("l8", "stops-four")]
    assert hint["text"] == f"stops the four at {hint['args']['key']}"


def test_pause_stops_the_game_and_resume_goes_on(anna: Visitor) -> None:
    game = anna.new_game(white="you", clock={"game": 60})
    assert anna.do(game, "pause")["is"] == "ok"
    state = anna.state(game)
    assert (state["paused"], state["clock"]["running"]) == ("black", None)
    assert anna.do(game, "move", point="h8")["code"] == "paused"
    assert anna.do(game, "resume")["is"] == "ok"
    assert anna.state(game)["clock"]["running"] == "black"


def test_a_clock_that_runs_out_ends_the_game(anna: Visitor) -> None:
    game = anna.new_game(white="you", clock={"move": 1})
    with anna.watch(game) as socket:
        state = socket.read()
        assert state["clock"]["running"] == "black"
        assert 0 < state["clock"]["black_ms"] <= 1000
        ended = socket.read_until(**{"is": "state"})
    assert ended["game"]["result"]["ending"] == "timeout"
    assert ended["game"]["result"]["winner"] == "white"
    assert anna.do(game, "move", point="h8")["code"] == "game-over"


def test_a_rematch_changes_seats(anna: Visitor) -> None:
    game = play_here(anna, BLACK_WINS)
    answer = anna.do(game, "rematch")
    assert answer["is"] == "ok"
    assert anna.state(game)["next"] == answer["next"]
    assert anna.do(game, "rematch")["next"] == answer["next"]
    bot_game = anna.new_game()
    anna.do(bot_game, "resign")
    new = anna.do(bot_game, "rematch")["next"]
    assert anna.state(new)["you"] == ["white"]
    assert anna.state(new)["seats"]["black"]["name"] == "greedy"


def test_swap2_from_both_sides(anna: Visitor) -> None:
    game = anna.new_game(opening="swap2")
    state = anna.state(game)
    assert (state["game"]["phase"], state["game"]["place"], state["game"]["settled"]) == (
        "place",
        3,
        False,
    )
    assert anna.do(game, "place", points=["h8", "h8", "i9"])["code"] == "occupied"
    assert anna.state(game)["game"]["moves"] == []
    assert anna.do(game, "place", points=["h8", "i9", "g10"])["is"] == "ok"
    state = anna.wait_for_turn(game)
    assert state["game"]["moves"][3] == "take-white"
    assert state["game"]["settled"]
    other = anna.new_game(opening="swap2", black="greedy", white="you")
    state = anna.wait_for_turn(other, "white")
    assert state["game"]["phase"] == "choose"
    assert state["game"]["choices"] == ["take-black", "take-white", "place-two"]
    assert anna.do(other, "choose", choice="place-two")["is"] == "ok"
    assert anna.state(other)["game"]["place"] == 2
    assert anna.do(other, "place", points=["a1", "b2"])["is"] == "ok"


def test_traps_take_the_stone_and_blocked_points_refuse_it(anna: Visitor) -> None:
    game = anna.new_game(white="you", traps=["h8"], blocked=["i9"])
    assert anna.do(game, "move", point="i9")["is"] == "error"
    assert anna.do(game, "move", point="h8")["is"] == "ok"
    state = anna.state(game)
    assert (state["game"]["traps"], state["game"]["turn"]) == (["h8"], "white")


def test_the_records_of_a_game_can_be_downloaded(anna: Visitor) -> None:
    game = play_here(anna, BLACK_WINS)
    sgf = anna.get(f"/api/games/{game}/record.sgf")
    assert sgf.headers["content-disposition"] == f'attachment; filename="tengen-{game}.sgf"'
    assert sgf.text.startswith("(;")
    assert "RE[B+" in sgf.text
    svg = anna.get(f"/api/games/{game}/record.svg", params={"theme": "dark"})
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in svg.text
    png = anna.get(f"/api/games/{game}/record.png")
    assert png.content.startswith(b"\x89PNG")
    assert anna.get(f"/api/games/{game}/record.exe").status_code == 422


def test_lists_can_be_filtered_and_paged(bert: Visitor) -> None:
    games = [play_here(bert, BLACK_WINS, rule=rule) for rule in ("renju", "caro", "renju")]
    running = bert.new_game()

    def ids(**query: object) -> list[str]:
        return [row["id"] for row in bert.get("/api/games", params=query).json()["games"]]

    assert ids() == [running, *reversed(games)]
    assert ids(rule="renju") == [games[2], games[0]]
    assert ids(state="running") == ids(result="running") == [running]
    assert ids(result="black", limit=2) == [games[2], games[1]]
    assert ids(result="white") == ids(opponent="nobody") == ids(whose="arena") == []
    assert ids(opponent="greedy") == [running]
    page = bert.get("/api/games", params={"limit": 2}).json()
    assert page["total"] == 4
    assert ids(limit=2, before=page["next"]) == ids(limit=2, offset=2) == [games[1], games[0]]


def test_what_a_new_game_can_be_made_of(anna: Visitor) -> None:
    setup = anna.get("/api/setup").json()
    bots = {row["name"]: row for row in setup["opponents"]}
    assert [row["level"] for row in setup["opponents"][:20]] == list(range(1, 21))
    assert bots["trapper"]["refuses"]["sizes"]["19"]
    assert bots["greedy"]["refuses"] == {"rules": {}, "sizes": {}, "blocked": None, "traps": None}
    assert setup["local_only"] is True
    assert "swap2" in setup["openings"]


def test_every_page_is_there_in_the_language_of_the_reader(shared: Server, anna: Visitor) -> None:
    game = anna.new_game()
    for path in ("/", f"/g/{game}", "/games", "/bots", "/help", "/api"):
        page = anna.get(path, headers={"Accept-Language": "zh-CN,en;q=0.5"})
        assert page.status_code == 200, path
        assert '<html lang="zh-CN"' in page.text
        assert page.headers["cache-control"] == "no-store"
        assert "script-src" not in page.headers["content-security-policy"]
        assert page.headers["content-security-policy"].startswith("default-src 'self'")
    html = {"Accept": "text/html"}
    assert anna.get("/g/nothing", headers=html).status_code == 404
    assert anna.get("/nothing", headers=html).headers["content-type"].startswith("text/html")
    assert anna.get("/api/nothing").json()["code"] == "not-found"


def test_static_files_are_kept_for_ever_under_their_version_only(anna: Visitor) -> None:
    page = anna.get("/").text
    start = page.index("/static/")
    file = page[start : page.index('"', start)]
    assert "immutable" in anna.get(file).headers["cache-control"]
    other = "/static/other/" + file.split("/", 3)[3]
    assert anna.get(other).headers["cache-control"] == "no-store"
    for path in ("/static/x/../app.py", "/static/x/%2e%2e/app.py", "/static/x/..%2fapp.py"):
        assert httpx.get(anna.server.address + path).status_code == 404
