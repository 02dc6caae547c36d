"""Fold a night's events: the same log always gives the same night."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from bot.night.events import (
    CameBack,
    Cut,
    Event,
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
from bot.night.night import MOST_IN_ROUND_ROBIN, Member, Night, Round, Table, Word

__all__ = ["can_join", "evolve", "night_of"]


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
    """Whether somebody new may join: a round robin is full at eight, and once it has begun."""
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
    """Let somebody leave: who has not had a round yet has never joined, and may do so later."""
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
