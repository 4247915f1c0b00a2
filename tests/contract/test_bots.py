"""What every bot promises, asked of each one that the registry finds."""

import re
import threading
import time
from itertools import product

import pytest

from tengen import PASS, RULES, Choice, Color, Game, IllegalMove, Limit, Point, Setup, parse_point
from tengen.bots import Bot, bot_names, bot_options, find_bot

LIMIT = Limit(turn=1.0, nodes=2000)
NODES = Limit(nodes=500)
"""Without a clock, so that a busy machine changes no move."""
HASTE = Limit(turn=1.0, nodes=100)
"""For games that are played to their end."""
GRACE = 1.0
"""Seconds forgiven on a busy machine; a bot that overruns does so by more."""

every_bot = pytest.mark.parametrize("name", bot_names())


def make(name: str, seed: int = 1) -> Bot:
    has_seed = any(option.name == "seed" for option in bot_options(name))
    return find_bot(name, seed=seed) if has_seed else find_bot(name)


def start(bot: Bot, setup: Setup, opening: str = "free") -> Game:
    """Begin a game, or skip the test if the bot says that it does not play this."""
    reason = bot.supports(setup)
    if reason is not None:
        pytest.skip(reason)
    return Game(setup=setup, opening=opening)


def play(bot: Bot, game: Game, moves: int, limit: Limit = LIMIT) -> None:
    """Let the bot play both sides; every move must be legal, or `push` raises."""
    for _ in range(moves):
        if game.outcome() is not None:
            return
        game.push(bot.choose(game, limit))


def everywhere(size: int) -> list[Point]:
    return [Point(x, y) for y in range(size) for x in range(size)]


@every_bot
def test_it_introduces_itself_in_one_sentence(name: str) -> None:
    bot = make(name)
    assert bot.name == name
    assert bot.description.endswith(".")
    assert "\n" not in bot.description
    assert bot.version >= 1


@every_bot
def test_it_tells_its_story_in_two_sentences(name: str) -> None:
    story = make(name).story
    assert len(re.findall(r"[.!?](?= [A-Z]|$)", story)) == 2
    assert story.endswith(".")
    assert "\n" not in story


@every_bot
@pytest.mark.parametrize(("rule", "size"), list(product(RULES, (5, 9, 15))))
def test_it_plays_legal_moves_under_every_rule(name: str, rule: str, size: int) -> None:
    bot = make(name)
    game = start(bot, Setup(size, rule))
    play(bot, game, 90 if size < 15 else 30, HASTE)
    assert game.outcome() is not None or len(game.moves) >= 30


@every_bot
@pytest.mark.parametrize("size", [6, 19, 26])
def test_it_plays_on_other_sizes(name: str, size: int) -> None:
    bot = make(name)
    game = start(bot, Setup(size))
    play(bot, game, 6)
    assert len(game.moves) == 6


@every_bot
@pytest.mark.parametrize(("rule", "size"), [("freestyle", 15), ("renju", 15), ("renju", 26)])
def test_it_answers_in_time(name: str, rule: str, size: int) -> None:
    bot = make(name)
    game = start(bot, Setup(size, rule))
    other = find_bot("random", seed=3)
    for _ in range(5):
        began = time.perf_counter()
        game.push(bot.choose(game, LIMIT))
        assert time.perf_counter() - began < 1.0 + GRACE
        if game.outcome() is None:
            game.push(other.choose(game))


@every_bot
@pytest.mark.parametrize("size", [9, 15])
def test_the_same_seed_plays_the_same_game(name: str, size: int) -> None:
    games = []
    for _ in range(2):
        bot = make(name, seed=5)
        game = start(bot, Setup(size))
        play(bot, game, 20, NODES)
        games.append(game.moves)
    assert games[0] == games[1]


