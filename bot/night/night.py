"""A night as a frozen value, folded from its events: the same log always gives the same night.

The events are the single source of truth, also after a restart. People are their ids. Rounds are
numbered from 1, tables within a round from 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias, assert_never

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_SEATS: Final = 6
"""More seats at a table make a match long, and two such tables can be divided in too many ways."""

Form: TypeAlias = Literal["swiss", "round robin", "duplicate"]
"""How people are seated: by score and by who has met whom; everyone with everyone; or with new
company each time, at tables that are dealt alike."""

Because: TypeAlias = Literal["", "moderator", "late", "outage"]
"""Why a night ended before its time: a moderator wanted that, nobody could play when it was to
begin, or for too long since then. Empty if it is over, if too few people were there, and for nights
of before that was noted."""

MOST_IN_ROUND_ROBIN: Final = 8
"""More people would need more rounds than an event without hours survives: nine need nine."""

FEWEST: Final[Mapping[Form, int]] = MappingProxyType({"swiss": 2, "round robin": 2, "duplicate": 4})
"""People without whom a night of a form does not go on; boards need two tables."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opened(_Event):
    """A night was opened.

    ``seed`` is hexadecimal and breaks ties. ``sizes`` are the numbers of seats that a table may
    have, the most wanted first (:func:`bot.night.night.wanted`). ``keyed``: whether the ids of its
    tables follow from the seed, too, so that nobody can reckon them; nights of before have none.
    """

    kind: Literal["opened"] = "opened"
    seed: str = Field(pattern=r"^([0-9a-f]{2})+$")
    sizes: tuple[Annotated[int, Field(ge=2, le=MOST_SEATS)], ...] = Field(min_length=1)
    form: Form = "swiss"
    keyed: bool = False


class Sealed(_Event):
    """The secret of the night was drawn, 32 bytes in hexadecimal: the decks of all tables follow.

    Nights of before that had none get theirs unless they have begun.
    """

    kind: Literal["sealed"] = "sealed"
    secret: str = Field(pattern=r"^[0-9a-f]{64}$")


class Cut(_Event):
    """A person who is in cut the deck of the whole night with a word, until the first round.

    A new word of theirs takes the place of the old one and goes to the end. It stays if they leave.
    """

    kind: Literal["cut"] = "cut"
    person: int
    word: str = Field(min_length=1)


class Joined(_Event):
    """A person joined; they sit from the next round on."""

    kind: Literal["joined"] = "joined"
    person: int


class Left(_Event):
    """A person left the night; their table, if they sit at one, goes on.

    Someone who has had neither a seat nor a bye yet has never joined then.
    """

    kind: Literal["left"] = "left"
    person: int


class CameBack(_Event):
    """A person who had left came back; they sit from the next round on."""

    kind: Literal["came back"] = "came back"
    person: int


class RoundSeated(_Event):
    """A round began. The first person at a table begins. A bye is a round without a table.

    ``seats`` is how many seats each match has, Kai filling up; 0 if it has as many as people.
    ``busy`` are people who still play another match, and so are late.
    """

    kind: Literal["round seated"] = "round seated"
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    seats: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    busy: tuple[int, ...] = ()


class TableFinished(_Event):
    """A table finished: the rank of each seat, the best 1, equal results alike.

    ``away`` are the people who are *gone*: they left or were away at the end, or Kai had more than
    half of their turns. ``absent`` are those whom others removed before half of their turns (both
    are words of :mod:`bot.league.counting`). A duplicate night compares results, too:
    ``scores`` are those of all seats of the match, Kai's among them, the better the higher, and
    ``sat`` is the seat of each person, None for someone who had none.
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
    """Nobody could play for this many milliseconds up to now: whatever ran has stood still."""

    kind: Literal["missed"] = "missed"
    milliseconds: int = Field(gt=0)


class NightClosed(_Event):
    """The night ended. Tables that were still running are given up; who has left is away."""

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
    """How many seats a table may have, the most wanted first."""
    form: Form = "swiss"
    keyed: bool = False
    """Whether the ids of its tables follow from the seed."""
    secret: bytes | None = None
    """32 bytes, from which the decks of all tables follow; None at nights of before that."""
    words: tuple[Cut, ...] = ()
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
    """Give the night its secret, or a word at the end of the others."""
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
    """Let someone leave or come back: who has not had a round yet has never joined then."""
    person, comes = event.person, isinstance(event, CameBack)
    if person not in night.people or (person in night.here) == comes:
        raise ValueError(f"{person} {'has not left' if comes else 'is not here'}")
    members = (
        replace(member, here=comes) if member.person == person else member
        for member in night.members
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
    opened = Round(tuple(map(Table, event.tables)), event.byes, event.seats, event.busy)
    return replace(night, rounds=(*night.rounds, opened))


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
    """Give up what is still running; who has left the night had left their table, too."""
    here = frozenset(night.here)

    def stopped(table: Table) -> Table:
        gone = frozenset(table.seats) - here
        return replace(table, given_up=True, away=gone) if table.running else table

    rounds = (replace(each, tables=tuple(map(stopped, each.tables))) for each in night.rounds)
    return replace(night, rounds=tuple(rounds), closed=True, because=because)
