"""What people choose about themselves: who may see their results; ``db`` implements it."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final, Protocol

__all__ = ["HIDDEN_NAME", "People", "Visibility", "hidden_among"]

HIDDEN_NAME: Final = "Hidden player"
"""Stands for people who keep their results to themselves."""


class Visibility(StrEnum):
    """Who may see a person's results: standings, profile, matches and head to head.

    Everybody sees their own, and nobody's choice changes a place or a point.
    """

    PUBLIC = "public"
    """Everybody, on every server that has the bot."""
    SERVER = "server"
    """Only people on the server where the matches were played: what nobody has chosen."""
    HIDDEN = "hidden"
    """Nobody else: the standings show a line without a name."""


class People(Protocol):
    """People's choices. All calls raise ``StoreUnavailableError``."""

    async def visibility(self, users: Collection[int]) -> Mapping[int, Visibility]:
        """Return what each of these people has chosen, or the default."""

    async def choose(self, user: int, visibility: Visibility) -> None:
        """Store who may see a person's results."""


async def hidden_among(people: People, users: Collection[int]) -> frozenset[int]:
    """Return those who keep their results to themselves; raises ``StoreUnavailableError``."""
    chosen = await people.visibility(users)
    return frozenset(user for user, value in chosen.items() if value is Visibility.HIDDEN)
