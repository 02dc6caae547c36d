"""Play the matches of an evening, several at once, one step of one of them after the other."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.games.registry import GAMES
from bot.lab.year.people import Guest, decide
from bot.lab.year.server import GUILD, RULES, Server
from bot.tables.core import lobby, match
from bot.tables.core.command import Asker
from bot.tables.core.entries import Clock, Person, Place, TableSetup
from bot.tables.core.sight import look
from bot.tables.core.state import TableState, human_seats
from bot.tables.core.store import MatchResult
from bot.tables.hosting.table import Table
from bot.tables.league.results import match_result

__all__ = ["Evening", "plan"]

_LENGTHS: Final[Mapping[str, Mapping[str, int | bool]]] = {
    "kapow": {"rounds": 1, "cards": 9},
    "kabobo": {"max_rounds": 1, "max_turns": 12},
    "capit": {"rounds": 1},
    "chowpow": {"max_turns": 20},
}
"""Options of short matches."""

_FULL: Final = 0.02
"""The share of matches of full length; they take many times as long."""

_KICK: Final = 0.0003
_MODERATOR: Final = Asker(Person(id=1, name="A moderator"), moderator=True)
_BACK: Final = 0.02
_CLOCK: Final = 300


def plan(game: str, source: random.Random) -> TableSetup:
    """Return a table's setup: mostly short and ranked, some with a clock."""
    options = {} if source.random() < _FULL else dict(_LENGTHS.get(game, {}))
    clock = Clock(kind="live", seconds=_CLOCK) if source.random() < 0.3 else Clock()
    return TableSetup(game=game, options=options, clock=clock, ranked=source.random() < 0.88)


@dataclass
class Evening:
    """The tables that are open, and who sits there."""

    server: Server
    source: random.Random
    guests: Mapping[int, Guest]
    """By user."""
    short_counts: bool = True
    tables: list[str] = field(default_factory=list)
    finished: list[MatchResult] = field(default_factory=list)
    closed: int = 0
    """Matches that were closed without a result."""

    async def open(self, game: str, people: Sequence[Guest]) -> None:
        """Open a table, let everybody join, and start."""
        host, setup = people[0].person, plan(game, self.source)
        table = await self.server.host.open(host, Place(guild=GUILD, channel=2), setup)
        for guest in people[1:]:
            await self.server.host.join(table.id, guest.person)
        if levels := self._levels(GAMES[game].seats, len(people)):
            await table.do(lobby.add_kai(host.id, *levels))
        await table.do(lobby.start(Asker(host), short_counts=self.short_counts))
        self.tables.append(table.id)
        await self.settle()

    async def step(self) -> None:
        """Let somebody at one of the tables do something; time goes on a little."""
        self.server.clock.advance(self.source.uniform(0.1, 2))
        await self.settle()
        if not self.tables:
            return
        table = await self.server.table(self.source.choice(self.tables))
        state = table.state
        if state.paused or (state.stage and state.stage.paused):
            await self._wait(table)
        elif not await self._come_back(table) and (seats := human_seats(state)):
            await self._turn(table, self.source.choice(seats))
        await self.settle()

    async def settle(self) -> None:
        """Let the house do what is due, and take in what is over."""
        states = await self.server.settle(self.tables)
        over = sorted(
            (state for state in states.values() if state.closed),
            key=lambda state: state.closed.at if state.closed else 0,
        )
        for state in over:
            self.tables.remove(state.id)
            result = match_result(state)
            if result is None:
                self.closed += 1
            else:
                self.finished.append(result)

    def _levels(self, seats: range, people: int) -> Sequence[str]:
        """Return the levels of Kai's seats: as many as are missing, and sometimes more."""
        wanted = 0 if self.source.random() < 0.8 else self.source.randint(1, 2)
        most = min(max(wanted, seats[0] - people), seats[-1] - people)
        return [self.source.choice(("easy", "normal")) for _ in range(most)]

    async def _turn(self, table: Table, seat: int) -> None:
        """Let a person decide, or leave, or let their time run out."""
        state = table.state
        user = state.seats[seat].user
        guest = self.guests.get(user) if user is not None else None
        if user is None or guest is None:
            return
        chance = self.source.random()
        if chance < guest.leaves:
            await table.do(match.leave(user))
        elif state.setup.clock.seconds and chance < guest.leaves + guest.dawdles:
            self.server.clock.advance(state.setup.clock.seconds)
        elif chance > 1 - _KICK and state.host.id != user:
            await table.do(match.kick(_MODERATOR, seat))
        else:
            sight = look(state, seat)
            action = decide(state.game.name, guest, sight.scene.view, sight.legal, self.source)
            await table.do(match.act(user, seat, sight.revision, str(action)))

    async def _wait(self, table: Table) -> None:
        """Wait for the next round; in a pause, for somebody who comes back."""
        if not table.state.paused:
            self.server.clock.advance(RULES.round_pause)
            return
        away = self._absent(table.state)
        if away and self.source.random() < 0.5:
            await table.do(match.back(self.source.choice(away)))
        else:
            self.server.clock.advance(RULES.abandon_after)

    async def _come_back(self, table: Table) -> bool:
        """Now and then, let somebody take their seat back from Kai."""
        away = self._absent(table.state)
        if not away or self.source.random() > _BACK:
            return False
        await table.do(match.back(self.source.choice(away)))
        return True

    def _absent(self, state: TableState) -> Sequence[int]:
        return [seat.user for seat in state.seats if seat.user and seat.held in ("left", "away")]
