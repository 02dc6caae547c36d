"""Storage of personal data: export and deletion; ``db`` implements it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

__all__ = ["Privacy", "Trace"]


@dataclass(frozen=True, slots=True)
class Trace:
    """A table with data about a person, and whether it is closed."""

    table: str
    closed: bool


class Privacy(Protocol):
    """A person's data. All calls raise ``StoreUnavailableError``."""

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return all that is stored about a person, as JSON; no secrets, nobody else's data."""

    async def traces(self, user: int) -> Sequence[Trace]:
        """Return the tables whose log, listing or result has data about a person."""

    async def begin(self, user: int, now: int, *, new: bool) -> int | None:
        """Return the id of a former player, below zero, that stands for a person from now on.

        It is the same until :meth:`end`, also after a crash. If no deletion was begun there is a
        ``new`` one, or None. For a while the person is recognised by it if they come back. ``now``
        is in milliseconds since 1970.
        """

    async def end(self, former: int) -> None:
        """Store that a deletion is done: the next one of the same person has another id."""

    async def erase(self, table: str, user: int, former: int) -> None:
        """Put a former player into a person's place in a table's data, in one transaction.

        The person must have left the table, and nobody may write to its log from a state that
        still has them: :class:`bot.tables.privacy.forgetting.Forgetting` makes sure of both.
        """

    async def erase_league(self, user: int, former: int | None) -> None:
        """Delete a person's league figures on all servers; nobody else's change.

        What protects others is kept as a former player's, and shown to nobody: who has met them
        how often, and their rating.
        """

    async def erase_dailies(self, user: int) -> None:
        """Make a person's daily rounds and answers to puzzles those of a former player.

        Rounds for practice are deleted.
        """

    async def erase_puzzles(self, user: int, now: int) -> None:
        """Delete the puzzles grown from a person's matches, and that they let them be made.

        Their answers to others become those of a former player.
        """

    async def erase_nights(self, user: int) -> None:
        """Make a person a former player of their league nights, who gets no pings."""

    async def erase_chips(self, user: int, now: int) -> None:
        """Move a person's chips on all servers to the former players' account.

        A pseudonymous code remembers the last gift for a while, so that nobody who comes back
        gets starting chips twice. ``now`` is in milliseconds since 1970.
        """
