"""What the API takes and gives, as models: they check what comes in and write the OpenAPI page."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
PointText = Annotated[str, Field(max_length=8, examples=["h8"])]
ColorName = Literal["black", "white"]


class Strict(BaseModel):
    """A body that has the fields it should have, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockBody(Strict):
    """A clock: seconds for every move, or seconds for the game with an increment."""

    move: float | None = Field(None, ge=1, le=3600)
    game: float | None = Field(None, ge=1, le=86400)
    increment: float = Field(0, ge=0, le=600)


class NewGameBody(Strict):
    """A new game. A seat is `you`, `open` (somebody may take it by link) or the name of a bot."""

    rule: Annotated[str, Field(max_length=40)] = "freestyle"
    size: int = Field(15, ge=5, le=26)
    opening: Annotated[str, Field(max_length=40)] = "free"
    black: Annotated[str, Field(max_length=60, examples=["you"])] = "you"
    """Under an opening procedure, who opens."""
    white: Annotated[str, Field(max_length=60, examples=["greedy"])] = "level-3"
    clock: ClockBody | None = None
    seed: int | None = Field(None, ge=0, le=2**32 - 1)
    blocked: list[PointText] = Field(default_factory=list, max_length=676)
    traps: list[PointText] = Field(default_factory=list, max_length=676)
    position: Annotated[str, Field(max_length=8000)] = ""
    """Where to start instead, in any notation; then rule, size and points are those it says."""
    name: Name = ""
    """What to call the person."""


class CommandBody(Strict):
    """Something to do in a game; which other fields it needs depends on `do`."""

    do: Literal[
        "move",
        "place",
        "choose",
        "undo",
        "hint",
        "resign",
        "pause",
        "resume",
        "offer",
        "answer",
        "claim",
        "rematch",
        "abort",
        "retry",
    ]
    id: Annotated[str, Field(max_length=64)] | None = None
    """Makes a repeat harmless: the same answer comes again."""
    seq: int | None = None
    """The last event that the sender knows; if there is a later one the answer is `stale`."""
    point: PointText | None = None
    points: list[PointText] | None = Field(None, max_length=9)
    choice: Annotated[str, Field(max_length=20)] | None = None
    kind: Literal["undo", "draw", "rematch"] | None = None
    accept: bool | None = None
    seat: ColorName | None = None
    """Which of one's seats acts, for those who have both."""


class SeatBody(Strict):
    """Sit down on an open seat."""

    seat: ColorName
    name: Name = ""


class ErrorMessage(BaseModel):
    """What went wrong: a code with arguments for translations, and a sentence."""

    is_: Literal["error"] = Field("error", alias="is")
    id: str | None = None
    code: str
    args: dict[str, Any] = {}
    text: str


class OkMessage(BaseModel):
    """A command was carried out; a hint comes with its answer."""

    is_: Literal["ok"] = Field("ok", alias="is")
    id: str | None = None
    hint: dict[str, Any] | None = None
    next: str | None = None


class Created(BaseModel):
    """A new game: where it is, and the tokens of the seats that are the sender's."""

    id: str
    url: str
    tokens: dict[str, str]


class Seated(BaseModel):
    """A seat that was taken, and its token."""

    id: str
    seat: ColorName
    token: str


class GameView(BaseModel):
    """A game's facts."""

    id: str
    rule: str
    size: int
    opening: str
    phase: Literal["wait", "place", "choose", "play", "over"]
    turn: ColorName
    stone: ColorName
    moves: list[str]
    blocked: list[str]
    traps: list[str]
    black: list[str]
    white: list[str]
    choices: list[str]
    place: int
    settled: bool
    mode: Literal["bot", "here", "link", "watch"]
    result: dict[str, Any] | None


class SeatView(BaseModel):
    """Who sits on a seat."""

    name: str
    kind: Literal["person", "bot", "open", "program"]
    here: bool | None = None
    away_ms: int | None = None
    rating: float | None = None


class ClockView(BaseModel):
    """What is left on both clocks, in milliseconds."""

    black_ms: int | None
    white_ms: int | None
    running: ColorName | None


class StateMessage(BaseModel):
    """The whole game, for somebody who has just arrived."""

    is_: Literal["state"] = Field("state", alias="is")
    seq: int
    game: GameView
    seats: dict[ColorName, SeatView]
    you: list[ColorName]
    clock: ClockView | None
    scene: dict[str, Any]
    offer: dict[str, Any] | None
    paused: str | None
    thinking: dict[str, Any] | None
    next: str | None
    spectators: int
    claim_ms: int
    """How long the other player must be away before the win can be claimed."""


class GameRow(BaseModel):
    """A game in a list."""

    id: str
    url: str
    rule: str
    size: int
    opening: str
    seats: dict[ColorName, dict[str, str]]
    you: list[ColorName]
    moves: int
    result: dict[str, Any] | None
    started_at: float
    finished_at: float | None


class GameList(BaseModel):
    """A page of games, the newest first; `next` is the `before` of the following page."""

    games: list[GameRow]
    total: int
    next: int | None


class Health(BaseModel):
    """How the server is."""

    ok: bool
    version: str
    games: int
    sockets: int
    thinking: int
    writable: bool


PositionText = Annotated[str, Field(max_length=1_000_000, examples=["h8i9g7"])]


class PositionBody(Strict):
    """A position in any notation; `rule` and `size` count where it is silent."""

    position: PositionText = ""
    rule: Annotated[str, Field(max_length=40)] | None = None
    size: int | None = Field(None, ge=5, le=26)


class PositionView(BaseModel):
    """What a text describes, and what the rules say about it."""

    recognised: str
    position: str
    game: dict[str, Any]
    scene: dict[str, Any]


class AnalysisBody(Strict):
    """A position to analyse, and in how many lines."""

    position: Annotated[str, Field(max_length=20_000, examples=["h8i9g7"])] = ""
    rule: Annotated[str, Field(max_length=40)] | None = None
    size: int | None = Field(None, ge=5, le=26)
    lines: int = Field(3, ge=1, le=5)


class AnalysisStarted(BaseModel):
    """An analysis, and where its socket is."""

    id: str
    url: str


class ProofBody(Strict):
    """A position in which the side to move may have a forced win."""

    position: Annotated[str, Field(max_length=20_000, examples=["h8i9g7"])] = ""
    rule: Annotated[str, Field(max_length=40)] | None = None
    size: int | None = Field(None, ge=5, le=26)
    seconds: float = Field(10, ge=0.1, le=60)


class ProofView(BaseModel):
    """What the solver found: `win`, `no win` (by threats) or `unknown`, with the proof of a win."""

    verdict: Literal["win", "no win", "unknown"]
    plies: int | None
    nodes: int
    seconds: float
    line: list[str]
    proof: dict[str, Any] | None


class TreeBody(Strict):
    """A tree of variations."""

    sgf: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class TreeShared(BaseModel):
    """Where a shared tree is."""

    id: str
    url: str


class TreeView(BaseModel):
    """A shared tree."""

    id: str
    sgf: str
