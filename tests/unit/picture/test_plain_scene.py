"""Scenes as JSON: what is written is read again, and nonsense is refused by one error."""

import copy
import json
import random
from typing import Any

import pytest

from scenes import thirty_scenes
from tengen.errors import InvalidText
from tengen.picture.plain import scene_from_plain, scene_to_plain
from tengen.picture.scene import Scene

NONSENSE: list[Any] = [None, 7, -1, 1e99, True, "h8", "z99", "", [], [[]], {}, {"at": 3}, [None]]


@pytest.mark.parametrize("scene", thirty_scenes())
def test_a_scene_survives_json(scene: Scene) -> None:
    assert scene_from_plain(json.loads(json.dumps(scene_to_plain(scene)))) == scene


def test_what_is_usual_is_not_written() -> None:
    assert scene_to_plain(Scene(size=9)) == {"size": 9, "turn": "black"}


@pytest.mark.parametrize("plain", [None, [], "scene", 7, {"colour": 1}, {"size": "9"}, {1: 2}])
def test_what_is_no_scene_is_refused(plain: object) -> None:
    with pytest.raises(InvalidText):
        scene_from_plain(plain)


def test_planted_nonsense_is_read_or_refused_but_never_falls_through() -> None:
    rng = random.Random(7)
    plain = [scene_to_plain(scene) for scene in thirty_scenes()]
    refused = 0
    for _ in range(3000):
        scene = copy.deepcopy(rng.choice(plain))
        place: Any = scene
        while isinstance(place, dict | list) and place:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if rng.random() < 0.4:
                place[key] = rng.choice(NONSENSE)
                break
            place = place[key]
        try:
            assert isinstance(scene_from_plain(scene), Scene)
        except InvalidText:
            refused += 1
    assert refused > 500
