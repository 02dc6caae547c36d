"""Simulate the year: evening after evening, with crashes, deletions and changes of the season."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.games.registry import GAMES
from bot.tables.store import MatchResult
from lab.year.matches import Evening, Guest, choose_game, company, new_people
from lab.year.server import GUILD, START, Server
from tests.db.plain import Event, Forgotten

DAYS: Final = 365

_DAY: Final = 86_400
_CRASHES: Final = 6
_FORGOTTEN: Final = 4
_SHORT_UNCOUNTED: Final = range(200, 214)
"""On these days the server does not count short matches."""
_QUARTERS_FROM: Final = 180
"""From this day on, seasons last three months."""


class Plan(NamedTuple):
    """How large the year is."""

    people: int = 300
    matches: int = 2000
    seed: int = 1


@dataclass
class Year:
    """What has happened, in order."""

    guests: Sequence[Guest]
    events: list[Event] = field(default_factory=list)
    closed: int = 0
    """Matches without a result."""
    crashes: int = 0

    @property
    def matches(self) -> Sequence[MatchResult]:
        """All finished matches, as they were when they ended."""
        return [event for event in self.events if isinstance(event, MatchResult)]


async def simulate(server: Server, plan: Plan, tell: Callable[[str], None]) -> Year:
    """Let a year pass on a new server."""
    source = random.Random(plan.seed)  # noqa: S311 - no secret hangs on it
    year = Year(new_people(plan.people, DAYS, source))
    evening = Evening(server, source, {guest.person.id: guest for guest in year.guests})
    mishaps = _Mishaps(_days(_CRASHES, source), _days(_FORGOTTEN, source))
    await server.storage.league.change_settings(GUILD, {"count_short": True})
    for day in range(DAYS):
        await _change_settings(server, evening, day)
        wanted = plan.matches * (day + 1) // DAYS - plan.matches * day // DAYS
        for _ in range(wanted):
            if people := company(year.guests, day, source):
                game = choose_game(people[0], source)
                await evening.open(game, people[: GAMES[game].seats[-1]])
        await _play(evening, year, mishaps, day)
        await _next_evening(server, evening, day + 1)
        if day % 30 == 29 or day == DAYS - 1:
            tell(f"day {day + 1}: {len(year.matches):,} matches finished")
    year.closed = evening.closed
    return year


class _Mishaps(NamedTuple):
    """The days on which something happens, or the next evening that is long enough."""

    crashes: list[int]
    deletions: list[int]


def _days(count: int, source: random.Random) -> list[int]:
    return sorted(source.sample(range(DAYS // 10, DAYS * 9 // 10), count), reverse=True)


def _due(days: list[int], today: int) -> bool:
    """Return whether something is due by today, and take it off the list."""
    return bool(days and days[-1] <= today and days.pop())


async def _play(evening: Evening, year: Year, mishaps: _Mishaps, day: int) -> None:
    """Play until all tables have closed; in the middle of it there may be a crash or a deletion."""
    steps = 0
    while evening.tables:
        await evening.step()
        _take_in(evening, year)
        steps += 1
        if steps == 20 and _due(mishaps.crashes, day):
            await evening.server.crash()
            year.crashes += 1
        if steps == 30 and evening.tables and _due(mishaps.deletions, day):
            await _forget(evening, year)


async def _forget(evening: Evening, year: Year) -> None:
    """Delete the data of someone who sits at a table; they may come back another day."""
    state = (await evening.server.host.table(evening.tables[0])).state
    user = evening.source.choice([person.id for person in state.people] or [0])
    if user:
        seats = [number for number, seat in enumerate(state.seats) if seat.user == user]
        await evening.server.forget(user)
        after = (await evening.server.host.table(evening.tables[0])).state
        became = [after.seats[number].former for number in seats]
        year.events.append(Forgotten(user, *became))
        await evening.settle()
        _take_in(evening, year)


async def _change_settings(server: Server, evening: Evening, day: int) -> None:
    league = server.storage.league
    if day in (_SHORT_UNCOUNTED.start, _SHORT_UNCOUNTED.stop):
        await league.change_settings(GUILD, {"count_short": day not in _SHORT_UNCOUNTED})
    if day == _QUARTERS_FROM:
        await league.change_settings(GUILD, {"season": "quarter"})
    evening.short_counts = (await league.settings(GUILD)).count_short


async def _next_evening(server: Server, evening: Evening, day: int) -> None:
    """Move on to the next evening; sometimes the machine slept, and no task has noticed."""
    left = (START - server.clock.now()) / 1000 + day * _DAY
    if left <= 0:
        return
    if evening.source.random() < 0.1:
        server.clock.jump(left)
    else:
        server.clock.advance(left)


def _take_in(evening: Evening, year: Year) -> None:
    year.events += evening.finished
    evening.finished.clear()
