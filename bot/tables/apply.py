"""Apply log entries and commands to a table's state. Pure: nothing is saved or hosted here."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import singledispatch
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.deck import Chance
from bot.league.chips import bookings
from bot.league.results import match_result
from bot.tables import entries as log
from bot.tables.authority import fulfilled, intervened, new_interventions, wished, with_host
from bot.tables.command import Command
from bot.tables.cutting import changes_after
from bot.tables.entries import FORMER, Entry, Occupant
from bot.tables.outages import missing
from bot.tables.quiet_hours import rested, woken
from bot.tables.state import Guest, KaiMoved, News, SeatState, TableState, stage_of
from bot.tables.store import Effects, Listing, Phase, Tally

T = TypeVar("T")

NEWS_KEPT = 60
"""Events kept for "last moves": enough for a whole circuit of eight seats."""


def apply_command(table: TableState, command: Command, now: int) -> tuple[list[Entry], TableState]:
    """Return a command's entries, including those that follow by themselves, and the new state.

    Raises what the command raises, and ``GameError`` for an illegal action.
    """
    entries: list[Entry] = []
    after, pending = table, command(table, now)
    while pending:
        for entry in pending:
            after = evolve(after, entry)
        entries.extend(pending)
        pending = _follow_up(after, now)
    return entries, after


def effects(before: TableState, after: TableState) -> Effects:
    """Return what is written with the entries in between; a board's result waits for the others."""
    listing = after.listing if after.listing is not before.listing else None
    ended = after.closed and not before.closed
    result = match_result(after) if ended and after.board is None else None
    booked = bookings(before, after) if before.setup.ante else ()
    done = new_interventions(before, after) if after.interventions else ()
    return Effects(listing, result, booked, done)


def _follow_up(table: TableState, now: int) -> Sequence[Entry]:
    """Return what follows by itself: the match's end, or a pause if all are away."""
    if not table.seats or table.closed:
        return ()
    if not table.to_act:
        return [log.Closed(at=now, because="finished")]
    return _without_people(table, now)


def _without_people(table: TableState, now: int) -> Sequence[Entry]:
    """Return the entries that follow if no person plays any more; none if someone does."""
    may_return = False
    for seat in table.seats:
        if seat.occupant.person is None:
            continue
        if seat.held is None:
            return ()  # Nearly always the first one.
        may_return |= seat.held == "away"
    if not may_return:
        return _left_by_all(table, now)
    # At a night nobody is waited for: as its rules say, Kai plays to the end.
    waits = not table.at_night and not table.paused
    return [log.Paused(at=now)] if waits else ()


def _left_by_all(table: TableState, now: int) -> Sequence[Entry]:
    """Close a match that everyone has left.

    If it counts and is between people, Kai plays it to its end: its result is kept.
    """
    people = [seat for seat in table.seats if seat.occupant.person]
    if not table.counts or len(people) < 2 or not any(seat.user for seat in people):
        return [log.Closed(at=now, because="abandoned")]
    return [log.Resumed(at=now)] if table.paused else ()


def open_state(table: str, entry: log.Entry, games: Mapping[str, AnyGame]) -> TableState:
    """Return the state after a log's first entry; ``ValueError`` if that is not ``Opened``."""
    if not isinstance(entry, log.Opened):
        raise ValueError(f"the log of table {table} does not begin with its opening")  # noqa: TRY004 - data, not a type
    place = entry.place
    return TableState(
        id=table,
        game=games[entry.setup.game],
        place=place,
        host=entry.host,
        setup=entry.setup,
        secret=bytes.fromhex(entry.secret),
        opened_at=entry.at,
        last_at=entry.at,
        board=entry.board,
        night=entry.night,
        listing=Listing(
            table, place.guild, place.channel, entry.setup.game, Phase.LOBBY, (entry.host.id,)
        ),
        guests=(Guest(entry.host),),
    )


def evolve(table: TableState, entry: log.Entry) -> TableState:
    """Return the state after one more entry; ``GameError`` for an illegal action."""
    if isinstance(entry, log.Acted):
        return _acted(table, entry)  # Most entries are actions, so they are applied in one copy.
    changed = _after(entry, table)
    return replace(
        changed,
        seq=table.seq + 1,
        last_at=entry.at,
        listing=_listing(changed),
        changes=changes_after(table, changed, entry),
        interventions=intervened(table, entry),
    )


