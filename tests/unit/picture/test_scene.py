"""Scenes: what is drawn of a game, and what is left out so that the board stays readable."""

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Color, Point, parse_point
from tengen.core.score import Candidate, Info, Line, Score
from tengen.errors import InvalidText
from tengen.picture.scene import (
    CandidateMark,
    Scene,
    Show,
    Stone,
    candidate_marks,
    scene_of,
    with_info,
)


def played(moves: str, **options: object) -> Game:
    """Return a game after these moves."""
    game = Game(**options)  # type: ignore[arg-type]
    for move in moves.split():
        game.play(move)
    return game


def at(text: str, size: int = 15) -> Point:
    """Return the point of a text."""
    return parse_point(text, size)


def info(*lines: tuple[str, Score]) -> Info:
    """Return a report with these first moves."""
    made = tuple(Line(score, (at(move),)) for move, score in lines)
    return Info(1, 1, 1.0, made, tuple(Candidate(line.moves[0], line.score) for line in made))


def test_stones_come_in_the_order_of_play_with_numbers_if_wanted() -> None:
    game = played("h8 i9 g7")
    assert (scene_of(game).numbers, scene_of(game, numbers=True).numbers) == (False, True)
    assert scene_of(game, numbers=True).stones == (
        Stone(at("h8"), Color.BLACK, 1),
        Stone(at("i9"), Color.WHITE, 2),
        Stone(at("g7"), Color.BLACK, 3),
    )
    assert scene_of(game).last == at("g7")


def test_a_stone_in_a_trap_is_not_drawn_but_counted_and_was_the_last_move() -> None:
    game = played("h8 c3", traps=["c3"])
    scene = scene_of(game, numbers=True)
    assert scene.stones == (Stone(at("h8"), Color.BLACK, 1),)
    assert (scene.last, scene.traps) == (at("c3"), (at("c3"),))
    game.play("d4")
    assert scene_of(game, numbers=True).stones[-1] == Stone(at("d4"), Color.BLACK, 3)


def test_a_won_game_shows_its_row_and_neither_threats_nor_forbidden_points() -> None:
    game = played("h8 h9 i8 i9 g8 g9 f8 f9 e8", rule="renju")
    scene = scene_of(game, threats=Show.ALL, forbidden=Show.ALL)
    assert scene.line == tuple(map(at, ("e8", "f8", "g8", "h8", "i8")))
    assert (scene.threats, scene.forbidden) == ((), {})


def test_any_four_hides_all_threes_unless_all_are_wanted() -> None:
    # Black has the three h8-j8, White the four c3-f3 closed by the black g3.
    game = played("h8 c3 i8 d3 j8 e3 g3 f3")
    usual, everything = (
        [str(threat.kind) for threat in scene_of(game, threats=show).threats]
        for show in (Show.USUAL, Show.ALL)
    )
    assert usual == ["four"]
    assert everything == ["four", "three"]
    assert scene_of(game, threats=Show.NONE).threats == ()


def test_threes_are_shown_while_nobody_has_a_four() -> None:
    game = played("h8 c3 i8 d3 j8")
    assert [str(threat.kind) for threat in scene_of(game).threats] == ["three"]


def test_forbidden_points_are_shown_while_black_is_to_move() -> None:
    game = played("h8 a1 i8 a3 j9 a5 j10 a7", rule="renju")
    assert scene_of(game).forbidden == {at("j8"): "3-3"}
    game.play("o1")
    assert scene_of(game).forbidden == {}
    assert scene_of(game, forbidden=Show.ALL).forbidden == {at("j8"): "3-3"}
    assert scene_of(game, forbidden=Show.NONE).forbidden == {}


def test_candidates_are_coloured_by_what_they_lose_and_the_worst_left_out() -> None:
    report = info(
        ("h8", Score.value(144)),
        ("h9", Score.value(130)),
        ("h10", Score.value(100)),
        ("h11", Score.value(60)),
        ("h12", Score.value(-200)),
    )
    assert candidate_marks(report) == (
        CandidateMark(at("h8"), "63", "best"),
        CandidateMark(at("h9"), "62", "best"),
        CandidateMark(at("h10"), "59", "good"),
        CandidateMark(at("h11"), "56", "doubtful"),
    )


def test_proven_scores_are_written_with_their_letter() -> None:
    assert candidate_marks(info(("h8", Score.win(7))))[0].text == "W7"
    assert candidate_marks(info(("h8", Score.loss(4))))[0].text == "L4"


def test_at_most_five_candidates_are_drawn() -> None:
    report = info(*((f"h{n}", Score.value(0)) for n in range(1, 9)))
    assert len(candidate_marks(report)) == 5


def test_heat_is_one_at_the_best_move_and_nothing_at_lost_ones() -> None:
    report = info(("h8", Score.value(0)), ("h9", Score.value(-100)), ("h10", Score.loss(4)))
    scene = with_info(scene_of(Game()), report, heat=True)
    assert scene.heat[at("h8")] == 1
    assert 0 < scene.heat[at("h9")] < 1
    assert at("h10") not in scene.heat
    assert with_info(scene, report).heat == {}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"size": 4}, "size 4 is not possible"),
        ({"rotate": 4}, "0 to 3 quarter turns"),
        ({"size": 9, "last": Point(9, 0)}, "off the board"),
        ({"stones": (Stone(Point(-1, -1), Color.BLACK),)}, "off the board"),
        ({"candidates": (CandidateMark(Point(0, 0), "1", "bad"),)}, "best, good or doubtful"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        Scene(**wrong)  # type: ignore[arg-type]
