"""``python -m tests.compatibility.keep_house``: keep a house of today's schema in ``houses/``."""

import asyncio
import gzip
import json
import random
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.games.registry import GAMES
from bot.tables.state import TableState
from db.maintenance.upgrade import head, upgrade
from tests.cogs.guest import Guest
from tests.cogs.shown import Shown
from tests.cogs.world import World

FOLDER: Final = Path(__file__).parent / "houses"
SCHEMAS: Final = sorted(path.stem for path in FOLDER.glob("*.json"))
ROOM: Final = {"tables_per_channel": 9, "tables_per_server": 20}

COMMANDS: Final = (
    *("daily play", "puzzle", "league standings", "match list"),
    *("league profile", "league chips", "help"),
)
"""Whose answers have buttons."""

BEGUN: Final = 7
"""Actions after which a match is left as it stands."""

LONGEST: Final = 400
"""Moves that a match is tried on; one of CAP-IT at random is far longer."""


def read_house(schema: str) -> tuple[str, dict[str, Any]]:
    """Return the database of a version as SQL, and what the version said of it."""
    sql = gzip.decompress((FOLDER / f"{schema}.sql.gz").read_bytes()).decode("utf-8")
    told: dict[str, Any] = json.loads((FOLDER / f"{schema}.json").read_text("utf-8"))
    return sql, told


def stands(state: TableState) -> dict[str, Any]:
    """Say where a match stands, and what can be done there."""
    game, position = state.game, state.position
    acting = sorted(game.to_act(position))
    return {
        "game": game.name,
        "ply": state.ply,
        "legal": {str(seat): sorted(map(str, game.legal(position, seat))) for seat in acting},
        "paused": state.paused is not None,
    }


def _leads(state: TableState) -> dict[str, Any]:
    """Choose moves at random, and say where they lead: that shows cards nobody has seen yet."""
    game, position, source = state.game, state.position, random.Random(5)
    moves = list[str]()
    while (acting := sorted(game.to_act(position))) and len(moves) <= LONGEST:
        seat = source.choice(acting)
        action = source.choice(sorted(map(str, game.legal(position, seat))))
        moves.append(f"{seat} {action}")
        position = game.apply(position, seat, game.parse(action)).state
    end = game.outcome(position)
    return {"moves": moves, "scores": None if end is None else list(end.scores)}


@dataclass
class Evening:
    """An evening in a world, and what is kept of it beside the database."""

    world: World
    people: list[int] = field(default_factory=list)
    controls: set[str] = field(default_factory=set)
    running: dict[str, dict[str, Any]] = field(default_factory=dict)

    def _keep(self, shown: Shown) -> None:
        self.controls |= {*shown.ids, *shown.menus}

    async def _sit(self, game: str, **options: Any) -> tuple[str, list[Guest]]:  # noqa: ANN401 - as they are chosen
        """Start a match of two people, and return the table and the two, the host first."""
        number = len(self.people)
        guests = await self.world.sit(
            f"P{number}", f"P{number + 1}", game=game, hints=True, **options
        )
        self.people += [guest.id for guest in guests]
        return self.world.table_id(), sorted(guests, key=lambda guest: guest.id)

    async def finish(self) -> str:
        """Play a ranked match to its end, of one round, which counts by a setting alone."""
        table, guests = await self._sit("kapow", ranked=True, rounds=1, cards=9)
        await self.world.play(guests)
        self._keep(self.world.board)
        return table

    async def begin(self, game: str, *, pause: bool) -> None:
        """Leave a match in the middle of a turn, or paused."""
        table, guests = await self._sit(game)
        await self.world.play(guests, lambda state: state.ply >= BEGUN)
        for guest in guests:
            self._keep(await guest.open_hand())
        if pause:
            await guests[0].actor.slash(self.world.channel, "table pause", table=table)
        self._keep(self.world.board)
        state = await self.world.state(table)
        self.running[table] = {**stands(state), **_leads(state)}

    async def lobby(self) -> str:
        """Open a table that nobody else joins."""
        host = self.world.guest(f"P{len(self.people)}")
        self.people.append(host.id)
        await host.play(game="kabobo")
        self._keep(self.world.board)
        table = self.world.table_id()
        for command in COMMANDS:
            answer = await host.actor.slash(self.world.channel, command)
            if answer.response is not None:
                self._keep(Shown(answer.response.message))
        return table


async def _live(file: Path) -> dict[str, Any]:
    """Fill a database with an evening, and say what the tests should find."""
    await upgrade(f"sqlite+aiosqlite:///{file}")
    world = World(file, ROOM)
    await world.start()
    await world.set(count_short=True)
    evening = Evening(world)
    finished = await evening.finish()
    for game in sorted(GAMES):
        await evening.begin(game, pause=game == max(GAMES))
    lobby = await evening.lobby()
    server, channel = world.guild.id, world.channel.id
    await world.stop()
    return {
        "guild": server,
        "channel": channel,
        "people": evening.people,
        "running": evening.running,
        "lobby": lobby,
        "finished": finished,
        "controls": sorted(evening.controls),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        told = asyncio.run(_live(file))
        with closing(sqlite3.connect(file)) as connection:
            sql = "\n".join((*connection.iterdump(), ""))
    (FOLDER / f"{head()}.sql.gz").write_bytes(gzip.compress(sql.encode(), 9, mtime=0))
    (FOLDER / f"{head()}.json").write_text(f"{json.dumps(told, indent=1)}\n", "utf-8")


if __name__ == "__main__":
    main()
