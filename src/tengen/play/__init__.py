"""The referee: one game as a state machine, `(command, now) -> events`, without I/O.

The arena's loop and every user interface feed the same `Referee`. Commands and events are plain
data that JSON can carry, and a referee is rebuilt from the events that were kept.

`terms` what is agreed before a game · `command` what can be asked · `event` what happened ·
`ending` why a game is over · `referee` the machine itself.
"""

from tengen.play.command import (
    Abort,
    Answer,
    Command,
    Fault,
    Move,
    Offer,
    OfferKind,
    Pause,
    Recover,
    Resign,
    Resume,
    Tick,
    Undo,
    command_from_dict,
)
from tengen.play.ending import Ending, ending_of
from tengen.play.event import (
    Answered,
    Ended,
    Event,
    MovePlayed,
    Offered,
    Paused,
    Recovered,
    Refused,
    Resumed,
    Started,
    Undone,
    event_from_dict,
)
from tengen.play.referee import Referee
from tengen.play.terms import Terms

__all__ = [
    "Abort",
    "Answer",
    "Answered",
    "Command",
    "Ended",
    "Ending",
    "Event",
    "Fault",
    "Move",
    "MovePlayed",
    "Offer",
    "OfferKind",
    "Offered",
    "Pause",
    "Paused",
    "Recover",
    "Recovered",
    "Referee",
    "Refused",
    "Resign",
    "Resume",
    "Resumed",
    "Started",
    "Terms",
    "Tick",
    "Undo",
    "Undone",
    "command_from_dict",
    "ending_of",
    "event_from_dict",
]
