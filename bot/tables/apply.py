"""Apply log entries and commands to a table's state. Pure: nothing is saved or hosted here.

:mod:`bot.tables.changes` has all entries but the start and the actions.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.game.contract import AnyGame, Stage
from bot.game.deck import Chance
from bot.game.moves import NOTHING_MADE, UNDO, Made, TookBack
from bot.game.rounds import replace
from bot.league.chips import bookings
from bot.league.results import match_result
from bot.tables import entries as log
from bot.tables.authority import intervened, new_interventions
from bot.tables.changes import changed
from bot.tables.command import Command
from bot.tables.cutting import changes_after
from bot.tables.entries import Entry
from bot.tables.state import Guest, KaiMoved, News, SeatState, TableState, may_undo, put, stage_of
from bot.tables.store import Effects, Listing, Phase, Tally

NEWS_KEPT = 60
"""Events kept for "last moves": a whole circuit of eight seats."""


def apply_command(table: TableState, command: Command, now: int) -> tuple[list[Entry], TableState]:
    """Return a command's entries, with those that follow by themselves, and the new state.

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
    """Return what follows if no person plays any more."""
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
    """Close a match that everyone has left; if it counts between people, Kai plays on."""
    if not table.ends_by_kai:
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
    after = changed(entry, table)
    return replace(
        after,
        seq=table.seq + 1,
        last_at=entry.at,
        listing=_listing(after),
        changes=changes_after(table, after, entry),
        interventions=intervened(table, entry),
    )


@changed.register
def _(entry: log.Started, table: TableState) -> TableState:
    """Deal: like an action, it has events that tell of seats."""
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
        news=tuple(News(stage.turn, stage.own_turn, event) for event in events),
        clock_from=entry.at,
        past=None if table.counts else NOTHING_MADE,
    )


def _acted(table: TableState, entry: log.Acted) -> TableState:
    """Return the state after an action, in one copy; ``GameError`` for an illegal one."""
    if entry.action == UNDO:
        return _undone(table, entry)
    game, before = table.game, table.stage or stage_of(table)
    position, events = game.apply(table.position, entry.seat, game.parse(entry.action))
    stage, to_act = game.stage(position), game.to_act(position)
    turned = stage.turn != before.turn
    ply = table.ply + 1
    turns = before.turn, before.own_turn
    by, by_kai = None if before.paused else entry.seat, entry.by == "kai"
    past, seats, seat = table.past, table.seats, table.seats[entry.seat]
    since, other = table.since, (to_act ^ table.to_act) | {entry.seat}
    if past is not None:
        move = Made(entry.seat, table.position, (table.news, table.tallies))
        alone = entry.by == "person" and to_act == {entry.seat}
        past = past.after(move, turned=turned, alone=alone)
    if entry.by == "person" and seat.missed:  # Acting in time resets the count.
        seats = put(seats, entry.seat, replace(seat, missed=0))
    return replace(
        table,
        seq=table.seq + 1,
        last_at=entry.at,
        seats=seats,
        position=position,
        stage=stage,
        to_act=to_act,
        ply=ply,
        since=tuple([ply if turned or seat in other else old for seat, old in enumerate(since)]),
        news=(*table.news, *[News(*turns, each, by, by_kai) for each in events])[-NEWS_KEPT:],
        clock_from=entry.at if turned else table.clock_from,
        tallies=_told(_tallied(table, entry, before), game, events),
        kai_moved=KaiMoved(before.turn, ply) if by_kai else table.kai_moved,
        past=past,
    )


def _undone(table: TableState, entry: log.Acted) -> TableState:
    """Take a seat's last move back: everything but the time is as it was before it.

    It counts as an action, so that no older click fits the choices that are there again.
    """
    past, ply = may_undo(table), table.ply + 1
    move = past.last(entry.seat)
    news, tallies = move.beside
    stage = stage_of(table)
    took_back = News(stage.turn, stage.own_turn, TookBack(entry.seat), entry.seat)
    is_told = bool(news) and news[-1] == took_back
    return replace(
        table,
        seq=table.seq + 1,
        last_at=entry.at,
        position=move.before,
        stage=table.game.stage(move.before),
        to_act=table.game.to_act(move.before),
        ply=ply,
        since=put(table.since, entry.seat, ply),
        news=news if is_told else (*news, took_back)[-NEWS_KEPT:],
        tallies=tallies,
        past=past.without_last(),
    )


def _told(tallies: tuple[Tally, ...], game: AnyGame, events: Sequence[object]) -> tuple[Tally, ...]:
    for event in events:
        tell = game.facts.get(type(event))
        for fact in () if tell is None else tell(event):
            tallies = put(tallies, fact.seat, tallies[fact.seat].told(fact))
    return tallies


def _tallied(table: TableState, entry: log.Acted, stage: Stage) -> tuple[Tally, ...]:
    if stage.paused or entry.by == "house" or table.seats[entry.seat].hurried:
        return table.tallies
    tallies, seat = table.tallies, entry.seat
    tally = _counted(tallies[seat], entry, stage.turn, table.clock_from)
    return (*tallies[:seat], tally, *tallies[seat + 1 :])


def _counted(tally: Tally, entry: log.Acted, turn: int, clock_from: int) -> Tally:
    """Count a decision in a turn whose clock has run since ``clock_from`` (ms since 1970)."""
    own, kai, timeouts, thought, levels, facts, last_turn, was_kai, acted_at = tally
    by_kai = entry.by == "kai"
    first = last_turn != turn
    turned = by_kai and not first and not was_kai
    if by_kai and entry.level is not None:
        levels = MappingProxyType({**levels, entry.level: levels.get(entry.level, 0) + 1})
    elif not by_kai:
        thought += max(0, entry.at - max(clock_from, acted_at))
    own += (first and not by_kai) - turned
    kai += (first and by_kai) + turned
    by_kai = by_kai or (was_kai and not first)
    return Tally(own, kai, timeouts, thought, levels, facts, turn, by_kai, entry.at)


def _listing(table: TableState) -> Listing:
    people = tuple(person.id for person in table.people)
    place = table.place
    new = Listing(table.id, place.guild, place.channel, table.setup.game, table.phase, people)
    return table.listing if new == table.listing else new
