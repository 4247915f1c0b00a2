"""What a store remembers about itself, and shared analyses, in SQL; in a caller's transaction."""

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from tengen.errors import StoreError
from tengen.store._schema import notes, trees
from tengen.store._values import check_number, check_text, dump_json, load_json
from tengen.store.records import Json


def keep_note(connection: Connection, key: str, value: str) -> str:
    """Return the note under `key`, which is inserted as `value` if there is none."""
    query = select(notes.c.value).where(notes.c.key == check_text("key", key))
    found = connection.execute(query).scalar()
    if found is None:
        try:
            with connection.begin_nested():
                row = {"key": key, "value": check_text("note", value)}
                connection.execute(insert(notes), row)
            return value
        except IntegrityError:
            # Somebody else inserted it since we looked.
            found = connection.execute(query).scalar_one()
    return str(found)


def insert_tree(connection: Connection, address: str, payload: Json, at: float) -> None:
    """Insert an analysis; its address must be new."""
    row = {
        "address": check_text("address", address),
        "payload": dump_json(payload),
        "at": check_number("time", at),
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(trees), row)
    except IntegrityError:
        raise StoreError(
            "address-taken", "there is an analysis at {address!r} already", address=address
        ) from None


def find_tree(connection: Connection, address: str) -> Json | None:
    """Return the analysis at `address`, if there is one."""
    found = connection.execute(select(trees.c.payload).where(trees.c.address == address)).scalar()
    if found is None:
        return None
    payload: Json = load_json(found)
    return payload
