"""Why a move is good, in one short sentence: what it makes, what it stops, what it leads to."""

from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, format_point
from tengen.core.score import Info, ScoreKind
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.play.question import Hinted

_SENTENCES = {
    "makes-five": "makes five",
    "stops-four": "stops the four at {key}",
    "makes-open-four": "makes an open four",
    "makes-double-four": "makes two fours at once",
    "makes-four-three": "makes a four and a three at once",
    "wins-in": "wins in {moves}",
    "stops-three": "stops the three at {key}",
    "makes-double-three": "makes two threes at once",
    "makes-four": "makes a four, which must be answered",
    "makes-three": "makes a three, which must be answered",
    "loses-in": "holds out longest: lost in {moves}",
    "opening": "a good place to begin",
    "only": "there is no point to play",
    "best": "the best that was found: {percent} %",
}


def explain(game: Game, move: Point, info: Info | None = None) -> Hinted:
    """Return `move` with the most telling reason for it; `game` is left as it was."""
    code, arguments = _reason(game, move, info)
    text = _SENTENCES[code].format(**arguments)
    return Hinted(format_point(move, game.size), code, text, arguments)


def _reason(game: Game, move: Point, info: Info | None) -> tuple[str, dict[str, object]]:
    if move == PASS:
        return "only", {}
    side = game.turn
    stops = _stopped(game, move, game.threats(side.other))
    before = {(t.kind, t.stones) for t in game.threats(side)}
    after = game.copy()
    after.push(move)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is side:
        return "makes-five", {}
    if "stops-four" in stops:
        return "stops-four", {"key": stops["stops-four"]}
    made = [] if outcome else _made(after, move, side, before)
    if made and made[0] in ("makes-open-four", "makes-double-four", "makes-four-three"):
        return made[0], {}
    score = None if info is None else info.score
    if score is not None and score.kind is ScoreKind.WIN:
        return "wins-in", {"moves": (score.number + 1) // 2}
    if "stops-three" in stops:
        return "stops-three", {"key": stops["stops-three"]}
    if made:
        return made[0], {}
    if score is not None and score.kind is ScoreKind.LOSS:
        return "loses-in", {"moves": score.number // 2}
    if info is None or not info.depth or score is None:
        return "opening", {}
    return "best", {"percent": round(100 * score.win_probability)}


def _stopped(game: Game, move: Point, threats: list[Threat]) -> dict[str, str]:
    """Return which threats of the other side the move answers, each with a point it is about."""
    found: dict[str, str] = {}
    for threat in threats:
        if move in threat.defences or move in threat.keys:
            code = "stops-three" if threat.kind is Kind.THREE else "stops-four"
            key = move if move in threat.keys else threat.keys[0]
            found.setdefault(code, format_point(key, game.size))
    return found


def _made(
    after: Game, move: Point, side: Color, before: set[tuple[Kind, tuple[Point, ...]]]
) -> list[str]:
    """Return what the stone has made, the strongest first."""
    new = [
        threat
        for threat in after.threats(side)
        if move in threat.stones and (threat.kind, threat.stones) not in before
    ]
    fours = [t for t in new if t.kind is not Kind.THREE]
    threes = [t for t in new if t.kind is Kind.THREE]
    rows = (
        (any(not t.defences for t in fours), "makes-open-four"),
        (len(fours) > 1, "makes-double-four"),
        (bool(fours and threes), "makes-four-three"),
        (len(threes) > 1, "makes-double-three"),
        (bool(fours), "makes-four"),
        (bool(threes), "makes-three"),
    )
    return [code for holds, code in rows if holds]
