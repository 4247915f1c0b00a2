"""Plans: which games a run has."""

import json
from collections import Counter

import pytest

from tengen.arena.plan import Job, Plan, name_of
from tengen.arena.player import Entrant
from tengen.arena.sprt import Hypotheses
from tengen.core.limits import Limit
from tengen.errors import InvalidText
from tengen.notation import parse_position

OPENINGS = (((0, 0), (1, 2), (3, 3)), ((7, 7), (8, 8), (9, 6)))


def entrant(name: str, **limits: float) -> Entrant:
    return Entrant(name, ("true",), Limit(**limits))  # type: ignore[arg-type]


def plan(kind: str = "tournament", names: str = "abc", **more: object) -> Plan:
    players = tuple(entrant(name, turn=1.0) for name in names)
    return Plan(kind, players, OPENINGS, **{"games": 4, **more})  # type: ignore[arg-type]


def jobs_of(whole: Plan) -> list[Job]:
    return [whole.job(index) for index in range(whole.total)]


def test_everybody_meets_everybody_with_both_colours_of_each_opening() -> None:
    jobs = jobs_of(plan())
    assert len(jobs) == 3 * 4
    assert [job.index for job in jobs] == list(range(12))
    meetings = Counter((job.first.name, job.second.name, job.position) for job in jobs)
    assert set(meetings.values()) == {1}
    assert Counter(job.first.name for job in jobs) == {"a": 4, "b": 4, "c": 4}


def test_the_two_games_of_a_pair_have_one_opening_and_changed_colours() -> None:
    for pair in range(6):
        one, two = plan().job(2 * pair), plan().job(2 * pair + 1)
        assert one.position == two.position
        assert (one.first, one.second) == (two.second, two.first)


def test_in_a_gauntlet_only_the_first_player_meets_the_others() -> None:
    assert all("a" in (job.first.name, job.second.name) for job in jobs_of(plan("gauntlet")))
    assert plan("gauntlet").total == 8


def test_the_position_of_a_job_has_the_stones_of_its_opening() -> None:
    game = parse_position(plan().job(0).position)
    assert [tuple(point) for point in game.moves if not isinstance(point, str)] == list(OPENINGS[0])


def test_symmetries_come_after_all_openings_were_played_as_they_are() -> None:
    symmetric = plan("match", "ab", games=32, symmetries=True)
    positions = [symmetric.job(index).position for index in range(0, 32, 2)]
    assert len(set(positions)) == 16
    assert positions[:2] == [plan("match", "ab").job(index).position for index in (0, 2)]


def test_players_that_repeat_themselves_play_each_opening_once() -> None:
    players = (entrant("a", nodes=100), entrant("b", depth=3))
    assert Plan("match", players, OPENINGS, games=100).total == 4
    assert Plan("match", players, OPENINGS, games=100, symmetries=True).total == 32
    assert plan("match", "ab", games=100).total == 100


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"games": 3}, "odd-games"),
        ({"games": 0}, "odd-games"),
        ({"names": "a"}, "few-players"),
        ({"kind": "match", "names": "abc"}, "two-players"),
    ],
)
def test_an_impossible_plan_is_refused(more: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidText) as caught:
        plan(**more)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_plans_and_jobs_survive_json() -> None:
    whole = plan("sprt", "ab", hypotheses=Hypotheses(0, 20), max_moves=99)
    assert Plan.from_dict(json.loads(json.dumps(whole.to_dict()))) == whole
    job = whole.job(3)
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))) == job


def test_the_name_of_a_run_says_who_plays() -> None:
    assert name_of(plan("match", "ab")) == "a - b (freestyle 15x15)"
    assert name_of(plan("tournament", "abcde")) == "a and 4 others (freestyle 15x15)"
