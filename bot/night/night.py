"""A night as a frozen value; :mod:`bot.night.evolve` derives it from the log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.night.events import Because, Form

__all__ = [
    "FEWEST",
    "MOST_IN_ROUND_ROBIN",
    "Member",
    "Night",
    "Round",
    "Seating",
    "Table",
    "Word",
]

MOST_IN_ROUND_ROBIN: Final = 8
"""More people would need more rounds than an event without hours survives: nine need nine."""


FEWEST: Final[Mapping[Form, int]] = MappingProxyType({"swiss": 2, "round robin": 2, "duplicate": 4})
"""People without whom a night of a form does not go on; boards need two tables."""


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
    """At a duplicate night, the seat of each person; None for somebody who had none."""

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
