"""A night as it is planned and stored: what it may be, how fast it goes, and its outages.

A night's log knows people only by their numbers, in the order in which they first joined. Who they
are stands beside it, so that a person's data can be deleted and the night stays as it was.

**Outages.** Time in which nobody could play is noted, and counts for nobody. While a night goes on,
it is stored every minute that people can play. What is missing was an outage, whatever has caused
it: the gateway, a server, Discord, a crash, a machine that slept. All of it follows from what is
stored, so nothing is lost by a kill. Times are milliseconds.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.face.markdown import counted
from bot.night.night import (
    FEWEST,
    MOST_IN_ROUND_ROBIN,
    Because,
    CameBack,
    Event,
    Form,
    Joined,
    Left,
    Missed,
    Night,
    RoundSeated,
    TableFinished,
    TableGivenUp,
    night_of,
)
from bot.tables.command import RefusedError
from bot.tables.entries import Clock, TableSetup

MOST_WANTED: Final = (4, 3, 5, 2)
"""Sizes of tables at a night, the most wanted first.

A table of four meets three people in one short match; one of five is long, one of two says little.
"""

MOST_TABLES: Final = 43
"""Tables of a night at a time. 128 people sit at 32 tables of four, or at 43 of three.

Five nights have 215 threads then, and a server of Discord can have 1,000 that aren't archived.
"""

_LEAST: Final = 2
"""Seats of the smallest table."""

LONGEST_NOTICE: Final = 10_080
"""Minutes from the planning of a night to its start: a week."""

MOST_ROUNDS: Final = 10

MOST_AT_ONCE: Final = 5
"""Nights of one server that are planned or played."""

MOST_PEOPLE: Final = 128
"""People who ever were in at a night."""

MOST_CHANGES: Final = 20
"""How often someone may come and go at a night; each time is an event in its log."""

NOTED: Final = 60_000
"""From one note that people can play to the next, at least."""

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


@dataclass(frozen=True, slots=True)
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
    """When it was stored last that people can play; None before its hour."""

    @property
    def night(self) -> Night:
        """The night that the events lead to."""
        return night_of(self.events)

    @property
    def rounds(self) -> int:
        """How many rounds there will be; a round robin has as many as its people need."""
        night = self.night
        robin = night.form == "round robin"
        return robin_rounds(len(night.people)) if robin else self.plan.rounds

    @property
    def comes_again(self) -> bool:
        """Whether it is weekly, and isn't the last one: over, because too few people were in."""
        night = self.night
        few = night.closed and not night.rounds and not night.because
        return self.plan.weekly is not None and not few

    @property
    def pace(self) -> Pace:
        """How fast it goes."""
        return PACES[self.night.form]

    @property
    def seated_at(self) -> int:
        """When the newest round was seated; 0 before the first one."""
        return self._last(RoundSeated)

    @property
    def over_at(self) -> int:
        """When the last table so far was done with; 0 before that."""
        return self._last(TableFinished, TableGivenUp)

    def _last(self, *kinds: type[object]) -> int:
        pairs = zip(self.events, self.times, strict=True)
        return max((at for event, at in pairs if isinstance(event, kinds)), default=0)

    def number_of(self, user: int) -> int | None:
        """Return a person's number; None if they have never joined."""
        numbers = (at for at, one in enumerate(self.people) if one.user == user)
        return next(numbers, None)


def check_plan(plan: NightPlan, now: int) -> None:
    """Raise ``RefusedError`` for a night that is too far off, over already, or too long."""
    check_hour(plan.starts_at, now)
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise RefusedError(f"A night has {counted(MOST_ROUNDS, 'round')} at most.")


def check_hour(starts_at: int, now: int) -> None:
    """Raise ``RefusedError`` for an hour that is too far off, or over already."""
    if starts_at <= now:
        raise RefusedError("That time has already passed.")
    if starts_at > now + LONGEST_NOTICE * 60_000:
        raise RefusedError("You can plan a night up to a week ahead.")


def must_have_seats(stored: StoredNight) -> None:
    """Raise ``RefusedError`` if as many people have been in at a night as it has tables for."""
    most = room(stored.night.form, stored.night.sizes)
    # A round robin says so itself, and people who left it before it began take no room.
    if stored.night.form != "round robin" and len(stored.people) >= most:
        raise RefusedError(f"This night is full: it has room for {most} people.")


def must_have_changes_left(stored: StoredNight, number: int) -> None:
    """Raise ``RefusedError`` for someone who has joined and left too often.

    It is looked at only when they come: everyone can always leave.
    """
    kinds = Joined | Left | CameBack
    changes = sum(isinstance(one, kinds) and one.person == number for one in stored.events)
    if changes >= MOST_CHANGES:
        raise RefusedError("You've joined and left too often, so you can't join this night again.")


