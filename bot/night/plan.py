"""A night as it is planned and stored: what it may be, how fast it goes, and its outages.

A night's log knows people only by their numbers, in the order in which they first joined, so that a
person's data can be deleted and the night stays.

**Outages.** A night that goes on is stored every minute that people can play. What is missing was
an outage, whatever caused it, and counts for nobody. Times are milliseconds.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.league.ledger import DAY
from bot.night import night as log
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN, Because, Event, Form, Night, night_of
from bot.tables.command import RefusedError
from bot.tables.entries import Clock, TableSetup
from bot.tables.quiet_hours import zone_of

MOST_WANTED: Final = (4, 3, 5, 2)
"""Sizes of tables, the most wanted first: four meet three people in one short match."""

MOST_TABLES: Final = 43
"""Tables at a time, for 128 people at three. Five nights fit Discord's 1,000 active threads."""

_LEAST: Final = 2
"""Seats of the smallest table."""

LONGEST_NOTICE: Final = 10_080
"""Minutes from the planning of a night to its start: a week."""

MOST_ROUNDS: Final = 10

MOST_AT_ONCE: Final = 5
"""Nights of one server that are planned or played."""

MOST_PEOPLE: Final = 128

MOST_CHANGES: Final = 20
"""How often someone may come and go at a night: each time is an event in its log."""

NOTED: Final = 60_000
"""From one note that people can play to the next, at least."""

NOUNS: Final[Mapping[Form, str]] = MappingProxyType(
    {"swiss": "league night", "round robin": "round robin", "duplicate": "duplicate night"}
)

_HOUR: Final = 3_600
"""Seconds."""


class Pace(NamedTuple):
    """How fast the nights of a form go."""

    clock: Clock
    """Of each turn."""
    longest_round: int
    """Milliseconds after which the tables of a round that still play are not waited for."""
    looks: float
    """Seconds between two looks at what is due."""
    latest: int
    """Milliseconds that the night may begin late after an outage; later, it is called off."""


_EVENING: Final = Pace(Clock(kind="live", seconds=60), _HOUR * 1000, 5, 600_000)
"""Everyone waits for the last table."""

