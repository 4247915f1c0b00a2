"""RIF files of RenjuNet, XML with many games: they become one tree, and its lines say who played.

Moves are `h8 h9 i8`, rows counted from the bottom, on 15x15; `bresult` is Black's: 1, 0.5 or 0.
"""

import re
from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from tengen.core.rules import Rule, find_rule
from tengen.core.setup import Setup
from tengen.core.tree import Node, Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import excerpt, located

SIZE: Final = 15
_RESULTS: Final = {"1": "B+", "0": "W+", "0.5": "0"}
_OPENING: Final = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<database[\s>]", re.S)


def looks_like_rif(text: str) -> bool:
    """Say whether `text` begins as a file of RenjuNet does."""
    return _OPENING.match(text) is not None


def parse_rif(
    text: str, *, rule: str | Rule | None = None, problems: list[str] | None = None
) -> Tree:
    """Return the games of a file as one tree under `rule`, by default renju.

    A single game has its names in the tree's `info`; of several, the last position of each has a
    comment. What cannot be played is an error; with a list of `problems` its game ends before it.
    """
    root = _read(text)
    people = {p.get("id"): _person(p) for p in root.iterfind("players/player")}
    events = {t.get("id"): t.get("name", "") for t in root.iterfind("tournaments/tournament")}
    tree = Tree(Setup(SIZE, find_rule("renju" if rule is None else rule)))
    games = root.findall("games/game")
    if not games:
        raise InvalidText("bad-rif", "this file of RenjuNet has no games")
    for game in games:
        end = _add(tree, game, problems)
        info = _info(game, people, events)
        if len(games) == 1:
            tree.info |= info
        elif told := _told(info):
            end.comment = "\n".join(filter(None, (end.comment, told)))
    return tree


def _read(text: str) -> Element:
    # Without a document type there are no entities, and nothing that could grow while it is read.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InvalidText("bad-rif", "a file of RenjuNet declares no document type")
    try:
        root = fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", text))  # noqa: S314 - See above.
    except ParseError as error:
        raise InvalidText(
            "bad-rif", "this file of RenjuNet is not whole: {why}", why=str(error)
        ) from None
    if root.tag != "database":
        raise InvalidText("bad-rif", "{tag!r} is not a file of RenjuNet", tag=excerpt(root.tag))
    return root


def _add(tree: Tree, game: Element, problems: list[str] | None) -> Node:
    """Add the moves of a game and return the node of the last that could be played."""
    node = tree.root
    for number, word in enumerate((game.findtext("move") or "").split(), 1):
        try:
            node = tree.add(node, word.lower())
        except TengenError as error:
            name = game.get("id", "?")
            told = located(error, "in game {name}, move {number}", name=name, number=number)
            if problems is None:
                raise told from None
            problems.append(str(told))
            break
    return node


def _info(
    game: Element, people: Mapping[str | None, str], events: Mapping[str | None, str]
) -> dict[str, str]:
    found = {
        "black": people.get(game.get("black"), ""),
        "white": people.get(game.get("white"), ""),
        "event": events.get(game.get("tournament"), ""),
        "round": game.get("round", ""),
        "result": _RESULTS.get(game.get("bresult", ""), ""),
    }
    return {name: text for name, text in found.items() if text}


def _told(info: Mapping[str, str]) -> str:
    """Return one line about a game: who played, where, and how it ended."""
    players = " – ".join(filter(None, (info.get("black"), info.get("white"))))
    return ", ".join(filter(None, (players, info.get("event"), info.get("result"))))


def _person(player: Element) -> str:
    return " ".join(filter(None, (player.get("name"), player.get("surname"))))
