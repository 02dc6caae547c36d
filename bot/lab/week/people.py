"""The people of the week: who plays on which day, how, and what becomes of them."""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["FIRST_USER", "SERVERS", "Guest", "guests_of"]

FIRST_USER: Final = 10**17
"""Ids are as long as Discord's, so that they can be looked for in texts."""

SERVERS: Final = 6
_PLAYS: Final = 0.8
_LEAVES: Final = 0.1
_TWICE: Final = 0.1
_FORGOTTEN: Final = 0.02
_PRACTISES: Final = 0.1


class Guest(NamedTuple):
    """What one person does on one day; the same for the same plan, person and day."""

    user: int
    guild: int
    plays: bool
    leaves: bool
    """Begins the deal, and does not finish it."""
    twice: bool
    """Clicks on two devices at once."""
    forgotten: bool
    """Has their data deleted after the deal, and tries it again."""
    practises: bool
    """Plays the deal of the day before again."""
    level: str
    luck: float
    """From 0 to 1: picks the answer to the puzzle."""


def guests_of(people: int, day: int, seed: int) -> Sequence[Guest]:
    """Return what everybody does on a day."""
    return [_guest(number, day, seed) for number in range(people)]


def _guest(number: int, day: int, seed: int) -> Guest:
    source = random.Random(f"{seed} {day} {number}")  # noqa: S311 - nothing secret hangs on it
    return Guest(
        FIRST_USER + number,
        (1 + number % SERVERS) << 22,
        source.random() < _PLAYS,
        source.random() < _LEAVES,
        source.random() < _TWICE,
        source.random() < _FORGOTTEN,
        source.random() < _PRACTISES,
        "easy" if number % 3 else "normal",
        source.random(),
    )
