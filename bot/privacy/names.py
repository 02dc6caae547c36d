"""People's names as they are now: a renamed person is found under the new name everywhere."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from bot.league.people import Visibility
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.lobby import rename
from bot.tables.store import StoreUnavailableError
from db.repositories.people import People

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""People of whom this process remembers the name that is stored."""

_PATIENCE: Final = 1.0
"""Seconds that an answer waits for a new name to be stored."""


class Names:
    """Takes note of the names under which people come, and stores new ones.

    A name is stored with each result and in the log of each table. Results get the new one, and so
    do tables that go on: their logs say when. The log of a match that is over stays as it was.
    """

    def __init__(self, host: Host, people: People) -> None:
        self._host = host
        self._people = people
        self._known: dict[tuple[int, int], str] = {}
        self._storing: set[asyncio.Task[None]] = set()

    async def seen(self, guild: int | None, person: Person) -> None:
        """Take note of a person's name on a server; never raises.

        Nothing is read as long as the name stays. Where the storage is slow, it goes on alone.
        """
        if guild is None or self._known.get((guild, person.id)) == person.name:
            return
        while len(self._known) >= _REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[guild, person.id] = person.name
        storing = asyncio.create_task(self._store(guild, person), name="storing a name")
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        await asyncio.wait([storing], timeout=_PATIENCE)

    async def _store(self, guild: int, person: Person) -> None:
        try:
            await self._people.rename(guild, person.id, person.name)
            for listing in self._host.tables_of(person.id, guild):
                table = await self._host.table(listing.table)
                await table.do(rename(person))
        except (RefusedError, StoreUnavailableError) as error:
            self._known.pop((guild, person.id), None)
            logger.debug("a name was not stored: %s", type(error).__name__)


async def hidden_among(people: People, users: Iterable[int | None]) -> frozenset[int]:
    """Return who of these users keeps their results to themselves; None is nobody.

    Raises ``StoreUnavailableError``.
    """
    asked = {user for user in users if user is not None}
    chosen = await people.visibility(asked) if asked else {}
    return frozenset(user for user, value in chosen.items() if value is Visibility.HIDDEN)
