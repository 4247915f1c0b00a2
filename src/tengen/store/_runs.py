"""Runs, jobs and ratings in SQL. Every function works inside a transaction of the caller."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, update

from tengen.errors import StoreError
from tengen.store._games import insert_game, player_id
from tengen.store._schema import games, jobs, players, ratings, runs
from tengen.store._values import LARGEST_ID, check_number, check_text, dump_json, load_json
from tengen.store.records import Json, NewGame, Player, StoredJob, StoredRating, StoredRun


def insert_run(connection: Connection, kind: str, name: str, plan: Json, started_at: float) -> int:
    """Insert a run without jobs and return its id."""
    result = connection.execute(
        insert(runs),
        {
            "kind": check_text("kind of run", kind),
            "name": check_text("run's name", name),
            "plan": dump_json(plan),
            "started_at": check_number("time", started_at),
            "summary": "{}",
        },
    )
    key: Any = result.inserted_primary_key
    return int(key[0])


def find_run(connection: Connection, run_id: int) -> StoredRun:
    """Return a run, or raise StoreError."""
    row = None
    if 0 < run_id <= LARGEST_ID:
        row = connection.execute(select(runs).where(runs.c.id == run_id)).one_or_none()
    if row is None:
        raise StoreError("no-run", "there is no run {run} in the store", run=run_id)
    return _as_run(row)


def list_runs(connection: Connection, limit: int | None) -> list[StoredRun]:
    """Return runs, the newest first."""
    rows = connection.execute(select(runs).order_by(runs.c.id.desc()).limit(limit))
    return [_as_run(row) for row in rows]


def finish_run(connection: Connection, run_id: int, summary: Json, at: float) -> None:
    """Say what came out of a run; a later word replaces an earlier one."""
    finished = connection.execute(
        update(runs)
        .where(runs.c.id == run_id)
        .values(summary=dump_json(summary), finished_at=check_number("time", at))
    )
    if finished.rowcount != 1:
        find_run(connection, run_id)


def insert_jobs(connection: Connection, run_id: int, first: int, payloads: Sequence[Json]) -> None:
    """Insert jobs with the indices from `first` on; none of them may be there already."""
    find_run(connection, run_id)
    last = first + len(payloads) - 1
    there = connection.execute(
        select(jobs.c.index)
        .where(jobs.c.run_id == run_id, jobs.c.index.between(first, last))
        .order_by(jobs.c.index)
        .limit(1)
    ).scalar()
    if there is not None:
        raise StoreError(
            "job-there", "run {run} has a job {index} already", run=run_id, index=there
        )
    if payloads:
        connection.execute(
            insert(jobs),
            [
                {"run_id": run_id, "index": first + place, "payload": dump_json(payload)}
                for place, payload in enumerate(payloads)
            ],
        )


def list_jobs(connection: Connection, run_id: int, only_open: bool) -> list[StoredJob]:
    """Return the jobs of a run in order, or those of them that are not done."""
    find_run(connection, run_id)
    query = (
        select(jobs, games.c.id, games.c.finished_at)
        .outerjoin(games, and_(games.c.run_id == jobs.c.run_id, games.c.job_index == jobs.c.index))
        .where(jobs.c.run_id == run_id)
        .order_by(jobs.c.index)
    )
    if only_open:
        query = query.where(games.c.finished_at.is_(None))
    return [
        StoredJob(run_id, index, load_json(payload), game_id, finished_at is not None)
        for run_id, index, payload, game_id, finished_at in connection.execute(query)
    ]


def start_job(
    connection: Connection, run_id: int, index: int, game: NewGame, row: dict[str, Any]
) -> int:
    """Insert the game of a job in place of an unfinished attempt, and return its id."""
    here = and_(games.c.run_id == run_id, games.c.job_index == index)
    if connection.execute(
        select(games.c.id).where(here, games.c.finished_at.is_not(None))
    ).scalar():
        raise StoreError(
            "job-done",
            "job {index} of run {run} is done; it cannot be started again",
            run=run_id,
            index=index,
        )
    planned = select(jobs.c.index).where(jobs.c.run_id == run_id, jobs.c.index == index)
    if connection.execute(planned).scalar() is None:
        find_run(connection, run_id)
        raise StoreError("no-job", "run {run} has no job {index}", run=run_id, index=index)
    connection.execute(delete(games).where(here))
    return insert_game(connection, game, row, run_id=run_id, job_index=index)


def replace_ratings(connection: Connection, run_id: int, given: Sequence[StoredRating]) -> None:
    """Put ratings in place of all that the run had."""
    find_run(connection, run_id)
    connection.execute(delete(ratings).where(ratings.c.run_id == run_id))
    if given:
        connection.execute(
            insert(ratings),
            [
                {
                    "run_id": run_id,
                    "player_id": player_id(connection, rating.player),
                    "games": rating.games,
                    **{
                        name: check_number(name, getattr(rating, name))
                        for name in ("elo", "low", "high", "score", "at")
                    },
                }
                for rating in given
            ],
        )


def list_ratings(connection: Connection, run_id: int) -> list[StoredRating]:
    """Return the ratings of a run, the strongest first."""
    find_run(connection, run_id)
    query = (
        select(
            *(players.c[name] for name in ("name", "kind", "command", "version")),
            *(ratings.c[name] for name in ("elo", "low", "high", "games", "score", "at")),
        )
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.run_id == run_id)
        .order_by(ratings.c.elo.desc(), players.c.id)
    )
    return [StoredRating(Player(*row[:4]), *row[4:]) for row in connection.execute(query)]


def _as_run(row: Any) -> StoredRun:
    return StoredRun(
        id=row.id,
        kind=row.kind,
        name=row.name,
        plan=load_json(row.plan),
        started_at=row.started_at,
        finished_at=row.finished_at,
        summary=load_json(row.summary),
    )
