"""The Gomocup protocol, both ends: `Brain` is ours, and `driver` drives programs of others."""

from tengen.hosts.gomocup.brain import Brain

__all__ = ["Brain"]
