"""The referee: one game as a state machine, `(command, now) -> events`, without I/O.

The arena's loop and every user interface feed the same `Referee`. Commands and events are plain
data that JSON can carry, and a referee is rebuilt from the events that were kept.

`terms` what is agreed before a game · `command` what can be asked · `event` what happened ·
`ending` why a game is over · `referee` the machine itself.

For user interfaces: `live` a game with its sitters, who says what a bot is to be asked · `pool`
engine processes that answer · `question` what they can be asked · `worker` what runs in them ·
`hint` why a move is good · `queue` who is served next. From a plain loop, without waiting:

```python
seats = {Seat.FIRST: person("You"), Seat.SECOND: bot("greedy")}
live, ticket = Live.start(Terms("rule:renju"), seats, monotonic()), None
with Pool(workers=1, analysts=0) as pool:
    while not live.is_over:
        for command in whatever_the_person_did():       # Move(Seat.FIRST, "h8"), Undo(…), …
            events = live.handle(command, monotonic())  # [Refused(…)] if it may not be.
        due = live.question(monotonic())                # None unless a bot must act.
        if ticket is not None and (due is None or due.turn != asked.turn):
            ticket.cancel()                             # An undo: nobody wants the answer.
            ticket = None
        if due is not None and ticket is None:
            asked, ticket = due, pool.ask(due.ask)      # Returns at once; a thread waits.
        if ticket is not None and ticket.is_done:
            live.take(asked, ticket.result(), monotonic())
            ticket = None
        draw(live.referee.game)
```

`ticket.result()` blocks instead, and raises BotFault when the engine has failed three times.
`pool.ask(AskHint(position))` and `AskAnalysis` with `on_found` work alike; callbacks come from
other threads. `Live.resume(events, seats, now)` goes on with a game that was kept.
"""

from tengen.play.command import (
    Abort,
    Answer,
    Command,
    Fault,
    Follow,
    Move,
    Offer,
    OfferKind,
    Pause,
    Place,
    Recover,
    Resign,
    Resume,
    Sit,
    Tick,
    Undo,
    command_from_dict,
)
from tengen.play.ending import Ending, ending_of
from tengen.play.event import (
    Answered,
    Ended,
    Event,
    Followed,
    MovePlayed,
    Offered,
    Paused,
    Recovered,
    Refused,
    Resumed,
    Seated,
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
    "Follow",
    "Followed",
    "Move",
    "MovePlayed",
    "Offer",
    "OfferKind",
    "Offered",
    "Pause",
    "Paused",
    "Place",
    "Recover",
    "Recovered",
    "Referee",
    "Refused",
    "Resign",
    "Resume",
    "Resumed",
    "Seated",
    "Sit",
    "Started",
    "Terms",
    "Tick",
    "Undo",
    "Undone",
    "command_from_dict",
    "ending_of",
    "event_from_dict",
]