def _acted(table: TableState, entry: log.Acted) -> TableState:
    game, before = table.game, stage_of(table)
    position, events = game.apply(table.position, entry.seat, game.parse(entry.action))
    stage, to_act = game.stage(position), game.to_act(position)
    turned = stage.turn != before.turn
    ply = table.ply + 1
    by = None if before.paused else entry.seat
    seats, seat = table.seats, table.seats[entry.seat]
    if entry.by == "person" and seat.missed:  # Acting in time resets the count.
        seats = _put(seats, entry.seat, replace(seat, missed=0))
    return _with(
        table,
        seq=table.seq + 1,
        last_at=entry.at,
        seats=seats,
        position=position,
        stage=stage,
        to_act=to_act,
        ply=ply,
        since=tuple(
            ply
            if turned or seat == entry.seat or (seat in to_act) != (seat in table.to_act)
            else old
            for seat, old in enumerate(table.since)
        ),
        news=(*table.news, *[News(before.turn, event, by) for event in events])[-NEWS_KEPT:],
        clock_from=entry.at if turned else table.clock_from,
        tallies=_told(_tallied(table, entry, before), game, events),
        kai_moved=KaiMoved(before.turn, ply) if entry.by == "kai" else table.kai_moved,
    )


def _told(tallies: tuple[Tally, ...], game: AnyGame, events: Sequence[object]) -> tuple[Tally, ...]:
    """Add what events tell of seats."""
    for event in events:
        tell = game.facts.get(type(event))
        for fact in () if tell is None else tell(event):
            tallies = _put(tallies, fact.seat, tallies[fact.seat].told(fact))
    return tallies


def _tallied(table: TableState, entry: log.Acted, stage: Stage) -> tuple[Tally, ...]:
    """Count a decision; going on to the next round is none."""
    if stage.paused or entry.by == "house" or table.seats[entry.seat].hurried:
        return table.tallies
    tally = _counted(table.tallies[entry.seat], entry, stage.turn, table.clock_from)
    return _put(table.tallies, entry.seat, tally)


def _counted(tally: Tally, entry: log.Acted, turn: int, clock_from: int) -> Tally:
    """Count a decision in a turn whose clock has run since ``clock_from`` (ms since 1970)."""
    by_kai = entry.by == "kai"
    first = tally.turn != turn
    turned = by_kai and not first and not tally.by_kai
    own, kai = tally.own_turns, tally.kai_turns
    levels, thought = tally.levels, tally.thought
    if by_kai and entry.level is not None:
        levels = MappingProxyType({**levels, entry.level: levels.get(entry.level, 0) + 1})
    elif not by_kai:
        thought += max(0, entry.at - max(clock_from, tally.at))
    return tally._replace(
        own_turns=own + (first and not by_kai) - turned,
        kai_turns=kai + (first and by_kai) + turned,
        thought=thought,
        levels=levels,
        turn=turn,
        by_kai=by_kai or (tally.by_kai and not first),
        at=entry.at,
    )


_SLOTS: Final = tuple(getattr(TableState, field.name).__set__ for field in fields(TableState))
_values: Final = attrgetter(*(field.name for field in fields(TableState)))


def _with(table: TableState, **changed: object) -> TableState:
    """Do the same as ``dataclasses.replace``, in half the time."""
    copy = object.__new__(TableState)
    for put, value in zip(_SLOTS, _values(table), strict=True):
        put(copy, value)
    for name, value in changed.items():
        object.__setattr__(copy, name, value)
    return copy


@singledispatch
def _after(entry: object, table: TableState) -> TableState:
    raise ValueError(f"{type(entry).__name__} cannot follow in the log of table {table.id}")


@_after.register
def _(entry: log.Joined, table: TableState) -> TableState:
    if any(person.id == entry.person.id for person in table.people):
        return _with_guest(table.with_name(entry.person), entry.person.id, called_at=None)
    guest = Guest(entry.person, called_at=entry.at if entry.called else None)
    return replace(table, guests=(*table.guests, guest))


@_after.register
def _(entry: log.Left, table: TableState) -> TableState:
    guests = tuple(guest for guest in table.guests if guest.person.id != entry.user)
    host = table.host
    if guests and host.id == entry.user:
        answered = [guest for guest in guests if guest.called_at is None]
        host = (answered or guests)[0].person
    removed = table.removed | {entry.user} if entry.by else table.removed
    left = replace(table, guests=guests, removed=removed)
    return left if host is table.host else replace(left, host=host, host_since=entry.at)


@_after.register
def _(entry: log.CutMade, table: TableState) -> TableState:
    return _with_guest(table, entry.user, cut=entry.word, cut_at=table.seq, called_at=None)


@_after.register
def _(entry: log.Agreed, table: TableState) -> TableState:
    return _with_guest(table, entry.user, agreed=True, called_at=None)


@_after.register
def _(entry: log.Withdrew, table: TableState) -> TableState:
    return _with_guest(table, entry.user, agreed=False)


