"""The engine as a bot: its options, its memory, stops, pondering, and what it tells."""

import threading
import time

import pytest

from tengen import Choice, Game, InvalidText, Limit, Point, Setup
from tengen.bots import bot_options, find_bot
from tengen.engine.weights import FOLDER

MEGABYTE = 1 << 20
PATIENCE = 30.0
"""Seconds within which a busy machine does anything."""


def fight() -> Game:
    game = Game()
    for move in ("h8", "i9", "j7", "g10"):
        game.play(move)
    return game


def test_every_option_has_a_sentence_and_the_default_is_accepted() -> None:
    names = [option.name for option in bot_options("tengen")]
    assert names == [
        "threads",
        "memory",
        "hash_size",
        "weights",
        "network",
        "parameters",
        "reserve",
        "ponder",
        "can_pass",
        "seed",
    ]
    assert all(option.help for option in bot_options("tengen"))
    assert find_bot("tengen").name == "tengen"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"memory": 1}, "a memory of 1 bytes is too small for 1 threads; give 56623104 or more"),
        ({"memory": 64 * MEGABYTE, "threads": 64}, "too small for 64 threads; give 320"),
        ({"memory": 0}, "memory cannot be 0"),
        ({"hash_size": 0}, "hash_size cannot be 0"),
        ({"ponder": "perhaps"}, "ponder cannot be 'perhaps'; give yes or no"),
        ({"reserve": -1}, "reserve cannot be -1"),
        ({"contempt": 5}, "tengen has no option 'contempt'; it has threads"),
        ({"parameters": "no_such:1"}, "'no_such:1' cannot be set"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        find_bot("tengen", **options)


def test_without_the_network_patterns_alone_judge() -> None:
    scores = []
    for network in (True, False):
        search = find_bot("tengen", network=network).search
        assert search is not None
        scores.append(search(fight(), Limit(depth=1), 1).lines[0].score)
    assert scores[0] != scores[1]


def test_a_bad_file_of_weights_is_an_error_of_the_first_move() -> None:
    bot = find_bot("tengen", weights="/no/such/file")
    with pytest.raises(InvalidText, match="/no/such/file: No such file"):
        bot.new_game(Setup(), None)
    with pytest.raises(InvalidText, match="/no/such/file: No such file"):
        bot.choose(fight(), Limit(nodes=10))


def test_weights_of_another_rule_may_wait_for_a_host_to_name_it() -> None:
    bot = find_bot("tengen", weights=str(FOLDER / "renju.bin"))
    bot.new_game(Setup(), None)
    with pytest.raises(InvalidText, match="are for another rule"):
        bot.choose(fight(), Limit(nodes=10))
    bot.new_game(Setup(rule="renju"), None)
    assert bot.choose(Game(rule="renju"), Limit(nodes=10)) == Point(7, 7)


@pytest.mark.parametrize("memory", [54 * MEGABYTE, 64 * MEGABYTE, 350 * MEGABYTE])
def test_it_plays_with_little_memory(memory: int) -> None:
    bot = find_bot("tengen", memory=memory, hash_size=1)
    assert bot.choose(fight(), Limit(nodes=500)) in fight().legal_points()


def test_it_tells_what_it_found() -> None:
    bot, game = find_bot("tengen"), fight()
    assert bot.search is not None
    info = bot.search(game, Limit(nodes=2000), 3)
    assert len(info.lines) == 3
    assert info.depth > 1


def test_a_move_that_needs_no_search_has_no_depth() -> None:
    bot = find_bot("tengen")
    assert bot.search is not None
    assert bot.search(Game(), Limit(turn=60.0), 1).depth == 0


def test_more_than_one_line_is_searched_for_from_the_first_move() -> None:
    bot = find_bot("tengen")
    assert bot.search is not None
    assert len(bot.search(Game(), Limit(depth=1), 4).lines) == 4


def test_it_can_be_stopped() -> None:
    bot, game = find_bot("tengen"), fight()
    timer = threading.Timer(0.2, bot.stop)
    timer.start()
    began = time.perf_counter()
    assert bot.choose(game, Limit(turn=600.0)) in game.legal_points()
    assert time.perf_counter() - began < PATIENCE
    timer.join()


def test_a_decision_of_several_searches_can_be_stopped() -> None:
    bot, game = find_bot("tengen"), Game(opening="swap2")
    timer = threading.Timer(0.2, bot.stop)
    timer.start()
    began = time.perf_counter()
    bot.choose(game, Limit(turn=600.0))
    assert time.perf_counter() - began < PATIENCE
    timer.join()


def test_without_any_limit_it_thinks_for_a_second() -> None:
    began = time.perf_counter()
    find_bot("tengen").choose(fight())
    assert time.perf_counter() - began < PATIENCE


def test_it_thinks_in_the_opponents_time_only_when_asked() -> None:
    game, before = fight(), threading.active_count()
    find_bot("tengen").choose(game, Limit(nodes=500))
    assert threading.active_count() == before
    bot = find_bot("tengen", ponder=True)
    game.push(bot.choose(game, Limit(nodes=500)))
    assert threading.active_count() == before + 1
    game.push(game.legal_points()[0])
    assert bot.search is not None
    assert bot.search(game, Limit(nodes=500), 1).nodes >= 500
    bot.new_game(game.setup, None)
    assert threading.active_count() == before


def test_pondering_ends_with_the_bot() -> None:
    before = threading.active_count()
    bot = find_bot("tengen", ponder=True)
    bot.choose(fight(), Limit(nodes=500))
    assert threading.active_count() == before + 1
    del bot
    assert threading.active_count() == before


def test_a_new_game_is_played_like_the_first() -> None:
    bot = find_bot("tengen", seed=1)
    games = []
    for _ in range(2):
        game = Game(9)
        bot.new_game(game.setup, None)
        while game.outcome() is None and len(game.moves) < 12:
            game.push(bot.choose(game, Limit(nodes=800)))
        games.append(game.moves)
    assert games[0] == games[1]


def test_it_goes_through_swap2_by_its_own_judgement() -> None:
    game = Game(opening="swap2")
    for move in ("h8", "a1", "i8"):
        game.play(move)
    assert find_bot("tengen").choose(game, Limit(nodes=3000)) is Choice.TAKE_BLACK
