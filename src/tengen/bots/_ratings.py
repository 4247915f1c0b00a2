"""How strong bots have been measured to be: the data file that `benchmarks/ladder.py` writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tengen.bots._bot import Bot
from tengen.errors import InvalidText

FILE: Final = Path(__file__).parent / "ratings.json"


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength in Elo, with half its 95 % interval."""

    elo: float
    error: float
    games: int
    version: int = 1
    """The version of the bot that was measured."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """All ratings of one run, and what they were measured by."""

    date: str
    rule: str
    size: int
    machine: str
    """In general words."""
    scale: str
    """What the numbers are relative to, in one sentence."""
    games: int
    bots: Mapping[str, Rating] = field(default_factory=dict)

    def of(self, bot: Bot) -> Rating | None:
        """Return the rating of a bot; None for one that was not measured as it plays now."""
        rating = self.bots.get(bot.name)
        return rating if rating is not None and rating.version == bot.version else None


@lru_cache(maxsize=4)
def read_ratings(file: Path = FILE) -> Ratings | None:
    """Return the ratings of the package, or of another file; None where there is no such file.

    Raise InvalidText for a file that is damaged.
    """
    import json  # Players that only play need not wait for it.

    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return _from_data(data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidText(
            "bad-ratings", "{file}: this is no file of ratings: {why}", file=file, why=str(error)
        ) from None


def format_ratings(ratings: Ratings) -> str:
    """Return the text of a data file, the strongest bot first."""
    import json

    head = {key: getattr(ratings, key) for key in ("date", "rule", "size", "machine", "scale")}
    rows = sorted(ratings.bots.items(), key=lambda item: -item[1].elo)
    bots = {
        name: {"elo": round(r.elo), "error": round(r.error), "games": r.games, "version": r.version}
        for name, r in rows
    }
    lines = [f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in bots.items()]
    body = json.dumps({**head, "games": ratings.games}, indent=2, ensure_ascii=False)
    return body[:-2] + ',\n  "bots": {\n' + ",\n".join(lines) + "\n  }\n}\n"


def _from_data(data: dict[str, Any]) -> Ratings:
    bots = {
        str(name): Rating(
            float(row["elo"]), float(row["error"]), int(row["games"]), int(row["version"])
        )
        for name, row in data["bots"].items()
    }
    return Ratings(
        str(data["date"]),
        str(data["rule"]),
        int(data["size"]),
        str(data["machine"]),
        str(data["scale"]),
        int(data["games"]),
        bots,
    )
