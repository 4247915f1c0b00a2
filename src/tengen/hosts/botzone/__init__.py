"""Botzone's game Gomoku: one JSON object in, one out, in a new process each turn or in one."""

from tengen.hosts.botzone.brain import FLAGS, Brain

__all__ = ["FLAGS", "Brain"]