@every_bot
@pytest.mark.parametrize("size", [5, 15])
@pytest.mark.parametrize("special", ["blocked", "stones", "blocked beside stones"])
def test_it_finds_the_one_free_point(name: str, special: str, size: int) -> None:
    bot = make(name)
    points = everywhere(size)
    free = points.pop(7)
    if special == "blocked":
        setup = Setup(size, blocked=points)
    elif special == "stones":
        # Pairs of columns alternate from row to row, so nobody has three in a row.
        black = [p for p in points if (p.x // 2 + p.y) % 2]
        setup = Setup(size, black=black, white=[p for p in points if p not in black])
    else:
        last = points.pop()
        setup = Setup(size, blocked=points, white=[last])
    assert bot.choose(start(bot, setup), LIMIT) == free


@every_bot
def test_a_renju_black_without_a_legal_point_passes(name: str) -> None:
    bot = make(name)
    row = [Point(x, 4) for x in range(1, 8)]
    middle = row.pop(3)
    rest = [p for p in everywhere(9) if p != middle and p not in row]
    game = start(bot, Setup(9, "renju", black=row, blocked=rest))
    assert bot.choose(game, LIMIT) == PASS
    game.push(PASS)
    assert bot.choose(game, LIMIT) in (middle, PASS)


@every_bot
@pytest.mark.parametrize(("size", "points"), [(9, 64), (15, 144)])
def test_it_plays_out_a_board_of_islands(name: str, size: int, points: int) -> None:
    bot = make(name)
    # No island is longer than four, so nobody can win and every point is played.
    walls = [p for p in everywhere(size) if p.x % 5 == 4 or p.y % 5 == 4]
    game = start(bot, Setup(size, blocked=walls))
    play(bot, game, points, HASTE)
    assert len(game.moves) == points
    assert game.outcome() is not None


@every_bot
@pytest.mark.parametrize("size", [7, 15])
def test_it_plays_a_game_with_traps_to_its_end(name: str, size: int) -> None:
    bot = make(name)
    traps = [parse_point(text, size) for text in ("b2", "d4", "f6", "a7")]
    game = start(bot, Setup(size, traps=traps))
    play(bot, game, size * size, HASTE)
    assert game.outcome() is not None


@every_bot
def test_it_explains_the_move_that_it_plays(name: str) -> None:
    bot = make(name)
    game = start(bot, Setup(15))
    if bot.explain is None:
        pytest.skip("it does not say why")
    for text in ["", "h8", "h9", "i9", "g7", "j8", "i8", "k9"]:
        if text:
            game.play(text)
        why = bot.explain(game, NODES)
        assert why.move == bot.choose(game, NODES)
        assert why.because.endswith(".")
        assert all(len(row) == len(why.columns) for row in why.rows)
        assert not why.rows or why.rows[0][0] == why.move


@every_bot
def test_a_stop_from_another_thread_brings_the_move(name: str) -> None:
    bot = make(name)
    game = start(bot, Setup(15))
    for text in ["h8", "i9", "i8", "j8", "h9", "h10", "g8", "f8", "g9", "k7"]:
        game.play(text)
    timer = threading.Timer(0.2, bot.stop)
    timer.start()
    began = time.perf_counter()
    game.push(bot.choose(game, Limit(turn=60)))
    timer.join()
    assert time.perf_counter() - began < 0.2 + 2 * GRACE


@every_bot
@pytest.mark.parametrize("turn", list(Color))
@pytest.mark.parametrize("rule", RULES)
def test_it_plays_on_from_a_set_up_position(name: str, rule: str, turn: Color) -> None:
    bot = make(name)
    black = [parse_point(text, 15) for text in ("h8", "i9", "j8", "g6", "o1")]
    white = [parse_point(text, 15) for text in ("h9", "i8", "a15")]
    game = start(bot, Setup(15, rule, black=black, white=white, turn=turn))
    play(bot, game, 4)
    assert len(game.moves) == 4


@every_bot
@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_it_goes_through_the_opening_procedures(name: str, opening: str) -> None:
    bot = make(name)
    game = start(bot, Setup(15), opening)
    play(bot, game, 8)
    assert len(game.moves) == 8
    assert any(isinstance(move, Choice) for move in game.moves)


@every_bot
def test_it_refuses_a_finished_game(name: str) -> None:
    bot = make(name)
    game = start(bot, Setup(15))
    for text in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]:
        game.play(text)
    with pytest.raises(IllegalMove, match=r"the game is over: black wins: five in a row h8-l8"):
        bot.choose(game, LIMIT)


@every_bot
@pytest.mark.parametrize("rule", RULES)
def test_it_leaves_the_game_as_it_was(name: str, rule: str) -> None:
    bot = make(name)
    game = start(bot, Setup(15, rule))
    for text in ["h8", "h9", "i9", "g7", "j8", "i8", "k9"]:
        game.play(text)
    game.undo()
    before = game.board.key, game.moves, game.board.moves, game.turn, repr(game.board)
    bot.choose(game, LIMIT)
    assert (game.board.key, game.moves, game.board.moves, game.turn, repr(game.board)) == before
    assert game.format_move(game.redo()) == "k9"
