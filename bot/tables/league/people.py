"""What people choose about themselves: who may see their results; ``db`` implements it."""

from collections.abc import Collection, Iterable, Mapping
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


async def hidden_among(people: People, users: Iterable[int | None]) -> frozenset[int]:
    """Return who of these users keeps their results to themselves; None is nobody.

    Raises ``StoreUnavailableError``.
    """
    asked = {user for user in users if user is not None}
    chosen = await people.visibility(asked) if asked else {}
    return frozenset(user for user, value in chosen.items() if value is Visibility.HIDDEN)
