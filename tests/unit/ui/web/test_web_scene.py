"""What the rules say of a position, as the page gets it."""

from tengen.core.game import Game
from tengen.ui.web.scene import scene_of


def test_a_forbidden_point_comes_with_the_threes_that_forbid_it() -> None:
    game = Game(rule="renju")
    for move in ["g8", "a1", "i8", "a3", "h7", "o15", "h9", "o13"]:
        game.play(move)
    scene = scene_of(game)
    assert scene["forbidden"]
    for point, reason in scene["forbidden"].items():
        why = scene["why"][point]
        assert reason == "3-3"
        assert [threat["kind"] for threat in why] == ["three", "three"]
        assert all(point in threat["stones"] for threat in why)


def test_without_forbidden_points_there_is_nothing_to_explain() -> None:
    assert scene_of(Game(rule="renju"))["why"] == {}
