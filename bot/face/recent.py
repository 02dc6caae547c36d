"""The last play and the last turn, found in recent events, for pictures and texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.game.contract import Seat

__all__ = ["LastPlay", "last_of", "last_turn"]

C = TypeVar("C")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class LastPlay(Generic[C]):
    """The last play: its seat, what it did, and the card, if everybody saw it."""

    seat: Seat
    done: str
    card: C | None = None


def last_of(events: Sequence[object], play: Callable[[object], P | None]) -> P | None:
    """Return the last play among the events, if there is one."""
    plays = map(play, reversed(events))
    return next((found for found in plays if found is not None), None)


def last_turn(events: Sequence[object], starts: type) -> Sequence[object]:
    """Return the events from the start of the last turn in which a seat did something.

    Events of type ``starts`` begin a turn; events with a ``seat`` were done by a seat.
    """
    done = False
    for at in range(len(events) - 1, -1, -1):
        if not isinstance(events[at], starts):
            done = done or hasattr(events[at], "seat")
        elif done:
            return events[at:]
    return events
