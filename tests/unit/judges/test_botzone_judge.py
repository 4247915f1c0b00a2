"""Botzone's judge: what it sends, what it takes for a move, and how programs lose before it."""

import json
from pathlib import Path

import pytest

from judged import PATIENT, judged, lost, written
from tengen.play.ending import Ending

GOOD = """
import json, sys
whole = json.loads(sys.stdin.readline())
taken = [(p["x"], p["y"]) for p in whole["requests"] + whole["responses"]]
free = [(x, y) for y in range(15) for x in range(15) if (x, y) not in taken]
"""
ANSWER = """
print(json.dumps({"response": {"x": free[0][0], "y": free[0][1]}}))
"""


def test_a_new_process_each_turn_plays_a_whole_game(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine", GOOD + ANSWER)
    told: list[str] = []
    (end,) = judged("botzone", "greedy", mine, [PATIENT], told=told)
    assert (end.ended.ending, end.winner) == (Ending.FIVE, end.players[0])
    assert told[0] == (
        '{"display":{"color":0,"x":7,"y":7},"command":"request","content":{"1":{"x":7,"y":7}}}'
    )
    last = json.loads(told[-1])
    assert (last["command"], last["content"]) == ("finish", {"0": 2, "1": 0})
    assert last["display"]["winner"] == 0


STAYS = """
import json, sys
first = json.loads(sys.stdin.readline())
assert set(first) == {"requests", "responses"}
request = first["requests"][0]
free = [(x, y) for y in range(15) for x in range(15)]
while True:
    assert set(request) == {"x", "y"}
    if (request["x"], request["y"]) in free:
        free.remove((request["x"], request["y"]))
    x, y = free.pop(0)
    print(json.dumps({"response": {"x": x, "y": y}}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    request = json.loads(sys.stdin.readline())
"""


def test_a_program_that_stays_gets_bare_requests(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine", STAYS)
    (end,) = judged("botzone", mine, "greedy", [PATIENT, "--keep-running"])
    assert end.ended.ending is Ending.FIVE
    assert end.winner is end.players[1]


def test_a_program_may_not_stay_where_that_is_switched_off(tmp_path: Path) -> None:
    end = lost("botzone", written(tmp_path, "mine", STAYS), [PATIENT])
    assert end.detail == "mine asks to keep running, which is switched off; give --keep-running"


@pytest.mark.parametrize(
    ("answer", "ending", "says"),
    [
        ('print("seven")', Ending.NONSENSE, "INVALID INPUT: mine: 'seven' is not JSON"),
        ("pass", Ending.NONSENSE, "INVALID INPUT"),
        ("print('null')", Ending.NONSENSE, "INVALID INPUT"),
        ("print('{}')", Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": 7}}\')', Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": "7", "y": 7}}\')', Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": 7.5, "y": 7}}\')', Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": true, "y": 7}}\')', Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": 1e400, "y": 7}}\')', Ending.NONSENSE, "INVALID INPUT"),
        ('print(\'{"response": {"x": 15, "y": 0}}\')', Ending.ILLEGAL_MOVE, "INVALID MOVE"),
        ('print(\'{"response": {"x": -1, "y": -1}}\')', Ending.ILLEGAL_MOVE, "INVALID MOVE"),
        ("sys.exit(3)", Ending.CRASH, "mine exited with status 3"),
        ("raise ValueError('no idea')", Ending.CRASH, "its last words: 'ValueError: no idea'"),
        ("print('x' * 2_000_000)", Ending.NONSENSE, "mine printed a line of more than"),
    ],
    ids=lambda value: str(value)[:28],
)
def test_a_bad_answer_loses(tmp_path: Path, answer: str, ending: Ending, says: str) -> None:
    end = lost("botzone", written(tmp_path, "mine", GOOD + answer), [PATIENT])
    assert end.ending is ending
    assert says in end.detail


def test_an_occupied_point_loses(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine", GOOD + "p = taken[-1]\n" + ANSWER.replace("free[0]", "p"))
    told: list[str] = []
    (end,) = judged("botzone", "greedy", mine, [PATIENT], told=told)
    assert end.ended.ending is Ending.ILLEGAL_MOVE
    assert json.loads(told[-1])["display"]["error"] == "INVALID MOVE"


def test_a_bare_response_and_a_whole_number_with_a_point_are_taken(tmp_path: Path) -> None:
    mine = written(
        tmp_path, "mine", GOOD + 'print(json.dumps({"x": free[0][0] + 0.0, "y": free[0][1]}))'
    )
    (end,) = judged("botzone", mine, "greedy", [PATIENT])
    assert end.ended.ending is Ending.FIVE


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("import time; time.sleep(60)", "mine did not answer within 1 s"),
        (
            GOOD + ANSWER + "sys.stdout.flush(); import time; time.sleep(60)",
            "and then neither ended nor asked to keep running",
        ),
        ("while True: pass", "mine did not answer within 1 s"),
    ],
)
def test_a_program_that_takes_too_long_loses(tmp_path: Path, body: str, says: str) -> None:
    end = lost("botzone", written(tmp_path, "mine", body), ["--seconds=1"])
    assert end.ending is Ending.TIMEOUT
    assert says in end.detail


def test_too_much_memory_loses(tmp_path: Path) -> None:
    body = "x = bytearray(300_000_000)\nimport time\ntime.sleep(60)\n"
    end = lost("botzone", written(tmp_path, "mine", body), [PATIENT, "--memory=64"])
    assert (end.ending, end.detail) == (Ending.MEMORY, "mine took more than 64 MB of memory")


def test_data_comes_back_in_the_game_and_globaldata_in_the_next(tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    mine = written(
        tmp_path,
        "mine",
        GOOD
        + f"""
with open({str(seen)!r}, "a") as file:
    file.write(f"{{whole.get('data')}} {{whole.get('globaldata')}}\\n")
print(json.dumps({{"response": {{"x": free[0][0], "y": free[0][1]}}, "debug": "d",
    "data": str(len(taken)), "globaldata": "g"}}))
""",
    )
    foe = written(tmp_path, "foe", GOOD + "free = free[30:]\n" + ANSWER)
    judged("botzone", mine, foe, [PATIENT], games=2)
    lines = seen.read_text().splitlines()
    assert lines[:3] == ["None None", "1 g", "3 g"]
    assert "None g" in lines[3:]


def test_the_log_of_a_match_is_written_as_the_platform_keeps_it(tmp_path: Path) -> None:
    judged("botzone", "greedy", "random:seed=1", [PATIENT, "--keep-running"], folder=tmp_path)
    log = json.loads((tmp_path / "log.json").read_text())
    assert log[0] == {"output": {"command": "request", "content": {"0": {"x": -1, "y": -1}}}}
    assert log[1] == {"0": {"verdict": "OK", "response": {"x": 7, "y": 7}}}
    assert log[-1]["output"]["command"] == "finish"
    assert len(log) % 2 == 1