PACES: Final[Mapping[Form, Pace]] = MappingProxyType(
    {
        "swiss": _EVENING,
        "duplicate": _EVENING,
        # Without hours: people play when they have time.
        "round robin": Pace(
            Clock(kind="slow", seconds=12 * _HOUR), 72 * _HOUR * 1000, 300, 12 * _HOUR * 1000
        ),
    }
)


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What was decided when a night was planned. Times are milliseconds since 1970."""

    id: str
    guild: int
    channel: int
    host: int | None
    """Who planned it; None for a former player."""
    setup: TableSetup
    """Of each table."""
    rounds: int
    """As it was planned; see :attr:`StoredNight.rounds`."""
    starts_at: int
    weekly: str | None = None
    """Of one that comes again each week, hour and time zone, such as ``20:00 Europe/Berlin``."""


class Attendee(NamedTuple):
    """A person of a night."""

    user: int | None
    """None for a former player."""
    name: str
    place: int | None = None
    """Once the night is over: their place, if they finished a table themselves."""


@dataclass(frozen=True)
class StoredNight:
    """A night as it is stored."""

    plan: NightPlan
    events: tuple[Event, ...]
    people: tuple[Attendee, ...]
    """By number."""
    times: tuple[int, ...]
    """When each event happened."""
    message: int | None = None
    """The public message that shows it."""
    event: int | None = None
    """Discord's scheduled event; None where there could be none, 0 for one that was deleted."""
    seen_at: int | None = None
    """When people could last play; None before its hour."""

    @cached_property
    def night(self) -> Night:
        """The night that the events lead to."""
        return night_of(self.events)

    @property
    def noun(self) -> str:
        """What people call it."""
        return NOUNS[self.night.form]

    @property
    def rounds(self) -> int:
        """How many rounds there will be; a round robin has as many as its people need."""
        robin = self.night.form == "round robin"
        return robin_rounds(len(self.night.people)) if robin else self.plan.rounds

    @property
    def comes_again(self) -> bool:
        """Whether it is weekly, and isn't the last one: over, because too few people were in."""
        few = self.night.closed and not self.night.rounds and not self.night.because
        return self.plan.weekly is not None and not few

    @property
    def pace(self) -> Pace:
        """How fast it goes."""
        return PACES[self.night.form]

    @property
    def seated_at(self) -> int:
        """When the newest round was seated; 0 before the first one."""
        return max(self.times_of(log.RoundSeated), default=0)

    @property
    def over_at(self) -> int:
        """When the last table so far was done with; 0 before that."""
        return max(self.times_of(log.TableFinished, log.TableGivenUp), default=0)

    @property
    def last_seen(self) -> int:
        """When people could play for certain, as far as is known; from the night's hour on."""
        return max(self.plan.starts_at, self.seen_at or 0, *self.times_of(log.Missed))

    def times_of(self, *kinds: type[object]) -> Sequence[int]:
        """Return when events of these kinds happened."""
        pairs = zip(self.events, self.times, strict=True)
        return [at for event, at in pairs if isinstance(event, kinds)]

    def number_of(self, user: int) -> int | None:
        """Return a person's number; None if they have never joined."""
        numbers = (at for at, one in enumerate(self.people) if one.user == user)
        return next(numbers, None)

    def missed_since(self, since: int) -> int:
        """Return how much of the time since then nobody could play."""
        return sum(min(length, at - since) for at, length in self._outages if at > since)

    def ends(self, since: int, length: int) -> int:
        """Return when people will have been able to play for this many milliseconds since then."""
        return since + length + self.missed_since(since)

    @property
    def late(self) -> int:
        """How late it began because nobody could play at its hour; 0 before it has."""
        seated, starts_at = min(self.times_of(log.RoundSeated), default=0), self.plan.starts_at
        missed = self.missed_since(starts_at) - self.missed_since(seated)
        return max(0, missed) if seated else 0

    @property
    def cut_short(self) -> Because:
        """Why it must not go on after an outage; empty if it may: nobody waits for that long."""
        if not self.night.rounds:
            return "late" if self.missed_since(self.plan.starts_at) > self.pace.latest else ""
        lengths = [length for at, length in self._outages if at > self.seated_at]
        return "outage" if max(lengths, default=0) > self.pace.longest_round else ""

    def outage(self, now: int) -> log.Missed | None:
        """Return the time up to now in which nobody could play; None if it was no outage."""
        # Two looks or two notes may well be a moment apart.
        gap = now - self.last_seen
        usual = max(NOTED, round(self.pace.looks * 1000))
        return log.Missed(milliseconds=gap) if gap > 2 * usual else None

    @property
    def _outages(self) -> Sequence[tuple[int, int]]:
        """When each outage ended, and how many milliseconds it had lasted."""
        pairs = zip(self.events, self.times, strict=True)
        return [(at, event.milliseconds) for event, at in pairs if isinstance(event, log.Missed)]


def check_hour(starts_at: int, now: int) -> None:
    """Raise ``RefusedError`` for an hour that is too far off, or over already."""
    if starts_at <= now:
        raise RefusedError("That time has already passed.")
    if starts_at > now + LONGEST_NOTICE * 60_000:
        raise RefusedError("You can plan a week ahead at most.")


def joining(stored: StoredNight, user: int) -> log.Joined | log.CameBack:
    """Return the event of someone who joins an open night; ``RefusedError`` says why not."""
    night, number = stored.night, stored.number_of(user)
    if number in night.here:
        raise RefusedError("You're already in.")
    # Counted only when people come: everyone can always leave.
    moves = (one for one in stored.events if isinstance(one, log.Joined | log.Left | log.CameBack))
    if sum(one.person == number for one in moves) >= MOST_CHANGES:
        raise RefusedError("You've left too often to join this night again.")
    if number is not None and number in night.people:
        return log.CameBack(person=number)
    most, robin = room(night.form, night.sizes), night.form == "round robin"
    # People who left a round robin before it began take no room.
    if robin and night.rounds:
        raise RefusedError("This round robin has begun, so nobody new can join.")
    if not log.can_join(night) or (not robin and number is None and len(stored.people) >= most):
        raise RefusedError(f"This {stored.noun} is full, with {most} people.")
    return log.Joined(person=len(stored.people) if number is None else number)


