"""The errors of the arena; each has a sentence for the user."""

__all__ = ["ArenaError", "FailedError", "UnusableError"]


class ArenaError(Exception):
    """The run cannot start or continue; the text says why."""


class UnusableError(ArenaError):
    """An argument is unknown or not allowed."""


class FailedError(ArenaError):
    """A program raised an error, or chose what is not legal."""
