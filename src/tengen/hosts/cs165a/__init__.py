"""The course CS165A's game Gobang: a program to be played on the command line, by a referee."""

from tengen.hosts.cs165a.brain import FLAGS, Brain

__all__ = ["FLAGS", "Brain"]
