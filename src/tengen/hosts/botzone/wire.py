"""What both ends of the Botzone wire agree on: requests, responses and the line to keep running.

A request is the opponent's move, `{"x": 7, "y": 8}` with the column first, or -1 and -1 before the
first move of the game. The platform's simplified form has `7 8` in its place.
"""

import json
import re

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.errors import InvalidText

SIZE = 15

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""Printed after a response: the program wants to stay, and gets bare requests from then on."""

NO_MOVE = Point(-1, -1)
"""The request that asks for the first move of the game."""

LARGEST = 10**21
"""From here on a JavaScript number is no longer written as an integer, and the judge refuses it."""

_PAIR = re.compile(r"(-?[0-9]{1,9})[ \t]+(-?[0-9]{1,9})")


def parse_json(text: str) -> object:
    """Return the value of a JSON text."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidText(
            "bad-json", "{text!r} is not JSON: {why}", text=text[:40], why=str(error)[:80]
        ) from None
    return value


def parse_point(value: object) -> Point:
    """Return the point of a request or a response, wherever it is."""
    members = value if isinstance(value, dict) else {}
    x, y = _whole(members.get("x")), _whole(members.get("y"))
    if x is None or y is None:
        raise InvalidText(
            "bad-point",
            '{value!r} is not a point; write {{"x": 7, "y": 8}} with whole numbers',
            value=str(value)[:60],
        )
    return Point(x, y)


def parse_pair(text: str) -> Point:
    """Return the point of a line of the simplified form."""
    match = _PAIR.fullmatch(text.strip())
    if match is None:
        raise InvalidText(
            "bad-point", "{text!r} is not a point; write two numbers, like '7 8'", text=text[:40]
        )
    return Point(int(match[1]), int(match[2]))


def parse_history(value: object) -> tuple[list[Point], list[Point]]:
    """Return the requests and the responses of a program's whole input."""
    if not isinstance(value, dict) or not isinstance(value.get("requests"), list):
        raise InvalidText("no-requests", "{value!r} has no list of requests", value=str(value)[:60])
    responses = value.get("responses", [])
    if not isinstance(responses, list):
        raise InvalidText("no-responses", "the responses are no list")
    return [parse_point(r) for r in value["requests"]], [parse_point(r) for r in responses]


def replay(requests: list[Point], responses: list[Point]) -> Game:
    """Return the game after these requests and the responses to all but the last of them."""
    if len(requests) != len(responses) + 1:
        raise InvalidText(
            "bad-history",
            "{requests} requests and {responses} responses do not fit; one more request is due",
            requests=len(requests),
            responses=len(responses),
        )
    game = Game(SIZE)
    for number, request in enumerate(requests):
        if number > 0 or request != NO_MOVE:
            play(game, request)
        if number < len(responses):
            play(game, responses[number])
    return game


def play(game: Game, point: Point) -> None:
    """Play a point that came over the wire; nobody may pass here."""
    game.board.check_on_board(point)
    game.push(point)


def format_response(point: Point, debug: str = "") -> str:
    """Write a response; `debug` is for the author of the program."""
    response: dict[str, object] = {"response": {"x": point.x, "y": point.y}}
    if debug:
        response["debug"] = debug
    return json.dumps(response, separators=(",", ":"))


def _whole(value: object) -> int | None:
    """Return the integer that a JavaScript program would find: 7.0 is one, true and "7" are not."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if abs(value) < LARGEST and value == int(value) else None
