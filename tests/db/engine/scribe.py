"""A process that writes as fast as it can and says what was acknowledged, until it's killed."""

import asyncio
import os
import sys

from bot.tables.store import Effects
from db.storage import Storage, open_storage
from tests.db.samples import acted, listing, result

TABLES = 8
ENTRIES = 3
"""How many entries each append has."""


def main() -> None:
    asyncio.run(_write(sys.argv[1]))


async def _write(url: str) -> None:
    async with open_storage(url) as storage:
        await asyncio.gather(*(_fill(storage, f"t{number}") for number in range(TABLES)))


async def _fill(storage: Storage, table: str) -> None:
    after = 0
    while True:
        entries = [acted(after + number) for number in range(1, ENTRIES + 1)]
        # The listing tells the length of the log, and the tenth append brings the result.
        shown = listing(table, channel=after + ENTRIES)
        outcome = result(table) if after == 9 * ENTRIES else None
        await storage.store.append(table, after, entries, Effects(shown, outcome))
        after += ENTRIES
        os.write(sys.stdout.fileno(), f"{table} {after}\n".encode())


if __name__ == "__main__":
    main()
