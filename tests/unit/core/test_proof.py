"""Proofs as data, and the checker that believes none of them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import board, marked, snapshot, the_point
from tengen.core.board import Board
from tengen.core.geometry import PASS, Color, Point
from tengen.core.proof import (
    MAX_PLIES,
    Proof,
    check_proof,
    proof_from_plain,
    proof_to_plain,
)
from tengen.core.rules import RULES
from tengen.errors import IllegalMove, InvalidText

FREESTYLE, RENJU, CARO = RULES["freestyle"], RULES["renju"], RULES["caro"]

OPEN_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . a X X X w b .
    . . . . . . . . .
    . . . O . O . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def open_four(diagram: str = OPEN_THREE) -> Proof:
    """The four on `w`, and five on `a` unless that is taken, then on `b`."""
    four, left, right = (the_point(diagram, mark) for mark in "wab")
    return Proof(four, {left: Proof(right)}, Proof(left))


def refusal(position: Board, proof: Proof, rule: str = "freestyle") -> str:
    """Why the checker refuses, which must not depend on its shortcuts."""
    codes = set()
    for shortcuts in (True, False):
        before = snapshot(position)
        with pytest.raises(IllegalMove) as refused:
            check_proof(position, RULES[rule], proof, shortcuts=shortcuts)
        assert snapshot(position) == before
        assert str(refused.value).startswith(("the proof fails after", "the game is", "a line of"))
        codes.add(refused.value.code)
    (code,) = codes
    return code


def test_a_move_that_makes_five_is_a_proof() -> None:
    position = board(OPEN_THREE)
    position.put(the_point(OPEN_THREE, "a"), Color.BLACK)
    assert check_proof(position, FREESTYLE, Proof(the_point(OPEN_THREE, "w"))) == 1


def test_an_open_four_is_proved_in_three_plies_and_the_board_left_alone() -> None:
    position = board(OPEN_THREE)
    before = snapshot(position)
    for shortcuts in (True, False):
        assert check_proof(position, FREESTYLE, open_four(), shortcuts=shortcuts) == 3
    assert snapshot(position) == before


def test_a_proof_without_its_reply_is_refused() -> None:
    proof = open_four()
    assert refusal(board(OPEN_THREE), Proof(proof.move, {}, proof.otherwise)) == "illegal-attack"


def test_a_proof_without_otherwise_is_refused() -> None:
    proof = open_four()
    assert refusal(board(OPEN_THREE), Proof(proof.move, proof.replies)) == "no-answer"


def test_a_move_that_does_not_win_needs_more() -> None:
    assert refusal(board(OPEN_THREE), Proof(the_point(OPEN_THREE, "w"))) == "no-answer"


def test_an_occupied_point_a_pass_and_a_point_off_the_board_are_no_moves() -> None:
    for move in (Point(3, 4), PASS, Point(9, 0), Point(-1, 3)):
        assert refusal(board(OPEN_THREE), Proof(move)) == "illegal-attack"


def test_a_five_of_the_defender_refutes_however_far_away_it_is() -> None:
    position = board(OPEN_THREE)
    for x in range(4):
        position.put(Point(x, 0), Color.WHITE)
    assert refusal(position, open_four()) == "refuted"
    position.put(Point(4, 0), Color.BLACK)
    assert check_proof(position, FREESTYLE, open_four()) == 3


def test_a_four_of_the_defender_refutes_a_three_that_does_not_answer_it() -> None:
    # Black's p makes a three; White's x makes a four, and five before Black's.
    diagram = """
        . . . . . . . . . . .
        . O O O x y . . . . .
        X . . . . . . . . . .
        . . . . . . . . . . .
        . . . a b X X p w c .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """
    a, b, c, p, w = (the_point(diagram, mark) for mark in "abcpw")
    right = Proof(w, {b: Proof(c)}, Proof(b))
    left = Proof(b, {a: Proof(w)}, Proof(a))
    proof = Proof(p, {w: left, b: right, c: left}, right)
    assert refusal(board(diagram), proof) in ("refuted", "no-answer", "illegal-attack")


def test_a_finished_game_has_nothing_to_prove() -> None:
    position = board(OPEN_THREE)
    for mark in "aw":
        position.put(the_point(OPEN_THREE, mark), Color.BLACK)
    assert refusal(position, open_four()) == "game-over"


def test_a_line_longer_than_any_board_is_refused() -> None:
    proof = Proof(Point(0, 0))
    for _ in range(MAX_PLIES):
        proof = Proof(Point(0, 0), {}, proof)
    assert refusal(board(OPEN_THREE), proof) == "long-proof"


def test_a_forbidden_move_is_no_attack() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . p X X . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    proof = Proof(the_point(diagram), {}, Proof(Point(0, 0)))
    assert refusal(board(diagram), proof, "renju") == "illegal-attack"


def test_a_defence_that_is_forbidden_needs_no_answer() -> None:
    # White's four on w can only be stopped on p, where Black would make six.
    diagram = """
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        X O O p O w . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    proof = Proof(the_point(diagram, "w"), {}, Proof(the_point(diagram)))
    position = board(diagram, turn=Color.WHITE)
    assert check_proof(position, RENJU, proof) == 3
    assert refusal(position, proof, "freestyle") in ("illegal-attack", "refuted")


