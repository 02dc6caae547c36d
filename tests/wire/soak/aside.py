"""Lobbies and matches that are not played to their end."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from tests.wire.soak.party import Party

__all__ = ["ASIDES", "Aside"]

Aside: TypeAlias = Callable[[Party], Awaitable[None]]

FEW: Final = 12
"""Clicks before a match is given up."""


async def forget_a_lobby(party: Party) -> None:
    """Open a table, and leave it be until it expires."""
    await party.gather()


async def empty_a_lobby(party: Party) -> None:
    """Open a table, sit down, and all get up again."""
    await forget_a_lobby(party)
    for person in party.people:
        await party.press(person, "Leave")


async def end_a_match(party: Party) -> None:
    """Begin a match, and end it."""
    await _begin(party)
    await party.manage("end")


async def leave_a_match(party: Party) -> None:
    """Begin a match, and all leave it."""
    await _begin(party)
    for person in party.people:
        await party.leave(person)


async def pause_a_match(party: Party) -> None:
    """Begin a match, pause it, and never come back: the pause ends, and then the match closes."""
    await _begin(party)
    await party.manage("pause")


async def _begin(party: Party) -> None:
    await party.sit_down(kai=1, rounds=10)
    for _ in range(FEW):
        await party.play_on()


ASIDES: Final[Sequence[Aside]] = (
    forget_a_lobby,
    empty_a_lobby,
    end_a_match,
    leave_a_match,
    pause_a_match,
)
