"""The course CS303's platform: a class `AI` whose last candidate is its move.

The platform calls the class in its own process. So that a program can be judged safely in another
one, tengen has a wire of its own for it: see `wire`.
"""

from tengen.hosts.cs303.ai import AI
from tengen.hosts.cs303.brain import FLAGS, Brain

__all__ = ["AI", "FLAGS", "Brain"]
