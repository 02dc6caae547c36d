"""Who plays at the year's tables, and how: several matches at once, step by step."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.kai.player import USUAL_LEVEL
from bot.league.results import match_result
from bot.tables import lobby, match
from bot.tables.command import Asker
from bot.tables.entries import Clock, Person, Place, TableSetup
from bot.tables.sight import look
from bot.tables.state import TableState, human_seats
from bot.tables.store import MatchResult
from bot.tables.table import Table
from lab.year.server import GUILD, RULES, Server

CIRCLE: Final = 12
"""The number of people who mostly play with each other."""

_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gül", "Hugo", "Ines", "Jo*", "Kim")

_GAMES: Final = sorted(GAMES)

_ANY_GAME: Final = 0.3
"""How often any game is played, and not a favourite."""

_STRANGER: Final = 0.15
"""How likely a seat is to be taken by someone of another circle."""

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


@dataclass(frozen=True, slots=True)
class Guest:
    """Someone who plays, as only the simulation knows them."""

    person: Person
    skill: float
    """The share of decisions that are made as Kai makes them, 0 to 1; others are random."""
    circle: int
    """Whom they mostly play with."""
    game: str
    """The game that they mostly open tables for; that of their circle."""
    keenness: float
    """How often they come, compared with others."""
    comes: int
    """The first day on which they come, from 0."""
    goes: int
    """The first day on which they do not come any more."""
    leaves: float
    """How likely they are to leave a match, at each of their decisions."""
    dawdles: float
    """How likely their time is to run out where there is a clock, at each of their decisions."""


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
        """Open a table, let everyone join, and start."""
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
        """Let someone at one of the tables do something; time goes on a little."""
        self.server.clock.advance(self.source.uniform(0.1, 2))
        await self.settle()
        if not self.tables:
            return
        table = await self.server.host.table(self.source.choice(self.tables))
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
        """Wait for the next round; in a pause, for someone who comes back."""
        if not table.state.paused:
            self.server.clock.advance(RULES.round_pause)
            return
        away = self._absent(table.state)
        if away and self.source.random() < 0.5:
            await table.do(match.back(self.source.choice(away)))
        else:
            self.server.clock.advance(RULES.abandon_after)

    async def _come_back(self, table: Table) -> bool:
        """Now and then, let someone take their seat back from Kai."""
        away = self._absent(table.state)
        if not away or self.source.random() > _BACK:
            return False
        await table.do(match.back(self.source.choice(away)))
        return True

    def _absent(self, state: TableState) -> Sequence[int]:
        return [seat.user for seat in state.seats if seat.user and seat.held in ("left", "away")]


def plan(game: str, source: random.Random) -> TableSetup:
    """Return a table's setup: mostly short and ranked, some with a clock."""
    options = {} if source.random() < _FULL else dict(_LENGTHS.get(game, {}))
    clock = Clock(kind="live", seconds=_CLOCK) if source.random() < 0.3 else Clock()
    return TableSetup(game=game, options=options, clock=clock, ranked=source.random() < 0.88)


def new_people(count: int, days: int, source: random.Random) -> Sequence[Guest]:
    """Return people, circle after circle; ids are those of no server and no channel."""
    return [_guest(number, days, source) for number in range(count)]


def _guest(number: int, days: int, source: random.Random) -> Guest:
    name = f"{_NAMES[number % len(_NAMES)]} {number}"
    comes = 0 if source.random() < 0.7 else source.randrange(days * 3 // 4 + 1)
    return Guest(
        Person(id=5_000_000 + number, name=name),
        skill=source.random(),
        circle=number // CIRCLE,
        game=_GAMES[number // CIRCLE % len(_GAMES)],
        keenness=source.lognormvariate(0, 1.5),
        comes=comes,
        goes=days if source.random() < 0.8 else source.randint(comes + 1, days + 1),
        leaves=0.01 if source.random() < 0.1 else 0.0002,
        dawdles=0.05 if source.random() < 0.1 else 0.002,
    )


def company(people: Sequence[Guest], day: int, source: random.Random) -> Sequence[Guest]:
    """Return the people of a match, its host first: two at least.

    Empty if too few people come on that day.
    """
    here = [guest for guest in people if guest.comes <= day < guest.goes]
    if len(here) < 2:
        return ()
    host = _one_of(here, source)
    circle = [guest for guest in here if guest.circle == host.circle]
    wanted = source.choice((2, 2, 3, 3, 4, 4, 5, 6, 8))
    found = {host.person.id: host}
    for _ in range(2 * wanted):
        if len(found) < wanted:
            some = here if len(circle) < 2 or source.random() < _STRANGER else circle
            guest = _one_of(some, source)
            found.setdefault(guest.person.id, guest)
    return tuple(found.values()) if len(found) > 1 else (host, _other(here, host, source))


def choose_game(host: Guest, source: random.Random) -> str:
    """Return the game of a match: mostly the host's favourite."""
    return source.choice(_GAMES) if source.random() < _ANY_GAME else host.game


def decide(
    game: str, guest: Guest, view: object, legal: Sequence[Any], source: random.Random
) -> object:
    """Return an action: as Kai would, or any, by the person's skill."""
    if len(legal) > 1 and source.random() < guest.skill:
        action: object = player_for(game, USUAL_LEVEL).choose(view, legal).action
        return action
    return source.choice(legal)


def _one_of(here: Sequence[Guest], source: random.Random) -> Guest:
    return source.choices(here, [guest.keenness for guest in here])[0]


def _other(here: Sequence[Guest], host: Guest, source: random.Random) -> Guest:
    return source.choice([guest for guest in here if guest is not host])
