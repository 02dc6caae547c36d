"""What each entry of a table's log changes, but actions: lobby, absence, pauses, the end."""

from dataclasses import replace
from functools import singledispatch
from typing import Any, Final

from bot.game.moves import NOTHING_MADE
from bot.tables import entries as log
from bot.tables.authority import fulfilled, wished, with_host
from bot.tables.clock import a_quarter, deadline, rested, woken
from bot.tables.entries import FORMER, Occupant
from bot.tables.state import Guest, Missed, TableState, put

FAIR_REST: Final = 30_000
"""Milliseconds left of a turn at least when all can play again, if it has that."""


@singledispatch
def changed(entry: object, table: TableState) -> TableState:
    """Return the table after an entry that is no action, without what every entry changes."""
    raise ValueError(f"{type(entry).__name__} cannot follow in the log of table {table.id}")


@changed.register
def _(entry: log.Joined, table: TableState) -> TableState:
    if any(person.id == entry.person.id for person in table.people):
        return _with_guest(table.with_name(entry.person), entry.person.id, called_at=None)
    guest = Guest(entry.person, called_at=entry.at if entry.called else None)
    return replace(table, guests=(*table.guests, guest))


@changed.register
def _(entry: log.Left, table: TableState) -> TableState:
    guests = tuple(guest for guest in table.guests if guest.person.id != entry.user)
    host = table.host
    if guests and host.id == entry.user:
        answered = [guest for guest in guests if guest.called_at is None]
        host = (answered or guests)[0].person
    removed = table.removed | {entry.user} if entry.by else table.removed
    left = replace(table, guests=guests, removed=removed)
    return left if host is table.host else replace(left, host=host, host_since=entry.at)


@changed.register
def _(entry: log.CutMade, table: TableState) -> TableState:
    return _with_guest(table, entry.user, cut=entry.word, cut_at=table.seq, called_at=None)


@changed.register
def _(entry: log.Agreed, table: TableState) -> TableState:
    return _with_guest(table, entry.user, agreed=True, called_at=None)


@changed.register
def _(entry: log.Withdrew, table: TableState) -> TableState:
    return _with_guest(table, entry.user, agreed=False)


@changed.register
def _(entry: log.KaiAdded, table: TableState) -> TableState:
    return replace(table, kai=(*table.kai, entry.level))


@changed.register
def _(_entry: log.KaiRemoved, table: TableState) -> TableState:
    return replace(table, kai=table.kai[:-1])


@changed.register
def _(entry: log.Configured, table: TableState) -> TableState:
    guests = tuple(replace(guest, agreed=False) for guest in table.guests)
    return replace(table, setup=entry.setup, guests=guests)


@changed.register
def _(entry: log.Moved, table: TableState) -> TableState:
    place = replace(table.place, channel=entry.channel)
    return replace(table, place=place)


@changed.register
def _(entry: log.Reminded, table: TableState) -> TableState:
    return replace(table, reminded=entry.turn, reminded_at=entry.at)


@changed.register
def _(entry: log.TimedOut, table: TableState) -> TableState:
    seat = table.seats[entry.seat]
    late = replace(seat, missed=seat.missed + 1, covered=entry.turn)
    tally = table.tallies[entry.seat]
    tallies = put(table.tallies, entry.seat, tally._replace(timeouts=tally.timeouts + 1))
    seats = put(table.seats, entry.seat, late)
    return replace(table, seats=seats, tallies=tallies, past=table.past and NOTHING_MADE)


@changed.register
def _(entry: log.Rested | log.Woken, table: TableState) -> TableState:
    return rested(table, entry) if isinstance(entry, log.Rested) else woken(table, entry)


