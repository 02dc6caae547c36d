"""What ends a run of the arena, each with a sentence for whoever started it."""

__all__ = ["ArenaError", "FailedError", "UnusableError"]


class ArenaError(Exception):
    """The run cannot begin or go on; its text says why."""


class UnusableError(ArenaError):
    """What was asked for is not there, or not allowed."""


class FailedError(ArenaError):
    """A program raised an error, or chose what is not legal."""
