"""Everything about the web app that can be set, with what it is when nobody says."""

from dataclasses import dataclass
from pathlib import Path

from tengen.errors import InvalidText

DEFAULT_PORT = 8136


@dataclass(frozen=True, slots=True)
class Settings:
    """What one web app serves, where, and how much of it each visitor may have."""

    store: str | Path | None = None
    """A path or URL as `Store.open` takes it."""
    host: str = "127.0.0.1"
    port: int | None = None
    """None for the next free one from 8136 on; 0 for any."""
    allow_hosts: tuple[str, ...] = ()
    """Further names by which browsers may call this server."""
    workers: int | None = None
    """Engine processes for moves and hints; by default one for each core and two at least."""

    message_bytes: int = 4096
    body_bytes: int = 64 * 1024
    file_bytes: int = 2 * 1024 * 1024
    """For the paths that take a pasted file."""
    commands_per_second: float = 20.0
    games_per_visitor: int = 10
    """Running ones."""
    sockets_per_visitor: int = 8
    analyses_per_visitor: int = 1
    sockets: int = 1500
    outbox: int = 64
    """Messages that may wait for one reader."""
    claim_seconds: float = 300.0
    """How long a player must be away before the other may claim the win."""
    analysis_seconds: float = 300.0
    analyses: int = 200
    """Those that may wait for the engine together."""
    proof_seconds: float = 20.0
    idle_seconds: float = 120.0
    """After so long a game that nobody looks at leaves the memory, but not the store."""

    def __post_init__(self) -> None:
        if self.port is not None and not 0 <= self.port <= 65535:
            raise InvalidText("port-range", "{port} is not a port; give 0 to 65535", port=self.port)
