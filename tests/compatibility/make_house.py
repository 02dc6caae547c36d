# It imports modules of the version before, which are not there any more.
# mypy: ignore-errors
# ruff: noqa: I001
"""The host of the version before, whose people, cards and ids are the same on every run."""

import random
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bot.kai.players import player_for
from bot.tables import lobby
from bot.tables.due import next_due
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.host import Host
from bot.tables.keeper import Terms
from bot.tables.ports import Ports
from bot.tables.rules import HouseRules
from bot.tables.sight import look
from bot.tables.state import TableState, human_seats, kai_seat
from bot.tables.table import Table
from bot.tables.thinking import Thinking
from db.storage import Storage
from tests.patience import until
from tests.tables.house import GAMES, HandClock, Housing, act, asker


MINA = Person(id=810_000_000_000_000_011, name="Mina")
SAM = Person(id=820_000_000_000_000_012, name="Sam *the* _Shark_")
ADA = Person(id=830_000_000_000_000_013, name="Adá 🃏")
TOM = Person(id=840_000_000_000_000_014, name="Tom")
EVE = Person(id=850_000_000_000_000_015, name="Eve")
PEOPLE = (MINA, SAM, ADA, TOM)

HOME, CLUB = 910_000_000_000_000_001, 920_000_000_000_000_002
"""Two servers."""

BEGIN = 1_790_000_000_000
"""When the evening begins, in milliseconds since 1970."""

WILD = 0.25
"""How often a person does anything at random, where else they do what Kai would do."""

RULES = HouseRules(
    tables_per_channel=9, tables_per_server=99, tables_per_person=99, round_pause=3600
)
"""The pause between two rounds is long, so that a table can be left in one."""


def choice(source: random.Random, game: str, view: object, legal: Sequence[Any]) -> Any:  # noqa: ANN401 - any game's action
    """Return what a person does: mostly what Kai would do."""
    if source.random() < WILD:
        return source.choice(legal)
    return player_for(game, "normal").choose(view, legal).action


class Night(Housing):
    """A house whose Kai is the real one, and where chance comes from a seed."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(path, RULES)
        self.clock = HandClock(BEGIN)
        self.source = random.Random(seed)
        self._channel = 930_000_000_000_000_000
        # The ids of tables and bookings, too: nobody else runs in this process.
        secrets.token_hex = lambda count: self.source.randbytes(count).hex()

    async def opened(
        self,
        setup: TableSetup,
        people: Sequence[Person],
        kai: Sequence[str] = (),
        *,
        guild: int = HOME,
        cuts: int = 0,
        start: bool = True,
    ) -> Table:
        """Open a table with these people and Kai; so many of them cut, and all put in an ante."""
        self._channel += 1
        host, *guests = people
        table = await self.host.open(host, Place(guild=guild, channel=self._channel), setup, kai)
        for guest in guests:
            self.clock.advance(4)
            await self.host.join(table.id, guest)
        for person in people[:cuts]:
            await table.do(lobby.cut(person.id, f"swan {person.name}", self.rules.longest_cut))
        if setup.ante and start:
            for person in people:
                await table.do(lobby.agree(person.id, lobby.terms(setup)))
        if start:
            await table.do(lobby.start(asker(host)))
        return table

    async def play(
        self,
        table: Table,
        *,
        actions: int | None = None,
        to: Callable[[TableState], bool] = lambda _: False,
    ) -> None:
        """Play to the end, or until a person is to move and this is so or so much was done."""
        while table.state.closed is None:
            if self._kai_is_next(table.state):
                await self.wait_at(table)
                continue
            if to(table.state) or (actions is not None and table.state.ply >= actions):
                return
            self.clock.advance(self.source.choice((2, 3, 5)))
            seat = self.source.choice(human_seats(table.state))
            view = look(table.state, seat).scene.view
            chosen = partial(choice, self.source, table.state.setup.game, view)
            await act(table, seat, chosen)

    async def wait_at(self, table: Table) -> None:
        """Let the time go by until a table does something by itself."""
        before = table.state
        due = next_due(before, self.rules)
        self.clock.advance(max(0, due.at - self.clock.now()) / 1000)
        await until(lambda: table.state is not before)

    def _kai_is_next(self, state: TableState) -> bool:
        return not state.stage.paused and kai_seat(state) is not None

    def _new_host(self, storage: Storage, terms: Terms) -> Host:
        thinking = Thinking(player_for, self._executor)
        ports = Ports(storage.store, self.notebook, thinking, self.clock, storage.leases)
        return Host(GAMES, ports, self.rules, terms=terms, draw_secret=self.source.randbytes)