@_after.register
def _(entry: log.KaiAdded, table: TableState) -> TableState:
    return replace(table, kai=(*table.kai, entry.level))


@_after.register
def _(_entry: log.KaiRemoved, table: TableState) -> TableState:
    return replace(table, kai=table.kai[:-1])


@_after.register
def _(entry: log.Configured, table: TableState) -> TableState:
    guests = tuple(replace(guest, agreed=False) for guest in table.guests)
    return replace(table, setup=entry.setup, guests=guests)


@_after.register
def _(entry: log.Moved, table: TableState) -> TableState:
    place = replace(table.place, channel=entry.channel)
    return replace(table, place=place)


@_after.register
def _(entry: log.Started, table: TableState) -> TableState:
    options = table.game.options.model_validate(table.setup.options)
    chance = Chance(table.secret, entry.cuts)
    position, events = table.game.new(options, len(entry.seats), chance)
    stage = table.game.stage(position)
    return replace(
        table,
        seats=tuple(SeatState(occupant) for occupant in entry.seats),
        cuts=entry.cuts,
        cuts_made=entry.cuts_made or (),
        started_at=entry.at,
        short_counts=entry.short_counts is not None,
        tallies=_told((Tally(),) * len(entry.seats), table.game, events),
        position=position,
        stage=stage,
        to_act=table.game.to_act(position),
        since=(0,) * len(entry.seats),
        news=tuple(News(stage.turn, event) for event in events),
        clock_from=entry.at,
    )


@_after.register
def _(entry: log.Reminded, table: TableState) -> TableState:
    return replace(table, reminded=entry.turn, reminded_at=entry.at)


@_after.register
def _(entry: log.TimedOut, table: TableState) -> TableState:
    seat = table.seats[entry.seat]
    late = replace(seat, missed=seat.missed + 1, covered=entry.turn)
    tally = table.tallies[entry.seat]
    tallies = _put(table.tallies, entry.seat, tally._replace(timeouts=tally.timeouts + 1))
    return replace(table, seats=_put(table.seats, entry.seat, late), tallies=tallies)


@_after.register
def _(entry: log.Rested | log.Woken, table: TableState) -> TableState:
    return rested(table, entry) if isinstance(entry, log.Rested) else woken(table, entry)


@_after.register
def _(entry: log.HandedOver, table: TableState) -> TableState:
    before = table.seats[entry.seat]
    seat = replace(before, held=entry.because)
    if entry.because == "gone":
        # Who was removed before has not left, whatever they do after it.
        seat = replace(seat, held="kicked" if before.held == "kicked" else "gone")
        known = seat.former is not None  # The log has their id in the league in place of their own.
        seat = seat if known else replace(seat, occupant=Occupant(person=FORMER))
    after = replace(table, wishes=fulfilled(table, "remove", entry.seat))
    return with_host(after, _put(table.seats, entry.seat, seat), entry.at)


@_after.register
def _(entry: log.Returned, table: TableState) -> TableState:
    seat = replace(table.seats[entry.seat], held=None, missed=0, covered=None)
    clock_from = entry.at if entry.seat in table.to_act else table.clock_from
    back = with_host(table, _put(table.seats, entry.seat, seat), entry.at)
    return replace(back, clock_from=clock_from)


@_after.register
def _(_entry: log.Hurried, table: TableState) -> TableState:
    return replace(table, seats=tuple(replace(seat, hurried=True) for seat in table.seats))


@_after.register
def _(entry: log.Paused, table: TableState) -> TableState:
    return replace(table, paused=entry, wishes=fulfilled(table, "pause"))


@_after.register
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


@_after.register
def _(entry: log.EndWanted | log.Wanted, table: TableState) -> TableState:
    return wished(table, entry)


@_after.register
def _(entry: log.OutOfReach | log.Slept, table: TableState) -> TableState:
    return missing(table, entry)


@_after.register
def _(entry: log.Closed, table: TableState) -> TableState:
    return replace(table, closed=entry, to_act=frozenset(), wishes=())


def _with_guest(table: TableState, user: int, **changed: Any) -> TableState:  # noqa: ANN401 - as replace
    guests = tuple(
        replace(guest, **changed) if guest.person.id == user else guest for guest in table.guests
    )
    return replace(table, guests=guests)


def _put(values: tuple[T, ...], number: Seat, value: T) -> tuple[T, ...]:
    return (*values[:number], value, *values[number + 1 :])


def _listing(table: TableState) -> Listing:
    people = tuple(person.id for person in table.people)
    place = table.place
    new = Listing(table.id, place.guild, place.channel, table.setup.game, table.phase, people)
    return table.listing if new == table.listing else new
