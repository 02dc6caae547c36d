"""What happened last, as far as pictures and words tell of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.game.contract import Seat

__all__ = ["LastPlay", "last_of", "last_turn"]

C = TypeVar("C")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class LastPlay(Generic[C]):
    """What was done last: by whom, and the card that everybody saw, if any."""

    seat: Seat
    done: str
    card: C | None = None


def last_of(events: Sequence[object], play: Callable[[object], P | None]) -> P | None:
    """Return the last play that these events tell of, if any does."""
    plays = map(play, reversed(events))
    return next((found for found in plays if found is not None), None)


def last_turn(events: Sequence[object], starts: type) -> Sequence[object]:
    """Return the events since the beginning of the last turn in which a seat did something.

    An event of type ``starts`` begins a turn; those with a ``seat`` are somebody's doing.
    """
    done = False
    for at in range(len(events) - 1, -1, -1):
        if not isinstance(events[at], starts):
            done = done or hasattr(events[at], "seat")
        elif done:
            return events[at:]
    return events
