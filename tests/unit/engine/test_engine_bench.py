"""The bench: every position is sound, and its signature is a fact."""

from tengen import RULES, Game
from tengen.engine.bench import POSITIONS, bench_search, weight_hashes


def test_the_positions_are_legal_and_not_over() -> None:
    assert {rule for rule, _, _ in POSITIONS} == set(RULES)
    for rule, size, moves in POSITIONS:
        game = Game(size, rule)
        for move in moves.split():
            game.play(move)
        assert game.outcome() is None


def test_two_runs_have_one_signature() -> None:
    first, second = (list(bench_search(4)) for _ in range(2))
    assert [one.nodes for one in first] == [one.nodes for one in second]
    assert all(0 <= one.first_cuts <= one.cuts for one in first)


def test_every_rule_has_weights_with_a_hash() -> None:
    assert set(weight_hashes()) == set(RULES)
    assert all(weight_hashes().values())
