"""What the storage keeps about one person, and what it takes to forget them; ``db`` meets it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

__all__ = ["Privacy", "Trace"]


@dataclass(frozen=True, slots=True)
class Trace:
    """A table that knows of a person, and whether it is over."""

    table: str
    closed: bool


class Privacy(Protocol):
    """A person's data. All calls raise ``StoreUnavailableError``."""

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return all that is stored about a person, as JSON; no secret, and nobody else's data."""

    async def traces(self, user: int) -> Sequence[Trace]:
        """Return the tables that know of a person: in their logs, listings or results."""

    async def erase(self, table: str, user: int) -> None:
        """Take a person's id and names out of what is stored of a table, in one transaction.

        The person has no seat there any more, and nobody adds to the table's log with knowledge
        of them: :class:`bot.tables.privacy.forgetting.Forgetting` sees to both.
        """

    async def erase_chips(self, user: int, now: int) -> None:
        """Leave a person's chips, on all servers, to the former players.

        That somebody was given chips stays known for a while, by a code: so nobody who comes back
        is given them twice. ``now`` is in milliseconds since 1970.
        """
