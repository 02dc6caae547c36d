"""A night as a frozen value, folded from its events: the same log always gives the same night.

And its tables: how many of which size people sit at.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from types import MappingProxyType
from typing import Final, NamedTuple, assert_never

from bot.night.events import (
    Because,
    CameBack,
    Cut,
    Event,
    Form,
    Joined,
    Left,
    Missed,
    NightClosed,
    Opened,
    RoundSeated,
    Sealed,
    TableFinished,
    TableGivenUp,
)

MOST_IN_ROUND_ROBIN: Final = 8
"""More people would need more rounds than an event without hours survives: nine need nine."""

FEWEST: Final[Mapping[Form, int]] = MappingProxyType({"swiss": 2, "round robin": 2, "duplicate": 4})
"""People without whom a night of a form does not go on; boards need two tables."""

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


class Seating(NamedTuple):
    """Who sits where in a round; the first at each table begins."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    seats: int = 0
    """How many seats each match has; 0 if it has as many as people."""


class Word(NamedTuple):
    """A word with which a person cut the deck of the night."""

    person: int
    text: str


@dataclass(frozen=True, slots=True)
class Member:
    """A person of a night."""

    person: int
    since: int
    """The first round that they could sit in."""
    here: bool = True
    """Whether they are seated in the next round."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round: running until it has ranks or is given up."""

    seats: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    """The rank of each seat once it has finished; 1 is the best, and ties share one."""
    away: frozenset[int] = frozenset()
    """The people who were gone at its end, or when it was given up."""
    absent: frozenset[int] = frozenset()
    """The people who were removed before half of their turns: nobody has met them there."""
    given_up: bool = False
    scores: tuple[int, ...] = ()
    """At a duplicate night, the result of each seat of the match, the better the higher."""
    sat: tuple[int | None, ...] = ()
    """At a duplicate night, the seat of each person; None for someone who had none."""

    @property
    def running(self) -> bool:
        """Whether its match goes on."""
        return self.ranks is None and not self.given_up


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, and who had a bye."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    seats: int = 0
    """How many seats each match has; 0 if it has as many as people."""
    busy: tuple[int, ...] = ()
    """People who had no seat, because they still played another match."""

    @property
    def running(self) -> bool:
        """Whether a table is still playing."""
        return any(table.running for table in self.tables)


@dataclass(frozen=True, slots=True)
class Night:
    """Everything about one night."""

    seed: bytes
    sizes: tuple[int, ...]
    """How many seats a table may have, the most wanted first."""
    form: Form = "swiss"
    keyed: bool = False
    """Whether the ids of its tables follow from the seed."""
    secret: bytes | None = None
    """32 bytes, from which the decks of all tables follow; None at nights of before that."""
    words: tuple[Word, ...] = ()
    """In the order in which they were made; the last of each person."""
    members: tuple[Member, ...] = ()
    """In the order in which they joined."""
    rounds: tuple[Round, ...] = ()
    closed: bool = False
    because: Because = ""
    """Why it ended before its time."""

    @property
    def people(self) -> tuple[int, ...]:
        """Everyone who has joined, in that order, also those who have left."""
        return tuple(member.person for member in self.members)

    @property
    def here(self) -> tuple[int, ...]:
        """The people to be seated in the next round."""
        return tuple(member.person for member in self.members if member.here)

    @property
    def running(self) -> bool:
        """Whether a table is still playing."""
        return any(each.running for each in self.rounds)

    def tables(self) -> Iterator[Table]:
        """Yield the tables of all rounds."""
        for each in self.rounds:
            yield from each.tables


def night_of(events: Iterable[Event]) -> Night:
    """Return the night of a log; ``ValueError`` if it could not have been written."""
    first, *others = events
    if not isinstance(first, Opened):
        raise ValueError("the log of a night does not begin with its opening")  # noqa: TRY004 - data, not a type
    opened = Night(bytes.fromhex(first.seed), first.sizes, first.form, first.keyed)
    return reduce(evolve, others, opened)


def evolve(night: Night, event: Event) -> Night:  # noqa: C901, PLR0911 - one for each kind
    """Return the night after one more event; ``ValueError`` if it cannot happen now."""
    if night.closed:
        raise ValueError("the night is closed")
    match event:
        case Opened():
            raise ValueError("the night is open already")
        case Sealed() | Cut():
            return _with_its_deck(night, event)
        case Joined(person=person):
            return _joined(night, person)
        case Left(person=person):
            return _left(night, person)
        case CameBack(person=person):
            return _came_back(night, person)
        case RoundSeated():
            return _seated(night, event)
        case TableFinished() | TableGivenUp():
            return _done(night, event)
        case Missed():
            return night
        case NightClosed(because=because):
            return replace(_closed(night), because=because)
    assert_never(event)


