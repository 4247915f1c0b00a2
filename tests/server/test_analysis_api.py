"""Positions, analyses, proofs and shared trees over the real API."""

import contextlib

import pytest

from webserver import Server, Visitor

WON = "h8a1i8a2j8a3k8a4l8"


@pytest.mark.parametrize(
    ("text", "recognised", "moves"),
    [
        ("h8i9g7", "pos", ["h8", "i9", "g7"]),
        ("rule:renju_moves:h8i9", "setup", ["h8", "i9"]),
        ("(;GM[4]SZ[15];B[hh];W[ig])", "sgf", ["h8", "i9"]),
        ("", "empty", []),
    ],
)
def test_any_text_that_describes_a_position_is_read(
    anna: Visitor, text: str, recognised: str, moves: list[str]
) -> None:
    answer = anna.post("/api/positions", {"position": text}).json()
    assert (answer["recognised"], answer["game"]["moves"]) == (recognised, moves)
    assert (
        anna.post("/api/positions", {"position": answer["position"]}).json()["game"]
        == (answer["game"])
    )


def test_a_position_comes_with_what_the_rules_say(anna: Visitor) -> None:
    position = "rule:renju_moves:f8a1g8a15h6o1h7o15"
    scene = anna.post("/api/positions", {"position": position}).json()["scene"]
    assert scene["forbidden"] == {"h8": "3-3"}
    over = anna.post("/api/positions", {"position": WON}).json()
    assert over["game"]["result"]["winner"] == "black"
    assert over["scene"]["line"] == ["h8", "i8", "j8", "k8", "l8"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"position": "h8h8"}, 422),
        ({"position": "h8", "size": 4}, 422),
        ({"position": "what is this"}, 422),
        ({"position": "\x00\x01binary"}, 422),
        ({"position": "h8" * 10_000}, 422),
        ({"position": "h8", "rule": "chess"}, 422),
        ({"position": "x" * 1_000_001}, 422),
        ({"position": "x" * 3_000_000}, 413),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(
    anna: Visitor, body: dict[str, object], status: int
) -> None:
    answer = anna.post("/api/positions", body)
    assert answer.status_code == status, answer.text[:200]
    assert len(answer.json()["text"]) < 400


def test_an_analysis_streams_lines_and_ends_when_it_is_stopped(anna: Visitor) -> None:
    study = anna.post("/api/analyses", {"position": "h8i9g7", "lines": 2})
    assert study.status_code == 201
    with anna.socket(f"/api/analyses/{study.json()['id']}") as socket:
        info = socket.read_until(**{"is": "info"})
        while info["depth"] < 4:
            info = socket.read_until(**{"is": "info"})
        assert len(info["lines"]) == 2
        assert info["job"] == study.json()["id"]
        assert info["lines"][0]["moves"]
        assert anna.http.delete(study.json()["url"]).status_code == 204
        assert socket.read_until(**{"is": "done"})["reason"] == "stopped"


def test_a_second_analysis_displaces_the_first_one_of_the_same_visitor(
    anna: Visitor, bert: Visitor
) -> None:
    first = anna.post("/api/analyses", {"position": "h8i9"}).json()
    other = bert.post("/api/analyses", {"position": "h8i9"}).json()
    with anna.socket(first["url"]) as socket, bert.socket(other["url"]) as apart:
        second = anna.post("/api/analyses", {"position": "h8i9g7"}).json()
        assert socket.read_until(**{"is": "done"})["reason"] == "displaced"
        apart.read_until(**{"is": "info"})
        assert bert.http.delete(second["url"]).status_code == 404
        with bert.socket(second["url"]) as stolen:
            assert stolen.closed()[0] == 4404
    anna.http.delete(second["url"])
    bert.http.delete(other["url"])


def test_an_analysis_of_a_finished_game_says_that_there_is_no_move(anna: Visitor) -> None:
    study = anna.post("/api/analyses", {"position": WON}).json()
    with anna.socket(study["url"]) as socket:
        assert socket.read_until(**{"is": "done"})["reason"] == "no-move"


def test_a_forced_win_comes_as_a_proof_that_can_be_walked(anna: Visitor) -> None:
    answer = anna.post("/api/proofs", {"position": "h8a1i8a15j8o1", "seconds": 5}).json()
    assert (answer["verdict"], answer["line"][0]) in [("win", "g8"), ("win", "k8")]
    nodes = answer["proof"]["nodes"]
    node = nodes[answer["proof"]["root"]]
    assert node["move"] == answer["line"][0]
    while node["replies"] or node["otherwise"] is not None:
        numbers = [*node["replies"].values(), node["otherwise"]]
        node = nodes[next(number for number in numbers if number is not None)]
    assert anna.post("/api/proofs", {"position": "h8i9", "seconds": 1}).json()["verdict"] in (
        "no win",
        "unknown",
    )


def test_the_engine_gives_no_help_in_a_running_game_between_people(
    anna: Visitor, bert: Visitor
) -> None:
    game = anna.new_game(white="open")
    bert.post(f"/api/games/{game}/seat", {"seat": "white"})
    anna.do(game, "move", point="h8")
    for path in ("/api/analyses", "/api/proofs"):
        answer = bert.post(path, {"position": "h8"})
        assert answer.json()["code"] == "game-running", answer.text
    bert.do(game, "resign")
    assert bert.post("/api/proofs", {"position": "h8", "seconds": 0.1}).status_code == 200


def test_a_tree_is_shared_by_its_address(anna: Visitor, bert: Visitor) -> None:
    sgf = "(;GM[4]SZ[15];B[hh](;W[ig]C[good])(;W[gg]))"
    shared = anna.post("/api/trees", {"sgf": sgf})
    assert shared.status_code == 201
    assert shared.json()["url"] == f"/a/t/{shared.json()['id']}"
    found = bert.get(f"/api/trees/{shared.json()['id']}").json()["sgf"]
    assert "C[good]" in found
    assert bert.get("/api/trees/nothing").status_code == 404
    assert anna.post("/api/trees", {"sgf": "(;GM[1]SZ[19]"}).status_code == 422


@pytest.mark.soak
def test_two_hundred_analyses_at_once_are_told_and_the_next_begins_when_one_ends(
    own: Server,
) -> None:
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(own.visitor()) for _ in range(200)]
        urls = []
        for visitor in crowd:
            visitor.get("/api/health")
            study = visitor.post("/api/analyses", {"position": "h8i9g7", "lines": 1})
            assert study.status_code == 201, study.text
            urls.append(study.json()["url"])
            stack.enter_context(visitor.socket(urls[-1]))
        late = stack.enter_context(own.visitor())
        late.get("/api/health")
        refused = late.post("/api/analyses", {"position": "h8i9"})
        assert refused.status_code == 429
        assert refused.json()["text"] == "200 analyses are running; try later"
        assert late.post("/api/positions", {"position": "h8i9"}).status_code == 200
        assert crowd[7].http.delete(urls[7]).status_code == 204
        begun = late.post("/api/analyses", {"position": "h8i9"})
        assert begun.status_code == 201
        with late.socket(begun.json()["url"]) as socket:
            assert socket.read_until(**{"is": "note"})["place"] > 1