def test_in_caro_the_point_beyond_the_five_must_be_answered_too() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O X X X w a b . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    four, five, beyond = (the_point(diagram, mark) for mark in "wab")
    # Whatever answers a, b closes the five that a makes, so a proof must not pass over it.
    proof = Proof(four, {five: Proof(beyond)}, Proof(five))
    assert refusal(board(diagram), proof, "caro") in ("no-answer", "illegal-attack")


def test_a_trap_is_a_reply_that_does_nothing() -> None:
    diagram = OPEN_THREE.replace(". . . . . . . . .", "* . . . . . . . *", 1)
    for shortcuts in (True, False):
        assert check_proof(board(diagram), FREESTYLE, open_four(), shortcuts=shortcuts) == 3
    proof = open_four()
    points = [Point(x, y) for x in range(9) for y in range(9)]
    listed = {
        p: Proof(proof.replies[p].move if p in proof.replies else Point(2, 4)) for p in points
    }
    traps = marked(diagram.replace("*", "t"), "t")
    missing = {p: listed[p] for p in points if p not in traps}
    assert check_proof(board(diagram), FREESTYLE, Proof(proof.move, listed)) == 3
    assert refusal(board(diagram), Proof(proof.move, missing)) == "no-answer"


def test_plies_are_those_of_the_longest_line() -> None:
    five = Proof(Point(0, 0))
    assert five.plies == 1
    longer = Proof(Point(1, 1), {Point(2, 2): Proof(Point(3, 3), {}, five)}, five)
    assert (longer.plies, longer.node_count) == (5, 3)


def test_plain_data_keeps_the_nodes_once_and_goes_through_json() -> None:
    proof = open_four()
    shared = Proof(Point(0, 0), {Point(1, 1): proof, Point(2, 2): proof}, proof)
    plain = json.loads(json.dumps(proof_to_plain(shared)))
    assert plain == {
        "nodes": [[7, 4], [2, 4], [6, 4, [[2, 4, 0]], 1], [0, 0, [[1, 1, 2], [2, 2, 2]], 2]]
    }
    again = proof_from_plain(plain)
    assert proof_to_plain(again) == plain
    assert again.otherwise is again.replies[Point(1, 1)]


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        {},
        {"nodes": []},
        {"nodes": [[1]]},
        {"nodes": [["1", 2]]},
        {"nodes": [[True, 2]]},
        {"nodes": [[1.0, 2]]},
        {"nodes": [[26, 2]]},
        {"nodes": [[-1, -1]]},
        {"nodes": [[1, 2, 3]]},
        {"nodes": [[1, 2, [[0, 0, 0]]]]},
        {"nodes": [[1, 2], [1, 2, [[0, 0, -1]]]]},
        {"nodes": [[1, 2], [1, 2, [[0, 0, 0], [0, 0, 0]]]]},
        {"nodes": [[1, 2], [1, 2, [], 1]]},
        {"nodes": [[1, 2], [1, 2, [], None]]},
        {"nodes": [[1, 2], [1, 2, [], 0, 0]]},
    ],
)
def test_bad_plain_data_is_refused_in_one_sentence(plain: object) -> None:
    with pytest.raises(InvalidText) as refused:
        proof_from_plain(plain)
    assert "\n" not in str(refused.value)


numbers = st.one_of(st.integers(-2, 30), st.booleans(), st.none(), st.floats(), st.text(max_size=3))
rows = st.recursive(numbers, lambda inner: st.lists(inner, max_size=4), max_leaves=12)
nearly = st.tuples(
    st.integers(-1, 27), st.integers(-1, 27), st.lists(st.lists(numbers, max_size=4)), numbers
).map(list)


@settings(max_examples=300, deadline=None)
@given(st.one_of(rows, st.fixed_dictionaries({"nodes": st.lists(st.one_of(rows, nearly))})))
def test_any_plain_data_is_a_proof_or_invalid_text(plain: object) -> None:
    try:
        proof = proof_from_plain(plain)
    except InvalidText:
        return
    assert proof_from_plain(proof_to_plain(proof)).plies == proof.plies
    with pytest.raises(IllegalMove):
        check_proof(Board(9), FREESTYLE, proof)
