"""People and moderators at the messages of league nights: in, out, planned and ended."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final
from urllib.parse import quote

from bot.lesson import lesson_of
from bot.night.night import CameBack, Joined, Left
from bot.night.plan import PACES, NightPlan, StoredNight
from bot.night.standings import standings
from bot.tables.command import RefusedError
from bot.tables.entries import Person, TableSetup
from cogs.night_page import ShownNight, night_page
from lab.week.house import House, tell, words_of
from lab.week.plan import FIRST_USER, ROUNDS, Evening, Part, Visit, evenings_of, visits_of

_MODERATOR: Final = 10**16
_OWN_CHANNEL: Final = 1
"""What a server's id and this make the id of the channel of its nights."""


class SignUps:
    """What happens at the messages of a shard's nights."""

    def __init__(self, house: House, part: Part) -> None:
        self._house = house
        self._part = part
        self._open: dict[str, Evening] = {}
        """Nights that are planned and not known to be over."""
        self._ahead: list[Evening] = []
        self._done: Counter[tuple[str, int]] = Counter()
        """How often someone has come or gone so far."""

    async def begin(self) -> None:
        """Find out where the nights are: what has been stored has happened."""
        for evening in evenings_of(self._part):
            stored = await self._house.storage.nights.load(evening.id)
            if stored is None:
                self._ahead.append(evening)
            elif not stored.night.closed:
                self._open[evening.id] = evening
                self._count(stored)

    def next(self) -> Iterator[int]:
        """Yield when someone will do something."""
        yield from (evening.planned_at for evening in self._ahead)
        for evening in self._open.values():
            yield from (() if evening.ends_at is None else (evening.ends_at,))
            for visit in visits_of(evening, self._part):
                yield from visit.changes[self._done[evening.id, visit.user] :][:1]

    async def go_on(self) -> None:
        """Do what is due."""
        now = self._house.clock.now()
        for evening in [one for one in self._ahead if one.planned_at <= now]:
            await self._plan(evening)
        for evening in list(self._open.values()):
            await asyncio.gather(*(self._come(evening, v) for v in visits_of(evening, self._part)))
            if evening.ends_at is not None and evening.ends_at <= now:
                await self._end(evening)

    async def show(self) -> None:
        """Tell what the messages of all nights that have changed say."""
        nights = self._house.nights
        while nights.changed:
            stored = await nights.find(nights.changed.pop())
            if stored.night.closed:
                self._open.pop(stored.plan.id, None)
            if stored.night.rounds:
                held = await nights.boards.playing(stored.plan.id)
                self._show(ShownNight(stored, boards=tuple(held)))

    def _show(self, shown: ShownNight) -> None:
        """Tell what a night's message says, when, and of which boards it says nothing."""
        stored = shown.stored
        lines = [
            f"{line.place}:{stored.people[line.person].user}:{_fraction(line.points)}"
            for line in standings(shown.told)
        ]
        held = ",".join(map(str, shown.boards)) or "none"
        when = len(stored.events), self._house.clock.now()
        tell("standings", stored.plan.id, *when, held, quote(words_of(night_page(shown))), *lines)

    async def _plan(self, evening: Evening) -> None:
        plan = NightPlan(
            id=evening.id,
            guild=evening.guild,
            channel=evening.guild + _OWN_CHANNEL,
            host=_MODERATOR,
            setup=setup_of(evening),
            rounds=ROUNDS,
            starts_at=evening.starts_at,
        )
        await self._house.nights.plan(plan, evening.form)
        tell("planned", evening.id)
        self._ahead.remove(evening)
        self._open[evening.id] = evening

    async def _come(self, evening: Evening, visit: Visit) -> None:
        """Let someone press the buttons that they press by now."""
        nights, key = self._house.nights, (evening.id, visit.user)
        for number, at in enumerate(visit.changes):
            if number < self._done[key] or at > self._house.clock.now():
                continue
            try:
                if number % 2:
                    stored = await nights.leave(evening.id, visit.user)
                else:
                    stored = await nights.join(evening.id, person(visit.user))
                    if not stored.night.rounds and visit.user % 2:
                        await nights.cut(evening.id, visit.user, f"word {number} of {visit.user}")
            except RefusedError as refused:
                tell("refused", evening.id, visit.user, quote(str(refused)))
            else:
                # People who were refused before have made fewer changes than they wanted to.
                made = _changes(stored)[visit.user] - 1
                tell("out" if number % 2 else "in", evening.id, visit.user, made)
            self._done[key] += 1

    async def _end(self, evening: Evening) -> None:
        await self._house.nights.end(evening.id)
        tell("ended-early", evening.id)
        del self._open[evening.id]

    def _count(self, stored: StoredNight) -> None:
        for user, count in _changes(stored).items():
            self._done[stored.plan.id, user] = count


def _changes(stored: StoredNight) -> Counter[int]:
    """Return how often each person has come or gone."""
    events = (event for event in stored.events if isinstance(event, Joined | CameBack | Left))
    return Counter(stored.people[event.person].user or 0 for event in events)


def person(user: int) -> Person:
    """Return someone with their name, which is whole wherever names are cut."""
    return Person(id=user, name=f"Guest {user - FIRST_USER}")


def setup_of(evening: Evening) -> TableSetup:
    """Return the setup of a night's tables: a short match, as ``/manage night plan`` chooses it."""
    lesson = lesson_of(evening.game)
    options = {} if lesson is None else dict(lesson.options)
    return TableSetup(
        game=evening.game, options=options, clock=PACES[evening.form].clock, ranked=True
    )


def _fraction(points: Fraction) -> str:
    return f"{points.numerator}/{points.denominator}"
