"""A run in tables: as rows for any terminal, as Markdown, and as JSON."""

from typing import Any

from tengen.arena.ratings import RatingList
from tengen.arena.standing import Standing

Rows = list[list[str]]


def rating_rows(ratings: RatingList) -> Rows:
    """Return a header and a row for each player, the strongest first."""
    rows = [["#", "player", "Elo", "95 %", "games", "score", "LOS"]]
    for place, rating in enumerate(ratings.ratings, 1):
        los = "" if rating.los is None else f"{rating.los:.0%}"
        rows.append(
            [
                str(place),
                rating.name,
                f"{rating.elo:+.0f}",
                f"{rating.low:+.0f} … {rating.high:+.0f}",
                str(rating.games),
                f"{rating.score:.1%}",
                los,
            ]
        )
    return rows


def cross_rows(standing: Standing) -> Rows:
    """Return a header and a row for each player: wins-draws-losses against every other."""
    names = [player.name for player in standing.plan.players]
    got: dict[tuple[str, str], tuple[int, int, int]] = {}
    for first, second, *counts in standing.totals():
        for one, two, own in ((first, second, counts), (second, first, counts[::-1])):
            wins, draws, losses = got.get((one, two), (0, 0, 0))
            got[one, two] = wins + own[0], draws + own[1], losses + own[2]
    rows = [["", *(str(place) for place in range(1, len(names) + 1)), "score"]]
    for place, one in enumerate(names, 1):
        cells, points, games = [], 0.0, 0
        for two in names:
            wins, draws, losses = got.get((one, two), (0, 0, 0))
            played = wins + draws + losses
            cells.append(f"{wins}-{draws}-{losses}" if played else ("·" if one == two else ""))
            points, games = points + wins + draws / 2, games + played
        rows.append([f"{place} {one}", *cells, f"{points / games:.1%}" if games else ""])
    return rows


def duel_line(standing: Standing) -> str:
    """Return a match between two players in one line: score, Elo with its interval, LOS."""
    one, two = (player.name for player in standing.plan.players)
    wins, draws, losses = standing.points(one, two)
    games = wins + draws + losses
    line = f"{one} - {two}: +{wins} ={draws} -{losses}"
    if games:
        line += f"  ({(wins + draws / 2) / games:.1%})"
    if (found := standing.estimate(one, two)) is not None:
        line += f"  Elo {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}]  LOS {found.los:.1%}"
    return line


def fault_lines(standing: Standing) -> list[str]:
    """Return a sentence for each kind of fault, and one for repeated games."""
    lines = [
        f"{player} lost {count} game{'s' if count > 1 else ''} by {ending}"
        for (player, ending), count in sorted(standing.faults.items())
    ]
    if standing.repeats:
        lines.append(f"{standing.repeats} games were repetitions and are counted once")
    return lines


def to_markdown(standing: Standing, anchor: tuple[str, float] | None = None) -> str:
    """Return ratings, crosstable and faults as Markdown."""
    parts = []
    if standing.counted():
        ratings = standing.ratings(anchor)
        if len(standing.plan.players) > 2:
            parts.append(markdown_table(rating_rows(ratings)))
        else:
            parts.append(duel_line(standing))
        parts.append(markdown_table(cross_rows(standing)))
        if ratings.remark:
            parts.append(ratings.remark)
    parts += [f"- {line}" for line in fault_lines(standing)]
    return "\n\n".join(parts) + "\n"


def to_json(standing: Standing, anchor: tuple[str, float] | None = None) -> dict[str, Any]:
    """Return all that a run says, with stable keys."""
    plan = standing.plan
    data: dict[str, Any] = {
        "kind": plan.kind,
        "rule": plan.rule,
        "size": plan.size,
        "games": standing.games,
        "counted": len(standing.counted()),
        "repeats": standing.repeats,
        "ratings": standing.ratings(anchor).to_json() if standing.counted() else [],
        "faults": [
            {"player": player, "ending": ending, "games": count}
            for (player, ending), count in sorted(standing.faults.items())
        ],
    }
    if len(plan.players) == 2:
        one, two = (player.name for player in plan.players)
        wins, draws, losses = standing.points(one, two)
        data |= {"wins": wins, "draws": draws, "losses": losses}
        if (found := standing.estimate(one, two)) is not None:
            data |= {"elo": found.elo, "low": found.low, "high": found.high, "los": found.los}
    if (state := standing.test()) is not None:
        lower, upper = state.bounds
        data |= {"llr": state.llr, "lower": lower, "upper": upper, "verdict": state.verdict.name}
    return data


def markdown_table(rows: Rows) -> str:
    """Return rows as a Markdown table, the first of them its header."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(rows[0]), "|" + "---|" * len(rows[0]), *map(line, rows[1:])])
