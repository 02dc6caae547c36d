"""What a night may be, and how often people come and go: our own bounds, whatever is sent."""

from typing import Final

from bot.face.numbers import counted
from bot.night.events import CameBack, Joined, Left
from bot.night.night import MOST_IN_ROUND_ROBIN, Night
from bot.night.sizes import room
from bot.tables.core.errors import RefusedError
from bot.tables.nights.store import NightPlan, StoredNight

__all__ = [
    "LONGEST_NOTICE",
    "MOST_AT_ONCE",
    "MOST_CHANGES",
    "MOST_PEOPLE",
    "MOST_ROUNDS",
    "check_plan",
    "must_have_changes_left",
    "must_have_room",
    "must_have_seats",
    "room_of",
    "why_closed",
]

LONGEST_NOTICE: Final = 10_080
"""Minutes from the planning of a night to its start: a week."""

MOST_ROUNDS: Final = 10

MOST_AT_ONCE: Final = 5
"""Nights of one server that are planned or played."""

MOST_PEOPLE: Final = 128
"""People who ever were in at a night."""

MOST_CHANGES: Final = 20
"""How often somebody may come and go at a night; each time is an event in its log."""


def check_plan(plan: NightPlan, now: int) -> None:
    """Raise ``RefusedError`` for a night that is too far off, over already, or too long."""
    if not now < plan.starts_at <= now + LONGEST_NOTICE * 60_000:
        raise RefusedError(f"A night starts in 1 to {LONGEST_NOTICE:,} minutes, which is a week.")
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise RefusedError(f"A night has {counted(MOST_ROUNDS, 'round')} at most.")


def must_have_room(nights: int) -> None:
    """Raise ``RefusedError`` if a server has so many nights that it can't have another one."""
    if nights >= MOST_AT_ONCE:
        raise RefusedError(f"A server can have {MOST_AT_ONCE} league nights at a time.")


def room_of(night: Night) -> int:
    """Return how many people can be in at a night: as many as it can have tables for."""
    return room(night.form, night.sizes, MOST_PEOPLE)


def must_have_seats(stored: StoredNight) -> None:
    """Raise ``RefusedError`` if as many people have been in at a night as it has tables for."""
    most = room_of(stored.night)
    # A round robin says so itself, and people who left it before it began take no room.
    if stored.night.form != "round robin" and len(stored.people) >= most:
        raise RefusedError(f"This night is full: it has room for {most} people.")


def must_have_changes_left(stored: StoredNight, number: int) -> None:
    """Raise ``RefusedError`` for somebody who has come and gone too often.

    It is looked at only when they come: everybody can always leave.
    """
    kinds = Joined | Left | CameBack
    changes = sum(isinstance(one, kinds) and one.person == number for one in stored.events)
    if changes >= MOST_CHANGES:
        raise RefusedError("You've come and gone too often. You can't join this night any more.")


def why_closed(night: Night) -> str:
    """Say why nobody new can join."""
    if night.form != "round robin":
        return "Nobody can join this night any more."
    if night.rounds:
        return "This round robin has begun, so nobody new can join."
    return f"This round robin is full: it has {MOST_IN_ROUND_ROBIN} people."