def why_closed(night: Night) -> str:
    """Say why nobody new can join."""
    if night.form != "round robin":
        return "Nobody can join this night any more."
    if night.rounds:
        return "This round robin has begun, so nobody new can join."
    return f"This round robin is full: it has {MOST_IN_ROUND_ROBIN} people."


def outage(stored: StoredNight, now: int) -> Missed | None:
    """Return the time up to now in which nobody could play; None if it was no outage.

    A moment is none: two looks or two notes may well be as far apart.
    """
    gap = now - last_seen(stored)
    usual = max(NOTED, round(stored.pace.looks * 1000))
    return Missed(milliseconds=gap) if gap > 2 * usual else None


def last_seen(stored: StoredNight) -> int:
    """Return when people could play for certain, as far as is known; from the night's hour on."""
    pairs = zip(stored.events, stored.times, strict=True)
    told = (at for event, at in pairs if isinstance(event, Missed))
    return max(stored.plan.starts_at, stored.seen_at or 0, *told)


def missed_since(stored: StoredNight, since: int) -> int:
    """Return how much of the time since then nobody could play."""
    pairs = zip(stored.events, stored.times, strict=True)
    return sum(
        min(event.milliseconds, at - since)
        for event, at in pairs
        if isinstance(event, Missed) and at > since
    )


def ends(stored: StoredNight, since: int, length: int) -> int:
    """Return when people will have been able to play for this many milliseconds since then."""
    return since + length + missed_since(stored, since)


def late(stored: StoredNight) -> int:
    """Return how late the night began because nobody could play at its hour; 0 before it has."""
    pairs = zip(stored.events, stored.times, strict=True)
    seated = next((at for event, at in pairs if isinstance(event, RoundSeated)), 0)
    starts_at = stored.plan.starts_at
    return max(0, missed_since(stored, starts_at) - missed_since(stored, seated)) if seated else 0


def cut_short(stored: StoredNight) -> Because:
    """Say why the night must not go on after an outage; empty if it may.

    People can't be expected to have waited: it would begin without them, or Kai would play.
    """
    if not stored.night.rounds:
        too_late = missed_since(stored, stored.plan.starts_at) > stored.pace.latest
        return "late" if too_late else ""
    pairs = zip(stored.events, stored.times, strict=True)
    lengths = (
        event.milliseconds
        for event, at in pairs
        if isinstance(event, Missed) and at > stored.seated_at
    )
    return "outage" if max(lengths, default=0) > stored.pace.longest_round else ""


class PingWish(NamedTuple):
    """What someone wants before a night."""

    wanted: bool
    """Whether they want a ping before this night, whatever that follows from."""
    changes: int
    """How often they have changed their mind about this night."""
    every: bool
    """Whether they have a standing wish for the nights of this server."""


class PastNight(NamedTuple):
    """A night that is over."""

    id: str
    game: str
    starts_at: int
    """Milliseconds since 1970."""
    events: Sequence[Event]
    people: Sequence[Attendee]
    """By number."""


def wanted(seats: Container[int]) -> tuple[int, ...]:
    """Return the sizes of a night's tables for a game with these numbers of seats."""
    return tuple(size for size in MOST_WANTED if size in seats)


@cache
def split(people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the tables for a number of people, in the order of ``sizes``.

    As few people as possible are left over; then there are as few tables as possible of the least
    wanted size, of the one wanted a little more, and so on. So ``(4, 3)`` has as few tables of
    three as needed.
    """
    best: dict[int, tuple[int, ...]] = {0: ()}
    for seated in range(1, people + 1):
        ways = [
            tuple(sorted((*best[seated - size], size), key=sizes.index))
            for size in sizes
            if seated - size in best
        ]
        if ways:
            best[seated] = min(ways, key=lambda way: _unwanted(way, sizes))
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

    There are two tables at least, and all have the same number of seats: Kai takes what is left.
    Of the two most wanted sizes it is the one that leaves him fewest. Tables of two say little, so
    they are for four people alone. ``ValueError`` for fewer people than two tables need.
    """
    if people < FEWEST["duplicate"]:
        raise ValueError(f"{people} people do not make two tables")
    larger = [size for size in sizes if size != _LEAST][:2]
    fit = (_LEAST,) if people == 2 * _LEAST and _LEAST in sizes else larger or sizes
    seats = min(fit, key=lambda size: _tables(people, size) * size)
    tables = _tables(people, seats)
    return seats, tuple(people // tables + (at < people % tables) for at in range(tables))


def robin_rounds(people: int) -> int:
    """Return how many rounds a round robin has: for an even number of people one less than that."""
    return max(1, people - 1 + people % 2)


def _tables(people: int, size: int) -> int:
    """Return how many tables of a size a number of people needs; a board is played at two at
    least."""
    return max(2, -(-people // size))


def _unwanted(way: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(way.count(size) for size in reversed(sizes))
