"""Games and their events in SQL. Every function works inside a transaction of the caller."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.errors import InvalidText, StoreError
from tengen.notation.position import parse_position
from tengen.store._schema import events, games, players
from tengen.store._values import LARGEST_ID, check_number, check_text, dump_json, load_json
from tengen.store.records import (
    GameFilter,
    GameResult,
    NewGame,
    Player,
    StoredEvent,
    StoredGame,
    Verdict,
)

Rows = list[dict[str, Any]]
"""Events as they are inserted."""

_first = players.alias("first")
_second = players.alias("second")

# Built once, because building them takes longer than running them.

_NUMBER: Final = Integer()
_APPEND: Final = insert(events)
_ADVANCE: Final = (
    update(games)
    .where(
        games.c.id == bindparam("game"),
        games.c.length == func.coalesce(bindparam("expected", type_=_NUMBER), games.c.length),
        games.c.finished_at.is_(None),
    )
    .values(
        length=games.c.length + bindparam("count"),
        plies=func.coalesce(bindparam("new_plies", type_=_NUMBER), games.c.plies),
        black=func.coalesce(bindparam("new_black", type_=_NUMBER), games.c.black),
    )
)
_APPEND_AFTER_END: Final = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.length == bindparam("expected"))
    .values(length=games.c.length + bindparam("count"))
)
_FINISH: Final = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.finished_at.is_(None))
    .values(
        result=bindparam("new_result"),
        reason=bindparam("new_reason"),
        finished_at=bindparam("new_finished_at"),
    )
)
_FIND_PLAYER: Final = select(players.c.id).where(
    players.c.name == bindparam("name"),
    players.c.kind == bindparam("kind"),
    players.c.command == bindparam("command"),
    players.c.version == bindparam("version"),
)
_LISTED: Final = (
    select(
        games,
        *(_first.c[name].label(f"first_{name}") for name in ("name", "kind", "command", "version")),
        *(
            _second.c[name].label(f"second_{name}")
            for name in ("name", "kind", "command", "version")
        ),
    )
    .join(_first, _first.c.id == games.c.first_id)
    .join(_second, _second.c.id == games.c.second_id)
)


# What is written.


def game_row(game: NewGame) -> dict[str, Any]:
    """Return the columns of a new game that need no other table; its position must be readable."""
    start = parse_position(game.position)
    return {
        "first_owner": check_text("owner", game.first_owner),
        "second_owner": check_text("owner", game.second_owner),
        "position": game.position,
        "rule": start.rule.name,
        "size": start.size,
        "opening": start.opening,
        "limits": dump_json(game.limits),
        "started_at": check_number("time", game.started_at),
        "length": 0,
        "plies": 0,
        "black": None if start.black is None else int(start.black),
        "address": None if game.address is None else check_text("address", game.address),
    }


def insert_game(
    connection: Connection, game: NewGame, row: Mapping[str, Any], **job: int | None
) -> int:
    """Insert a game, and its players where they are new, and return its id."""
    seats = {
        "first_id": player_id(connection, game.first),
        "second_id": player_id(connection, game.second),
    }
    return _inserted_id(connection.execute(insert(games), {**row, **seats, **job}))


def player_id(connection: Connection, player: Player) -> int:
    """Return the id of a player, who is inserted if he is new."""
    values = {
        name: check_text(f"player's {name}", getattr(player, name))
        for name in ("name", "kind", "command", "version")
    }
    found = connection.execute(_FIND_PLAYER, values).scalar()
    if found is None:
        try:
            with connection.begin_nested():
                return _inserted_id(connection.execute(insert(players), values))
        except IntegrityError:
            # Somebody else inserted him since we looked.
            found = connection.execute(_FIND_PLAYER, values).scalar_one()
    return int(found)


def event_rows(game_id: int, given: Sequence[StoredEvent]) -> Rows:
    """Return the rows of events that follow one another."""
    first = given[0].index if given else 0
    for place, event in enumerate(given):
        if event.index != first + place:
            raise InvalidText(
                "event-order",
                "event {found} of game {game} comes where event {expected} is due; "
                "give events in order, without a gap",
                game=game_id,
                found=event.index,
                expected=first + place,
            )
    return [
        {
            "game_id": game_id,
            "index": event.index,
            "at": check_number("time", event.at),
            "payload": dump_json(event.payload),
        }
        for event in given
    ]


def advance_game(
    connection: Connection, game_id: int, rows: Rows, plies: int | None, black: Seat | None
) -> None:
    """Make room for events behind those that are there, or raise StoreError and change nothing.

    One conditional update says that the game exists, goes on, and has come exactly this far. The
    rows themselves are left to `insert_events`, which takes those of many games at once.
    """
    if not rows and plies is None and black is None:
        return
    index = rows[0]["index"] if rows else None
    advanced = connection.execute(
        _ADVANCE,
        {
            "game": game_id,
            "expected": index,
            "count": len(rows),
            "new_plies": plies,
            "new_black": None if black is None else int(black),
        },
    )
    if advanced.rowcount != 1:
        raise _refusal(connection, game_id, index)


def extend_game(connection: Connection, game_id: int, rows: Rows) -> None:
    """Make room for events behind those of a game that may be over: what its players say after."""
    if not rows:
        return
    values = {"game": game_id, "expected": rows[0]["index"], "count": len(rows)}
    if connection.execute(_APPEND_AFTER_END, values).rowcount != 1:
        raise _out_of_order(find_game(connection, game_id), rows[0]["index"])


def insert_events(connection: Connection, rows: Rows) -> None:
    """Insert events for which there is room."""
    if rows:
        connection.execute(_APPEND, rows)


def verdict_row(game_id: int, verdict: Verdict) -> dict[str, Any]:
    """Return what `finish_game` writes."""
    return {
        "game": game_id,
        "new_result": str(GameResult(verdict.result)),
        "new_reason": check_text("reason", verdict.reason),
        "new_finished_at": check_number("time", verdict.finished_at),
    }


def finish_game(connection: Connection, row: dict[str, Any]) -> None:
    """Say how a game ended, or raise StoreError if there is none that goes on."""
    if connection.execute(_FINISH, row).rowcount != 1:
        raise _refusal(connection, row["game"], None)


def seat_player(
    connection: Connection, game_id: int, seat: Seat, player: Player, owner: str
) -> None:
    """Let somebody else sit on a seat of a game that goes on."""
    changed = connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.finished_at.is_(None))
        .values(
            {
                f"{seat}_id": player_id(connection, player),
                f"{seat}_owner": check_text("owner", owner),
            }
        )
    )
    if changed.rowcount != 1:
        raise _refusal(connection, game_id, None)


def _refusal(connection: Connection, game_id: int, index: int | None) -> StoreError:
    """Return why a game takes no event with this index, or no verdict."""
    game = find_game(connection, game_id)
    if game.verdict is not None:
        return StoreError(
            "game-finished",
            "game {game} is finished ({reason}); nothing can be added to it",
            game=game_id,
            reason=game.verdict.reason,
        )
    return _out_of_order(game, index)


def _out_of_order(game: StoredGame, index: int | None) -> StoreError:
    return StoreError(
        "event-order",
        "game {game} has {length} events; the next one is event {length}, not event {index}",
        game=game.id,
        length=game.length,
        index=index,
    )


def _inserted_id(result: Any) -> int:
    return int(result.inserted_primary_key[0])


# What is read.


def find_game(connection: Connection, game_id: int) -> StoredGame:
    """Return a game, or raise StoreError."""
    row = None
    if 0 < game_id <= LARGEST_ID:
        row = connection.execute(_LISTED.where(games.c.id == game_id)).one_or_none()
    if row is None:
        raise StoreError("no-game", "there is no game {game} in the store", game=game_id)
    return _as_game(row)


def find_address(connection: Connection, address: str) -> StoredGame | None:
    """Return the game with this address, if there is one."""
    query = _LISTED.where(games.c.address == address)
    row = connection.execute(query).one_or_none()
    return None if row is None else _as_game(row)


def find_events(connection: Connection, game_id: int, start: int) -> list[StoredEvent]:
    """Return the events of a game from index `start` on."""
    rows = connection.execute(
        select(events.c.index, events.c.payload, events.c.at)
        .where(events.c.game_id == game_id, events.c.index >= start)
        .order_by(events.c.index)
    )
    return [StoredEvent(index, load_json(payload), at) for index, payload, at in rows]


def list_games(
    connection: Connection, wanted: GameFilter, limit: int | None, before: int | None
) -> list[StoredGame]:
    """Return games, the newest first, of those older than the game `before`."""
    query = _filtered(_LISTED, wanted).order_by(games.c.id.desc()).limit(limit)
    if before is not None and before <= LARGEST_ID:
        query = query.where(games.c.id < before)
    return [_as_game(row) for row in connection.execute(query)]


def count_games(connection: Connection, wanted: GameFilter) -> int:
    """Return how many games there are."""
    # The joins are those of the list, because filters ask for the names of players.
    counted = _filtered(_LISTED, wanted).with_only_columns(func.count(), maintain_column_froms=True)
    return int(connection.execute(counted).scalar_one())


def _filtered(query: Select[Any], wanted: GameFilter) -> Select[Any]:
    for column, value in (
        (games.c.rule, wanted.rule),
        (games.c.size, wanted.size),
        (games.c.run_id, wanted.run_id),
    ):
        if value is not None:
            query = query.where(column == value)
    for column, is_set in (
        (games.c.run_id, wanted.in_a_run),
        (games.c.finished_at, wanted.is_finished),
    ):
        if is_set is not None:
            query = query.where(not_(column.is_(None)) if is_set else column.is_(None))
    if wanted.winner is not None:
        query = query.where(_has_won(wanted.winner))
    if any(
        value is not None for value in (wanted.player, wanted.opponent, wanted.owner, wanted.score)
    ):
        query = query.where(or_(*(_seen_from(seat, wanted) for seat in Seat)))
    return query


def _has_won(color: Color) -> ColumnElement[bool]:
    """Say that `color` has won; before an opening procedure has spoken the first seat is Black."""
    black = func.coalesce(games.c.black, int(Seat.FIRST))
    return or_(
        *(
            and_(
                games.c.result == str(seat),
                black == int(seat if color is Color.BLACK else seat.other),
            )
            for seat in Seat
        )
    )


def _seen_from(seat: Seat, wanted: GameFilter) -> ColumnElement[bool]:
    """Say that who sits on `seat` is the player, or the owner, that is wanted."""
    sides = (_first, _second)
    conditions = [
        column == value
        for column, value in (
            (sides[seat].c.name, wanted.player),
            (sides[seat.other].c.name, wanted.opponent),
            (games.c[f"{seat}_owner"], wanted.owner),
        )
        if value is not None
    ]
    if wanted.score is not None:
        result = {1: str(seat), 0.5: str(GameResult.DRAW), 0: str(seat.other)}.get(wanted.score, "")
        conditions.append(games.c.result == result)
    return and_(*conditions)


def _as_game(row: Row[Any]) -> StoredGame:
    return StoredGame(
        id=row.id,
        first=Player(row.first_name, row.first_kind, row.first_command, row.first_version),
        second=Player(row.second_name, row.second_kind, row.second_command, row.second_version),
        position=row.position,
        rule=row.rule,
        size=row.size,
        opening=row.opening,
        limits=load_json(row.limits),
        first_owner=row.first_owner,
        second_owner=row.second_owner,
        run_id=row.run_id,
        job_index=row.job_index,
        started_at=row.started_at,
        length=row.length,
        plies=row.plies,
        black=None if row.black is None else Seat(row.black),
        verdict=None
        if row.finished_at is None
        else Verdict(GameResult(row.result), row.reason, row.finished_at),
        address=row.address,
    )
