"""The levels: alike for a seed, held back in sight and judgement, and never foolish."""

import random
from itertools import pairwise

import pytest

from novice import choose as novice
from tengen import Color, Game, InvalidText, Limit, Point
from tengen.bots import Bot, find_bot
from tengen.bots.level import LEVELS, NAMES
from tengen.notation import parse_position

HELD_BACK = NAMES[:-1]
QUICK = 50_000
"""Nodes that take well under a tenth of a second."""

OPEN_THREE = """
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . O . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . X X X . . . . . .
. . . . . . . O . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
"""
STOPS = {Point(x, 7) for x in (4, 5, 9, 10)}

OWN_FOUR = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . X . . . . .
. . . X . . . . .
. O O O O . . . .
. . . X . . . . .
. . . . . . X . .
. . . . . . . X .
"""
FIVES = {Point(0, 5), Point(5, 5)}


def stops_the_three(name: str, seed: int) -> bool:
    return find_bot(name, seed=seed).choose(parse_position(OPEN_THREE)) in STOPS


def self_play(name: str, seed: int, moves: int) -> Game:
    bot, game = find_bot(name, seed=seed), Game()
    while len(game.moves) < moves and game.outcome() is None:
        game.push(bot.choose(game))
    return game


def novice_wins(games: int) -> int:
    """Count the games that the novice wins against level 1, with both colours."""
    won = 0
    for number in range(games):
        level, game = find_bot("level-1", seed=number), Game()
        colour = Color(number % 2)
        for point in random.Random(number).sample(MIDDLE, 2):
            game.push(point)
        while game.outcome() is None:
            game.push(novice(game) if game.turn is colour else level.choose(game))
        outcome = game.outcome()
        won += outcome is not None and outcome.winner is colour
    return won


MIDDLE = [Point(x, y) for x in range(5, 10) for y in range(5, 10)]


def test_there_are_twenty_each_with_a_sentence_of_its_own() -> None:
    sentences = [find_bot(name).description for name in NAMES]
    assert tuple(f"level-{n}" for n in range(1, 21)) == NAMES
    assert len(set(sentences)) == 20
    assert all(s[0].isupper() and s.endswith(".") and s.count(".") == 1 for s in sentences)


def test_no_level_sees_less_or_wavers_more_than_the_one_below() -> None:
    for low, high in pairwise(level for level in LEVELS if level.nodes):
        if (high.own is None) == (low.own is None):
            assert high.sight >= low.sight
            assert high.wavering <= low.wavering
            # Who wavers looks at eight lines, and each of them gets a part of the nodes; with the
            # network half of them are worth more than all without it.
            if (high.wavering > 0, high.network) == (low.wavering > 0, low.network):
                assert high.nodes >= low.nodes


def test_the_first_sixteen_search_so_little_that_nobody_waits() -> None:
    assert all(0 < level.nodes <= QUICK for level in LEVELS[:16])


@pytest.mark.parametrize("name", ["level-1", "level-5", "level-9", "level-14"])
def test_an_answer_depends_on_the_seed_and_the_position_alone(name: str) -> None:
    game = self_play("level-3", 1, 9)
    fresh = find_bot(name, seed=7).choose(game)
    busy = find_bot(name, seed=7)
    for seed in (2, 3):
        busy.choose(self_play("level-4", seed, 8))
    assert busy.choose(game) == fresh


def test_other_seeds_and_no_seed_play_other_games() -> None:
    assert len({self_play("level-2", seed, 12).moves for seed in range(5)}) == 5
    bots = [find_bot("level-1") for _ in range(30)]
    assert len({bot.choose(parse_position(OPEN_THREE)) for bot in bots}) > 1


@pytest.mark.parametrize("name", HELD_BACK)
def test_a_five_at_hand_is_always_made(name: str) -> None:
    game = parse_position(OWN_FOUR)
    assert {find_bot(name, seed=seed).choose(game) for seed in range(5)} <= FIVES


def test_the_lowest_level_sees_an_open_three_only_now_and_then() -> None:
    seen = sum(stops_the_three("level-1", seed) for seed in range(30))
    assert 0 < seen < 25


@pytest.mark.parametrize("name", NAMES[4:-1])
def test_from_level_5_on_an_open_three_is_always_stopped(name: str) -> None:
    assert all(stops_the_three(name, seed) for seed in range(5))


def test_stones_are_put_near_stones_however_low_the_level() -> None:
    for seed in range(5):
        moves = [move for move in self_play("level-1", seed, 20).moves if isinstance(move, Point)]
        for number, move in enumerate(moves[1:], 1):
            near = [max(abs(move.x - p.x), abs(move.y - p.y)) for p in moves[:number]]
            assert min(near) <= 3


@pytest.mark.parametrize(
    "text",
    [
        "rule:standard_black:c6_turn:white",
        "rule:renju_black:j3_turn:white",
        "size:20_black:i4_turn:white",
        "rule:standard_traps:a1o15c9m3_moves:f10",
        "rule:renju_traps:a1o15c9m3_moves:k8",
        "black:h8h9_white:i9g7",
        "traps:a1o15c9m3_moves:h8i9g7",
    ],
)
@pytest.mark.parametrize("name", ["level-1", "level-3", "level-5", "level-8"])
def test_set_up_stones_and_traps_are_answered_near_them_too(name: str, text: str) -> None:
    game = parse_position(text)
    stones = [p for color in Color for p in game.board.stones(color)]
    for seed in range(4):
        move = find_bot(name, seed=seed).choose(game)
        assert isinstance(move, Point)
        middle = max(abs(move.x - game.size // 2), abs(move.y - game.size // 2))
        near = min(max(abs(move.x - p.x), abs(move.y - p.y)) for p in stones)
        assert near <= 3 or middle <= 1


@pytest.mark.parametrize("name", ["level-2", "level-5", "level-10", "level-14"])
def test_a_position_is_answered_alike_however_it_came_about(name: str) -> None:
    for seed in range(5):
        played = find_bot(name, seed=seed).choose(parse_position("j10e6i8k5"))
        assert find_bot(name, seed=seed).choose(parse_position("black:j10i8_white:e6k5")) == played


def test_the_last_level_thinks_for_a_second_at_most_and_others_by_nodes() -> None:
    game = Game()
    for move in ("h8", "i9", "g9"):
        game.play(move)
    last, tenth = find_bot("level-20"), find_bot("level-10", seed=1)
    assert last.search is not None
    assert tenth.search is not None
    assert 0.2 < last.search(game, Limit(turn=5.0), 1).seconds < 1.2
    assert tenth.search(game, Limit(), 1).nodes <= 3.5 * LEVELS[9].nodes
    assert tenth.search(game, Limit(nodes=50), 1).nodes <= 150


def test_where_a_rule_has_no_network_more_nodes_make_up_for_it() -> None:
    def nodes(name: str, rule: str) -> int:
        game = Game(rule=rule)
        for move in ("h8", "i9", "g9", "j6"):
            game.play(move)
        bot = find_bot(name, seed=4)
        assert bot.search is not None
        return bot.search(game, Limit(), 1).nodes

    assert nodes("level-13", "caro") > 3 * nodes("level-13", "standard")
    assert nodes("level-12", "caro") < 1.5 * nodes("level-12", "standard")


def test_form_goes_with_the_seed_and_without_one_with_the_game() -> None:
    game = Game()
    for move in ("h8", "i9", "g9"):
        game.play(move)

    def nodes(bot: Bot) -> int:
        assert bot.search is not None
        return bot.search(game, Limit(), 1).nodes

    searched = [nodes(find_bot("level-10", seed=seed)) for seed in range(40)]
    usual = LEVELS[9].nodes
    assert usual / 3.5 < min(searched) < usual / 1.5
    assert usual * 1.5 < max(searched) < usual * 3.5
    seeded, free = find_bot("level-10", seed=3), find_bot("level-10")
    for bot in (seeded, free):
        found = set()
        for _ in range(8):
            bot.new_game(game.setup, None)
            found.add(nodes(bot))
        assert (len(found) == 1) is (bot is seeded)
    free.new_game(game.setup, 3)
    assert nodes(free) == nodes(seeded)


def test_it_tells_the_line_it_plays_first_and_as_many_as_are_asked_for() -> None:
    bot, game = find_bot("level-3", seed=5), parse_position(OPEN_THREE)
    assert bot.search is not None
    info = bot.search(game, Limit(), 3)
    assert info.best == bot.choose(game)
    assert 1 <= len(info.lines) <= 3
    assert bot.search(game, Limit(), 30).best == info.best


def test_it_says_how_far_it_saw_and_how_it_judged() -> None:
    bot, game = find_bot("level-2", seed=5), parse_position(OPEN_THREE)
    assert bot.explain is not None
    why = bot.explain(game, Limit())
    assert why.move == bot.choose(game)
    assert [name for name, _ in why.facts] == [
        "sees its own wins within plies",
        "sees the other side's within plies",
    ]
    assert 1 < len(why.rows) <= 10
    five = bot.explain(parse_position(OWN_FOUR), Limit())
    assert (five.step, five.because) == ("sight", "It sees a five.")


def test_a_novice_beats_the_lowest_level() -> None:
    # Eight games of ten are asked for; of so few some may go astray. The long test is exact.
    assert novice_wins(30) >= 21


@pytest.mark.soak
def test_a_novice_beats_the_lowest_level_in_eight_games_of_ten() -> None:
    assert novice_wins(400) >= 320


@pytest.mark.parametrize(
    ("name", "near"), [("level-0", "level-"), ("level-21", "level-2"), ("level", "level-")]
)
def test_a_level_that_does_not_exist_suggests_others(name: str, near: str) -> None:
    with pytest.raises(InvalidText, match=rf"^there is no bot '{name}'; did you mean .*{near}"):
        find_bot(name)


def test_a_seed_out_of_range_says_the_range() -> None:
    with pytest.raises(InvalidText, match=r"seed cannot be '-1'; give a whole number from 0 to"):
        find_bot("level-3:seed=-1")