@changed.register
def _(entry: log.HandedOver, table: TableState) -> TableState:
    before = table.seats[entry.seat]
    seat = replace(before, held=entry.because)
    if entry.because == "gone":
        # Who was removed before has not left, whatever they do after it.
        seat = replace(seat, held="kicked" if before.held == "kicked" else "gone")
        known = seat.former is not None  # The log has their id in the league in place of their own.
        seat = seat if known else replace(seat, occupant=Occupant(person=FORMER))
    after = replace(table, wishes=fulfilled(table, "remove", entry.seat))
    return with_host(after, put(table.seats, entry.seat, seat), entry.at)


@changed.register
def _(entry: log.Returned, table: TableState) -> TableState:
    seat = replace(table.seats[entry.seat], held=None, missed=0, covered=None)
    back = with_host(table, put(table.seats, entry.seat, seat), entry.at)
    # The clock begins anew, and those who have to act are called again before its end.
    return replace(back, clock_from=entry.at, reminded=None) if entry.seat in table.to_act else back


@changed.register
def _(_entry: log.Hurried, table: TableState) -> TableState:
    return replace(table, seats=tuple(replace(seat, hurried=True) for seat in table.seats))


@changed.register
def _(entry: log.Paused, table: TableState) -> TableState:
    return replace(table, paused=entry, wishes=fulfilled(table, "pause"))


@changed.register
def _(entry: log.Resumed, table: TableState) -> TableState:
    if table.paused is None:
        return table
    lasted = entry.at - table.paused.at
    after = replace(table, paused=None)
    if table.paused.by is not None:
        after = replace(after, paused_for=table.paused_for + lasted)
    if entry.anew:
        return replace(after, clock_from=entry.at, reminded=None)
    # The clock of a seat that was taken back in the pause begins with the pause's end, not later.
    return replace(after, clock_from=min(table.clock_from + lasted, entry.at))


@changed.register
def _(entry: log.EndWanted | log.Wanted, table: TableState) -> TableState:
    return wished(table, entry)


@changed.register
def _(entry: log.OutOfReach, table: TableState) -> TableState:
    return replace(table, out_of_reach=entry.since)


@changed.register
def _(entry: log.Slept, table: TableState) -> TableState:
    # What ran has stood still, and turns have a fair rest. What began in between begins now.
    def moved(at: int) -> int:
        return min(at + entry.milliseconds, entry.at) if entry.fair else at + entry.milliseconds

    paused, clock_from = table.paused, moved(table.clock_from)
    if paused:  # The pause's end adds the rest of its length to the clock.
        paused = paused.model_copy(update={"at": moved(paused.at)})
    reminded_at = moved(table.reminded_at)
    after = replace(table, clock_from=clock_from, reminded_at=reminded_at, paused=paused)
    if not entry.fair:
        return after
    rest = table.rest and replace(table.rest, since=moved(table.rest.since))
    wishes = tuple(wish._replace(since=moved(wish.since)) for wish in table.wishes)
    return _fairly(replace(after, rest=rest, wishes=wishes), entry)


@changed.register
def _(entry: log.Closed, table: TableState) -> TableState:
    return replace(table, closed=entry, to_act=frozenset(), wishes=())


def _with_guest(table: TableState, user: int, **changed: Any) -> TableState:  # noqa: ANN401 - as replace
    guests = tuple(
        replace(guest, **changed) if guest.person.id == user else guest for guest in table.guests
    )
    return replace(table, guests=guests)


def _fairly(table: TableState, entry: log.Slept) -> TableState:
    whole, clock_from = table.setup.clock.seconds * 1000, table.clock_from
    if deadline(table) is not None:
        clock_from = max(clock_from, entry.at - whole + a_quarter(whole, FAIR_REST))
    guests = tuple(
        replace(guest, called_at=min(guest.called_at + entry.milliseconds, entry.at))
        if guest.called_at is not None
        else guest
        for guest in table.guests
    )
    turn, before = table.stage.turn if table.stage else 0, table.missed.total if table.missed else 0
    missed = Missed(turn, entry.milliseconds, before + entry.milliseconds)
    return replace(table, clock_from=clock_from, guests=guests, out_of_reach=None, missed=missed)