def can_join(night: Night) -> bool:
    """Whether someone new may join: a round robin is full at eight, and once it has begun."""
    if night.closed:
        return False
    waits = not night.rounds and len(night.members) < MOST_IN_ROUND_ROBIN
    return night.form != "round robin" or waits


def _with_its_deck(night: Night, event: Sealed | Cut) -> Night:
    """Give the night its secret, or a word at the end of the others."""
    if night.rounds or (night.secret is None) != isinstance(event, Sealed):
        raise ValueError("the deck is cut between the drawing of the secret and the first round")
    if isinstance(event, Sealed):
        return replace(night, secret=bytes.fromhex(event.secret))
    if event.person not in night.here:
        raise ValueError(f"{event.person} is not here")
    others = [word for word in night.words if word.person != event.person]
    return replace(night, words=(*others, Word(event.person, event.word)))


def _joined(night: Night, person: int) -> Night:
    if person in night.people or not can_join(night):
        raise ValueError(f"{person} cannot join")
    member = Member(person, since=len(night.rounds) + 1)
    return replace(night, members=(*night.members, member))


def _left(night: Night, person: int) -> Night:
    """Let someone leave: who has not had a round yet has never joined, and may do so later."""
    if person not in night.here:
        raise ValueError(f"{person} is not here")
    members = (
        replace(member, here=False) if member.person == person else member
        for member in night.members
        if member.person != person or member.since <= len(night.rounds)
    )
    return replace(night, members=tuple(members))


def _came_back(night: Night, person: int) -> Night:
    if person not in night.people or person in night.here:
        raise ValueError(f"{person} has not left")
    members = (
        replace(member, here=True) if member.person == person else member
        for member in night.members
    )
    return replace(night, members=tuple(members))


def _seated(night: Night, event: RoundSeated) -> Night:
    seated = [*(person for seats in event.tables for person in seats), *event.byes, *event.busy]
    if sorted(seated) != sorted(night.here):
        raise ValueError("a round seats everyone who is here, each once")
    if not all(_fits(night, event.seats or len(seats), seats) for seats in event.tables):
        raise ValueError(f"a table has {night.sizes} seats")
    if night.form != "round robin" and night.running:
        raise ValueError("a table of the round before is still running")
    opened = Round(tuple(map(Table, event.tables)), event.byes, event.seats, event.busy)
    return replace(night, rounds=(*night.rounds, opened))


def _fits(night: Night, size: int, seats: tuple[int, ...]) -> bool:
    """Return whether these people can have a match of this size; only boards leave seats to Kai."""
    filled = night.form == "duplicate" and 0 < len(seats) <= size
    return size in night.sizes and (filled or len(seats) == size)


def _done(night: Night, event: TableFinished | TableGivenUp) -> Night:
    if not 1 <= event.round <= len(night.rounds):
        raise ValueError(f"there is no round {event.round}")
    number, tables = event.round - 1, night.rounds[event.round - 1].tables
    if not 0 <= event.table < len(tables) or not tables[event.table].running:
        raise ValueError(f"table {event.table} of round {event.round} is not running")
    done = _after(tables[event.table], event)
    rounds = list(night.rounds)
    tables = (*tables[: event.table], done, *tables[event.table + 1 :])
    rounds[number] = replace(rounds[number], tables=tables)
    return replace(night, rounds=tuple(rounds))


def _after(table: Table, event: TableFinished | TableGivenUp) -> Table:
    away = frozenset(event.away)
    if not away <= set(table.seats):
        raise ValueError("only people at a table are away from it")
    if isinstance(event, TableGivenUp):
        return replace(table, given_up=True, away=away)
    absent = frozenset(event.absent)
    if not absent <= set(table.seats) - away:
        raise ValueError("only people at a table were removed from it, and are not away besides")
    if len(event.ranks) != len(table.seats) or min(event.ranks) != 1:
        raise ValueError("each seat of a table has a rank, and the best is 1")
    if len(event.sat) not in {0, len(table.seats)}:
        raise ValueError("each person at a table has a seat")
    if not all(seat is None or 0 <= seat < len(event.scores) for seat in event.sat):
        raise ValueError("each seat has a result")
    return replace(
        table, ranks=event.ranks, away=away, absent=absent, scores=event.scores, sat=event.sat
    )


def _closed(night: Night) -> Night:
    """Give up what is still running; who has left the night had left their table, too."""
    here = frozenset(night.here)

    def stopped(table: Table) -> Table:
        gone = frozenset(table.seats) - here
        return replace(table, given_up=True, away=gone) if table.running else table

    rounds = (replace(each, tables=tuple(map(stopped, each.tables))) for each in night.rounds)
    return replace(night, rounds=tuple(rounds), closed=True)


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
def room(form: Form, sizes: tuple[int, ...], most: int) -> int:
    """Return how many people can be in: as many as there are tables for."""
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
