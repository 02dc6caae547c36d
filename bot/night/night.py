"""A night as a frozen value, folded from its events: the same log always gives the same night.

People are their ids. Rounds are numbered from 1, tables within a round from 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias, assert_never

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_SEATS: Final = 6
"""Larger tables make long matches, and two of them can be divided in too many ways."""

Form: TypeAlias = Literal["swiss", "round robin", "duplicate"]
"""Seated by score and company; everyone with everyone; or at tables that are dealt alike."""

Because: TypeAlias = Literal["", "moderator", "late", "outage"]
"""Why a night ended early; empty if it didn't, if too few were there, and for old nights."""

MOST_IN_ROUND_ROBIN: Final = 8
"""Nine people would need nine rounds: more than an event without hours survives."""

FEWEST: Final[Mapping[Form, int]] = MappingProxyType({"swiss": 2, "round robin": 2, "duplicate": 4})
"""People without whom a night of a form does not go on; boards need two tables."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opened(_Event):
    """A night was opened.

    ``seed`` is hexadecimal and breaks ties. ``sizes`` are seats of tables, the most wanted first.
    ``keyed``: whether the tables' ids follow from the seed, so that nobody can guess them; not in
    old logs.
    """

    kind: Literal["opened"] = "opened"
    seed: str = Field(pattern=r"^([0-9a-f]{2})+$")
    sizes: tuple[Annotated[int, Field(ge=2, le=MOST_SEATS)], ...] = Field(min_length=1)
    form: Form = "swiss"
    keyed: bool = False


class Sealed(_Event):
    """The night's secret was drawn, 32 bytes in hexadecimal; old nights drew theirs later."""

    kind: Literal["sealed"] = "sealed"
    secret: str = Field(pattern=r"^[0-9a-f]{64}$")


class Cut(_Event):
    """A person who is in cut the deck of the whole night, before the first round.

    A new word takes the place of the old one, at the end. It stays if they leave.
    """

    kind: Literal["cut"] = "cut"
    person: int
    word: str = Field(min_length=1)


class Joined(_Event):
    """A person joined; they sit from the next round on."""

    kind: Literal["joined"] = "joined"
    person: int


class Left(_Event):
    """A person left; their table goes on. Before their first seat or bye, they never joined."""

    kind: Literal["left"] = "left"
    person: int


class CameBack(_Event):
    """A person who had left came back; they sit from the next round on."""

    kind: Literal["came back"] = "came back"
    person: int


class RoundSeated(_Event):
    """A round began. The first person at a table begins. A bye is a round without a table.

    ``seats`` of each match, Kai filling up; 0: as many as people. ``busy`` still play another
    match.
    """

    kind: Literal["round seated"] = "round seated"
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    seats: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    busy: tuple[int, ...] = ()


class TableFinished(_Event):
    """A table finished: the rank of each seat, the best 1, equal results alike.

    ``away`` are *gone*, ``absent`` were removed early (:mod:`bot.league.counting`). At a duplicate
    night, ``scores`` are those of all seats, Kai's too, the better the higher, and ``sat`` is each
    person's seat, None without one.
    """

    kind: Literal["table finished"] = "table finished"
    round: int
    table: int
    ranks: tuple[int, ...]
    away: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    sat: tuple[int | None, ...] = ()


class TableGivenUp(_Event):
    """A table could not finish. ``away`` are the people who had left it, or were away."""

    kind: Literal["table given up"] = "table given up"
    round: int
    table: int
    away: tuple[int, ...] = ()


class Missed(_Event):
    """Nobody could play for this many milliseconds up to now."""

    kind: Literal["missed"] = "missed"
    milliseconds: int = Field(gt=0)


class NightClosed(_Event):
    """The night ended. Tables that still ran are given up; who has left is away."""

    kind: Literal["night closed"] = "night closed"
    because: Because = ""


Event: TypeAlias = Annotated[
    Opened
    | Sealed
    | Joined
    | Left
    | CameBack
    | Cut
    | RoundSeated
    | TableFinished
    | TableGivenUp
    | Missed
    | NightClosed,
    Field(discriminator="kind"),
]

_EVENTS: TypeAdapter[Event] = TypeAdapter(Event)


