"""The course CS4386's Trap Gomoku: `play_games` reads a board and saves a decision.

The course's judge calls the function in its own process, and what it does behind `read_ckbd` and
`save_decision` is not public. So that a program can be judged safely in another process, tengen has
a wire of its own for it: see `wire`.
"""

from tengen.hosts.cs4386.brain import FLAGS, Brain
from tengen.hosts.cs4386.player import decide, make_play_games

__all__ = ["FLAGS", "Brain", "decide", "make_play_games"]
