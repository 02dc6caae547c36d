"""What follows from one secret, at one table or at several."""

from typing import NamedTuple

__all__ = ["Dealt"]


class Dealt(NamedTuple):
    """The deal of a table, as its log has it."""

    secret: str
    """32 bytes in hexadecimal, from which all cards follow."""
    board: str | None = None
    """What the logs of the tables call it that have this deal; None if it is one alone."""
    night: str | None = None
    """The table of a league night, as records have it, from whose secret this one follows."""