def read_event(text: str) -> Event:
    """Parse an event from JSON; raises ``ValueError``."""
    return _EVENTS.validate_json(text)


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
    """A table of a round: running until it has ranks or is given up; see :class:`TableFinished`."""

    seats: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    away: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    given_up: bool = False
    scores: tuple[int, ...] = ()
    sat: tuple[int | None, ...] = ()

    @property
    def running(self) -> bool:
        """Whether its match goes on."""
        return self.ranks is None and not self.given_up


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was seated (:class:`RoundSeated`), with what has become of its tables."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    seats: int = 0
    busy: tuple[int, ...] = ()

    @property
    def running(self) -> bool:
        """Whether a table is still playing."""
        return any(table.running for table in self.tables)


@dataclass(frozen=True, slots=True)
class Night:
    """Everything about one night."""

    seed: bytes
    sizes: tuple[int, ...]
    """Seats of tables, the most wanted first."""
    form: Form = "swiss"
    keyed: bool = False
    secret: bytes | None = None
    """32 bytes, from which all decks follow; None at old nights."""
    words: tuple[Cut, ...] = ()
    """In the order in which they were made; the last of each person."""
    members: tuple[Member, ...] = ()
    """In the order in which they joined."""
    rounds: tuple[Round, ...] = ()
    closed: bool = False
    because: Because = ""

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


def evolve(night: Night, event: Event) -> Night:  # noqa: PLR0911 - one for each kind
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
        case Left() | CameBack():
            return _moved(night, event)
        case RoundSeated():
            return _seated(night, event)
        case TableFinished() | TableGivenUp():
            return _done(night, event)
        case Missed():
            return night
        case NightClosed(because=because):
            return _closed(night, because)
    assert_never(event)


def can_join(night: Night) -> bool:
    """Whether someone new may join: a round robin is full at eight, and once it has begun."""
    if night.closed:
        return False
    waits = not night.rounds and len(night.members) < MOST_IN_ROUND_ROBIN
    return night.form != "round robin" or waits


def _with_its_deck(night: Night, event: Sealed | Cut) -> Night:
    if night.rounds or (night.secret is None) != isinstance(event, Sealed):
        raise ValueError("the deck is cut between the drawing of the secret and the first round")
    if isinstance(event, Sealed):
        return replace(night, secret=bytes.fromhex(event.secret))
    if event.person not in night.here:
        raise ValueError(f"{event.person} is not here")
    others = [word for word in night.words if word.person != event.person]
    return replace(night, words=(*others, event))


def _joined(night: Night, person: int) -> Night:
    if person in night.people or not can_join(night):
        raise ValueError(f"{person} cannot join")
    member = Member(person, since=len(night.rounds) + 1)
    return replace(night, members=(*night.members, member))


def _moved(night: Night, event: Left | CameBack) -> Night:
    person, comes = event.person, isinstance(event, CameBack)
    if person not in night.people or (person in night.here) == comes:
        raise ValueError(f"{person} {'has not left' if comes else 'is not here'}")
    members = (
        replace(member, here=comes) if member.person == person else member
        for member in night.members
        # Without a round yet, they have never joined.
        if comes or member.person != person or member.since <= len(night.rounds)
    )
    return replace(night, members=tuple(members))


def _seated(night: Night, event: RoundSeated) -> Night:
    seated = [*(person for seats in event.tables for person in seats), *event.byes, *event.busy]
    if sorted(seated) != sorted(night.here):
        raise ValueError("a round seats everyone who is here, each once")
    for people in map(len, event.tables):
        size = event.seats or people
        # Only boards leave seats to Kai.
        fits = range(1, size + 1) if night.form == "duplicate" else (size,)
        if size not in night.sizes or people not in fits:
            raise ValueError(f"a table has {night.sizes} seats")
    if night.form != "round robin" and night.running:
        raise ValueError("a table of the round before is still running")
    begun = Round(tuple(map(Table, event.tables)), event.byes, event.seats, event.busy)
    return replace(night, rounds=(*night.rounds, begun))


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


def _closed(night: Night, because: Because) -> Night:
    here = frozenset(night.here)

    def stopped(table: Table) -> Table:
        gone = frozenset(table.seats) - here
        return replace(table, given_up=True, away=gone) if table.running else table

    rounds = (replace(each, tables=tuple(map(stopped, each.tables))) for each in night.rounds)
    return replace(night, rounds=tuple(rounds), closed=True, because=because)
