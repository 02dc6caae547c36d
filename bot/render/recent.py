"""What happened last, as far as pictures and words tell of it."""

from collections.abc import Sequence

__all__ = ["last_turn"]


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
