"""All live games of one web app: made, found again, and let go when nobody looks."""

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from time import monotonic
from typing import Any, Final

from tengen.bots import find_bot
from tengen.core.game import Game
from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.errors import IllegalMove, InvalidText, StoreError, TengenError
from tengen.notation.position import format_position, parse_position
from tengen.play.event import event_from_dict
from tengen.play.live import Kind, Live, Sitter
from tengen.play.pool import Pool
from tengen.play.terms import Terms
from tengen.store import GameFilter, NewGame, Player, Store, StoredGame
from tengen.ui.web.keeper import player_of
from tengen.ui.web.opponents import bot_spec, ratings
from tengen.ui.web.settings import Settings
from tengen.ui.web.shapes import NewGameBody
from tengen.ui.web.table import Table

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
_SIGNS: Final = _LETTERS + "23456789"
_ADDRESS: Final = 8
_SWEEP: Final = 15.0
_NOTES: Final = 1.0

_NO_LIMIT: Final = Limit()


class Hub:
    """The live games. Everything runs in one event loop; the store is written by its own thread."""

    def __init__(self, settings: Settings, store: Store, pool: Pool) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.tables: dict[str, Table] = {}
        self.instance = store.note("instance", secrets.token_hex(4))
        self.is_writable = True
        self._secret = store.note("secret", secrets.token_hex(16)).encode()
        self._writer = store.writer()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on with games in which a bot must move, and begin to tidy up."""
        self._tasks = [
            asyncio.create_task(self._go_on()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._tell_places()),
        ]

    async def stop(self) -> None:
        """Let all games go; what was acknowledged is in the store."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables.values():
            table.close()
        await asyncio.to_thread(self._writer.close)

    # Who may do what.

    def hash(self, token: str) -> str:
        """Return what the store keeps of a visitor's token."""
        return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""

    def seat_token(self, address: str, seat: Seat) -> str:
        """Return the token that lets a program act for a seat."""
        words = f"{address} {seat}".encode()
        return hmac.new(self._secret, words, "sha256").hexdigest()[:32]

    def seats(self, table: Table, visitor: str, bearer: str | None) -> set[Seat]:
        """Return the seats that somebody may act for, by cookie or by token."""
        if bearer is not None:
            return {
                seat
                for seat in Seat
                if table.owners[seat]
                and hmac.compare_digest(
                    bearer.encode(), self.seat_token(table.address, seat).encode()
                )
            }
        return table.seats_of(visitor)

    # Games.

    async def create(self, body: NewGameBody, visitor: str) -> Table:
        """Begin a game that a visitor asks for."""
        self._check_room(visitor)
        game = _start_of(body)
        sitters, owners = {}, {}
        for seat, word in ((Seat.FIRST, body.black), (Seat.SECOND, body.white)):
            sitters[seat] = _sitter(word, body, game)
            owners[seat] = visitor if word == "you" else ""
        kinds = [sitter.kind for sitter in sitters.values()]
        limit = _limit(body)
        is_link = Kind.OPEN in kinds
        terms = Terms(
            format_position(game),
            limit,
            limit,
            tolerance=0.5,
            consent=is_link,
            open=tuple(seat for seat in Seat if sitters[seat].kind is Kind.OPEN),
        )
        if is_link and Kind.PERSON not in kinds:
            raise InvalidText("no-person", "a game with an open seat needs you on the other")
        mode = "link" if is_link else "bot" if Kind.PERSON in kinds and Kind.BOT in kinds else ""
        mode = mode or ("here" if Kind.PERSON in kinds else "watch")
        return await self._begin(terms, sitters, owners, mode, body.seed)

    async def rematch(self, table: Table) -> str:
        """Begin the next game at a table, with the seats changed."""
        old, live = table.live.referee.terms, table.live
        sitters = {seat: live.sitter(seat.other) for seat in Seat}
        owners = {seat: table.owners[seat.other] for seat in Seat}
        terms = Terms(
            old.position, old.second, old.first, old.tolerance, old.max_moves, old.consent
        )
        new = await self._begin(terms, sitters, owners, table.mode, None)
        return new.address

    async def _begin(
        self,
        terms: Terms,
        sitters: dict[Seat, Sitter],
        owners: dict[Seat, str],
        mode: str,
        seed: int | None,
    ) -> Table:
        live = Live.start(terms, sitters, monotonic())
        address = new_address()
        limits = {
            "mode": mode,
            "bots": {str(seat): sitters[seat].bot for seat in Seat},
            "seed": seed,
            "clock": {"first": str(terms.first), "second": str(terms.second)},
        }
        new = NewGame(
            player_of(live, Seat.FIRST),
            player_of(live, Seat.SECOND),
            terms.position,
            limits,
            owners[Seat.FIRST],
            owners[Seat.SECOND],
            address=address,
        )
        game_id = await asyncio.to_thread(self.store.add_game, new)
        table = self._table(live, address, game_id, mode, owners)
        await table.begin()
        self.tables[address] = table
        return table

    async def find(self, address: str) -> Table:
        """Return a live game, from the store if it is not in memory."""
        if (table := self.tables.get(address)) is not None:
            return table
        lock = self._loading.setdefault(address, asyncio.Lock())
        try:
            async with lock:
                if (table := self.tables.get(address)) is not None:
                    return table
                stored = await asyncio.to_thread(self.look_up, address)
                table = await self._load(stored)
                self.tables[address] = table
                return table
        finally:
            self._loading.pop(address, None)

    def look_up(self, address: str) -> StoredGame:
        """Return a game of the store by its address; those of the arena have numbers."""
        found: StoredGame | None = None
        if address.isascii() and address.isdigit() and len(address) < 19:
            with contextlib.suppress(StoreError):
                found = self.store.game(int(address))
            if found is not None and found.address is not None:
                found = None
        elif len(address) <= 40:
            found = self.store.find(address)
        if found is None:
            raise StoreError("no-game", "there is no game {address!r} here", address=address)
        return found

    async def _load(self, stored: StoredGame) -> Table:
        rows = await asyncio.to_thread(self.store.events, stored.id)
        events = [event_from_dict(row.payload) for row in rows]
        if not events:
            raise StoreError("no-game", "game {number} never began", number=stored.id)
        bots = stored.limits.get("bots") or {}
        sitters = {
            seat: _stored_sitter(player, bots.get(str(seat), ""))
            for seat, player in ((Seat.FIRST, stored.first), (Seat.SECOND, stored.second))
        }
        owners = {Seat.FIRST: stored.first_owner, Seat.SECOND: stored.second_owner}
        live, _ = Live.resume(events, sitters, monotonic())
        for seat in live.referee.open:
            # Somebody was about to sit down when the server stopped.
            owners[seat] = ""
        mode = str(stored.limits.get("mode") or "watch")
        table = self._table(
            live,
            address_of(stored),
            stored.id,
            mode,
            owners,
            stored=len(events),
            started_at=stored.started_at,
        )
        # A run of the arena is played by another process, which goes on with it.
        if stored.run_id is None:
            table.go_on()
        return table

    def _table(
        self,
        live: Live,
        address: str,
        game_id: int,
        mode: str,
        owners: dict[Seat, str],
        *,
        stored: int = 0,
        started_at: float | None = None,
    ) -> Table:
        return Table(
            live,
            address=address,
            game_id=game_id,
            mode=mode,
            owners=owners,
            pool=self.pool,
            writer=self._writer,
            stored=stored,
            started_at=started_at,
            settings=self.settings,
            rematch=self.rematch,
            on_store=self._heard_of_store,
            ratings=ratings(),
        )

    async def sit(self, table: Table, seat: Seat, name: str, visitor: str) -> dict[str, Any]:
        """Let a visitor take an open seat."""

        def keep() -> None:
            self.store.seat(table.game_id, seat, Player(name, str(Kind.PERSON)), owner=visitor)

        return await table.sit(visitor, seat, name, keep)

    def _heard_of_store(self, is_writable: bool) -> None:
        self.is_writable = is_writable

    def _check_room(self, visitor: str) -> None:
        """Refuse one more game to a visitor with many; those that nobody looks at do not count."""
        running = sum(
            not table.live.is_over for table in self.tables.values() if table.seats_of(visitor)
        )
        if running >= self.settings.games_per_visitor:
            raise TooMany(
                "too-many-games",
                "you have {count} running games; end one of them first",
                count=running,
            )

    # Housekeeping.

    async def _go_on(self) -> None:
        """Load the games in which a bot may have to move."""
        wanted = GameFilter(is_finished=False, in_a_run=False)
        for stored in await asyncio.to_thread(lambda: self.store.games(wanted, limit=1000)):
            has_bot = str(Kind.BOT) in (stored.first.kind, stored.second.kind)
            if has_bot and stored.address is not None:
                # A game that cannot be read is a sentence for who looks at it, no reason to stop.
                with contextlib.suppress(TengenError, ValueError):
                    table = await self.find(stored.address)
                    if table.is_idle:
                        # It is a person's turn, who will find it again.
                        self.tables.pop(stored.address, None)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            old = monotonic() - self.settings.idle_seconds
            for address, table in list(self.tables.items()):
                if table.is_idle and table.used_at < old:
                    table.close()
                    del self.tables[address]

    async def _tell_places(self) -> None:
        """Let those who wait for an engine know their place in line."""
        while True:
            await asyncio.sleep(_NOTES)
            for table in list(self.tables.values()):
                if table.is_waiting and table.outboxes:
                    table.tell_thinking()