class PingWish(NamedTuple):
    """What someone wants before a night."""

    wanted: bool
    """Whether they want a ping before this night."""
    changes: int
    """How often they have changed their mind about this night."""
    every: bool
    """Whether they have a standing wish for the nights of this server."""


def wanted(seats: Container[int]) -> tuple[int, ...]:
    """Return the sizes of a night's tables for a game with these numbers of seats."""
    return tuple(size for size in MOST_WANTED if size in seats)


@cache
def split(people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the tables for a number of people, in the order of ``sizes``.

    As few people as possible are left over; then as few tables as possible have the least wanted
    size, and so on.
    """
    best: dict[int, tuple[int, ...]] = {0: ()}
    for seated in range(1, people + 1):
        ways = [
            tuple(sorted((*best[seated - size], size), key=sizes.index))
            for size in sizes
            if seated - size in best
        ]
        if ways:
            # How many tables there are of each size, the least wanted first.
            best[seated] = min(ways, key=lambda way: [way.count(size) for size in sizes[::-1]])
    return best[max(best)]


def sitting_out(sizes: tuple[int, ...], most: int) -> Sequence[int]:
    """Return the numbers of people, up to a most, of whom someone has a bye in each round."""
    return [people for people in range(min(sizes), most + 1) if sum(split(people, sizes)) < people]


@cache
def room(form: Form, sizes: tuple[int, ...], most: int = MOST_PEOPLE) -> int:
    """Return how many people can be in at a night: as many as there are tables for."""
    if form == "round robin":
        return MOST_IN_ROUND_ROBIN

    def tables(people: int) -> int:
        return len(alike(people, sizes)[1] if form == "duplicate" else split(people, sizes))

    too_many = (one for one in range(FEWEST[form], most + 1) if tables(one) > MOST_TABLES)
    return next(too_many, most + 1) - 1


def alike(people: int, sizes: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return how many seats all tables of a board have, and how many people sit at each.

    All have the same number of seats, Kai's too: of the two most wanted sizes the one that leaves
    Kai fewest. Tables of two are for four people alone. ``ValueError`` for fewer people than two
    tables need.
    """
    if people < FEWEST["duplicate"]:
        raise ValueError(f"{people} people do not make two tables")
    larger = [size for size in sizes if size != _LEAST][:2]
    fit = (_LEAST,) if people == 2 * _LEAST and _LEAST in sizes else larger or sizes
    seats = min(fit, key=lambda size: _tables(people, size) * size)
    tables = _tables(people, seats)
    return seats, tuple(people // tables + (at < people % tables) for at in range(tables))


def robin_rounds(people: int) -> int:
    """Return how many rounds a round robin has: people, less one if they're even."""
    return max(1, people - 1 + people % 2)


def _tables(people: int, size: int) -> int:
    return max(2, -(-people // size))  # A board is played at two at least.


def weekly_hour(starts_at: int, zone: str) -> str:
    """Return when something is each week, by the clocks of a zone: see ``NightPlan.weekly``."""
    return f"{datetime.fromtimestamp(starts_at / 1000, zone_of(zone) or UTC):%H:%M} {zone}"


def next_week(plan: NightPlan, now: int) -> int:
    """Return when a weekly night comes again, by its zone's clocks: in a day at least.

    An hour that is left out on that day is an hour later, and one that comes twice is the first.
    """
    hour, _, zone = (plan.weekly or "").partition(" ")
    before = datetime.fromtimestamp(plan.starts_at / 1000, zone_of(zone) or UTC)
    at = datetime.combine(before, time.fromisoformat(hour), before.tzinfo)
    while (starts_at := round(at.timestamp()) * 1000) <= max(plan.starts_at, now + DAY):
        at += timedelta(days=7)
    return starts_at
