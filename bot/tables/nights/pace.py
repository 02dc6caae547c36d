"""How long things take, by the form of a night."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.night.events import Form
from bot.tables.core.entries import Clock

__all__ = ["PACES", "Pace"]

_HOUR: Final = 3_600
"""Seconds."""


class Pace(NamedTuple):
    """How fast the nights of a form go."""

    clock: Clock
    """Of each turn."""
    longest_round: int
    """Milliseconds after which the tables of a round that still play are not waited for."""
    looks: float
    """Seconds between two looks at what is due."""
    latest: int
    """Milliseconds that the night may begin late after an outage; later, it is called off."""


_EVENING: Final = Pace(Clock(kind="live", seconds=60), _HOUR * 1000, 5, 600_000)
"""Everybody waits for the last table."""

PACES: Final[Mapping[Form, Pace]] = MappingProxyType(
    {
        "swiss": _EVENING,
        "duplicate": _EVENING,
        # Without hours: people play when they have time.
        "round robin": Pace(
            Clock(kind="slow", seconds=12 * _HOUR), 72 * _HOUR * 1000, 300, 12 * _HOUR * 1000
        ),
    }
)