class TooMany(TengenError):
    """Somebody has as much as he may have."""


def new_address() -> str:
    """Return an address that nobody can guess; it begins with a letter, the arena's have none."""
    rest = "".join(secrets.choice(_SIGNS) for _ in range(_ADDRESS - 1))
    return secrets.choice(_LETTERS) + rest


def address_of(stored: StoredGame) -> str:
    """Return where a game of the store is found."""
    return stored.address or str(stored.id)


def _start_of(body: NewGameBody) -> Game:
    """Return the game before its first move."""
    if body.position:
        game = parse_position(body.position)
        if game.outcome() is not None:
            raise IllegalMove("game-over", "the game is over before it begins")
        return game
    return Game(body.size, body.rule, opening=body.opening, blocked=body.blocked, traps=body.traps)


def _sitter(word: str, body: NewGameBody, game: Game) -> Sitter:
    if word == "you":
        return Sitter(Kind.PERSON, body.name)
    if word == "open":
        return Sitter(Kind.OPEN, "")
    spec = bot_spec(word, body.seed)
    find_bot(word).check_setup(game.setup)
    return Sitter(Kind.BOT, word, spec)


def _stored_sitter(player: Player, spec: str) -> Sitter:
    kind = Kind(player.kind) if player.kind in list(Kind) else Kind.BOT
    return Sitter(kind, player.name, spec or (player.name if kind is Kind.BOT else ""))


def _limit(body: NewGameBody) -> Limit:
    clock = body.clock
    if clock is None:
        return _NO_LIMIT
    if (clock.move is None) == (clock.game is None):
        raise InvalidText("bad-clock", "a clock has either seconds for a move or for the game")
    return Limit(turn=clock.move, match=clock.game, increment=clock.increment)
