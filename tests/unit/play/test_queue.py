"""The fair queue: by turns, and moves before hints."""

from hypothesis import given
from hypothesis import strategies as st

from tengen.play.queue import FairQueue


def drain(queue: FairQueue[str]) -> list[str]:
    """Return all jobs in the order in which they are served."""
    served = []
    while (job := queue.pop()) is not None:
        served.append(job)
    return served


def test_visitors_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.push(job, job[0])
    assert drain(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_the_more_urgent_goes_first_whoever_waits_longer() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push("hint", "a", 1)
    queue.push("move", "b", 0)
    assert drain(queue) == ["move", "hint"]


def test_a_visitor_who_may_not_be_served_is_passed_over() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "b1"):
        queue.push(job, job[0])
    assert queue.pop(lambda visitor: visitor != "a") == "b1"
    assert queue.pop(lambda visitor: visitor != "a") is None
    assert len(queue) == 2


jobs = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 1)), max_size=12)


@given(jobs, st.integers(0, 11))
def test_it_is_served_in_the_order_it_says_and_forgets_what_is_removed(
    given_jobs: list[tuple[str, int]], removed: int
) -> None:
    queue: FairQueue[str] = FairQueue()
    names = [f"{visitor}{place}" for place, (visitor, _) in enumerate(given_jobs)]
    for name, (visitor, urgency) in zip(names, given_jobs, strict=True):
        queue.push(name, visitor, urgency)
    if removed < len(names):
        assert queue.remove(names[removed])
        assert not queue.remove(names.pop(removed))
    told = list(queue)
    assert sorted(told) == sorted(names)
    assert len(queue) == len(names)
    assert drain(queue) == told
