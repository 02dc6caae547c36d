"""A process that plays at one table forever and prints each acknowledged move.

``python -m tests.tables.busy_house FILE GAME SEED`` goes on with the table in the database,
if there is one; the tests kill it in the middle of whatever it does.
"""

import asyncio
import random
import sys
from pathlib import Path

from bot.tables.entries import TableSetup
from bot.tables.table import Table
from tests.short import short
from tests.tables.house import GAMES, MINA, PLACE, SAM, Housing, act


async def play_for_ever(file: Path, game: str, source: random.Random) -> None:
    housing = Housing(file)
    await housing.reopen()
    while True:
        table = await _table(housing, game)
        while table.state.closed is None:
            await act(table, source.choice(sorted(table.state.to_act)), source.choice)
            print(f"{table.id} {table.state.seq}", flush=True)  # In one piece, or not at all.


async def _table(housing: Housing, game: str) -> Table:
    for listing in housing.host.tables_in(PLACE.guild):
        return await housing.host.table(listing.table)
    setup = TableSetup(game=game, options={**short(GAMES[game])})
    return await housing.started(setup, MINA, SAM)


if __name__ == "__main__":
    asyncio.run(play_for_ever(Path(sys.argv[1]), sys.argv[2], random.Random(int(sys.argv[3]))))
