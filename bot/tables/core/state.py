"""A table's state as a frozen value, and :func:`evolve`, which applies a log entry to it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import singledispatch
from operator import attrgetter
from typing import Any, Final

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.deck import Chance
from bot.tables.core import entries as log
from bot.tables.core.store import Listing, Phase

__all__ = [
    "Guest",
    "KaiMoved",
    "News",
    "SeatState",
    "TableState",
    "evolve",
    "human_seats",
    "kai_seat",
    "open_state",
]

NEWS_KEPT = 60
"""Events kept for "last moves": enough for a whole circuit of eight seats."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person in the lobby, the word they cut the deck with, and whether their ante is in."""

    person: log.Person
    cut: str | None = None
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat of a match: its owner, and whether Kai plays for them."""

    occupant: log.Occupant
    held: log.HandedOverBecause | None = None
    missed: int = 0
    """How many turns in a row ran out of time."""
    covered: int | None = None
    """The turn that Kai plays because the seat's time ran out."""

    @property
    def user(self) -> int | None:
        """The owner's id; None for a seat of Kai's own, and for a former player's."""
        person = self.occupant.person
        return None if person is None or person.former else person.id

    def belongs_to(self, user: int) -> bool:
        """Whether this person owns the seat and has not been removed."""
        person = self.occupant.person
        return person is not None and person.id == user and self.held != "kicked"

    def played_by_kai(self, turn: int) -> bool:
        """Whether Kai plays this seat in that turn."""
        return self.user is None or self.held is not None or self.covered == turn


@dataclass(frozen=True, slots=True)
class News:
    """A public event and the turn it happened in."""

    turn: int
    event: object


@dataclass(frozen=True, slots=True)
class KaiMoved:
    """Kai's last action at any seat: its turn, and the ply that it led to."""

    turn: int
    ply: int


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about one table. Times are milliseconds since 1970."""

    id: str
    game: AnyGame
    place: log.Place
    host: log.Person
    setup: log.TableSetup
    secret: bytes
    opened_at: int
    last_at: int
    """When the last entry was made."""
    listing: Listing
    """The table's listing; the same object as long as it is equal."""
    seq: int = 1
    """How many entries the log has."""
    guests: tuple[Guest, ...] = ()
    removed: frozenset[int] = frozenset()
    """Users who were removed from the lobby and may not join again."""
    kai: tuple[str, ...] = ()
    """In the lobby: the levels of Kai's seats."""
    seats: tuple[SeatState, ...] = ()
    """Empty until the match starts."""
    cuts: tuple[str, ...] = ()
    position: Any = None
    """The game's own state, once the match has started."""
    stage: Stage | None = None
    to_act: frozenset[Seat] = frozenset()
    ply: int = 0
    """How many actions have been made."""
    since: tuple[int, ...] = ()
    """For each seat the ply since which its choices are the same: its clicks' revision."""
    news: tuple[News, ...] = ()
    kai_moved: KaiMoved | None = None
    clock_from: int = 0
    """When the current turn began, moved on by pauses and by missed time."""
    reminded: int | None = None
    """The last turn in which the seats to act were reminded of their clock."""
    paused: log.Paused | None = None
    closed: log.Closed | None = None

    @property
    def phase(self) -> Phase:
        """The table's phase."""
        if self.closed:
            return Phase.CLOSED
        return Phase.PLAYING if self.seats else Phase.LOBBY

    @property
    def people(self) -> tuple[log.Person, ...]:
        """The people at the table, whether or not Kai plays for them."""
        if self.seats:
            people = (seat.occupant.person for seat in self.seats)
            return tuple(person for person in people if person and not person.former)
        return tuple(guest.person for guest in self.guests)

    def seat_of(self, user: int) -> Seat | None:
        """Return a person's seat; None if they have none or were kicked."""
        for number, seat in enumerate(self.seats):
            if seat.belongs_to(user):
                return number
        return None


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
    return replace(changed, seq=table.seq + 1, last_at=entry.at, listing=_listing(changed))


def _acted(table: TableState, entry: log.Acted) -> TableState:
    game, before = table.game, _stage(table)
    position, events = game.apply(table.position, entry.seat, game.parse(entry.action))
    stage, to_act = game.stage(position), game.to_act(position)
    turned = stage.turn != before.turn
    ply = table.ply + 1
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
        news=(*table.news, *[News(before.turn, event) for event in events])[-NEWS_KEPT:],
        clock_from=entry.at if turned else table.clock_from,
        kai_moved=KaiMoved(before.turn, ply) if entry.by == "kai" else table.kai_moved,
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
    return replace(table, guests=(*table.guests, Guest(entry.person)))


@_after.register
def _(entry: log.Left, table: TableState) -> TableState:
    guests = tuple(guest for guest in table.guests if guest.person.id != entry.user)
    host = table.host
    if guests and host.id == entry.user:
        host = guests[0].person
    removed = table.removed | {entry.user} if entry.by else table.removed
    return replace(table, guests=guests, host=host, removed=removed)


@_after.register
def _(entry: log.CutMade, table: TableState) -> TableState:
    return _with_guest(table, entry.user, cut=entry.word)


@_after.register
def _(entry: log.Agreed, table: TableState) -> TableState:
    return _with_guest(table, entry.user, agreed=True)


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
def _(entry: log.Started, table: TableState) -> TableState:
    options = table.game.options.model_validate(table.setup.options)
    chance = Chance(table.secret, entry.cuts)
    position, events = table.game.new(options, len(entry.seats), chance)
    stage = table.game.stage(position)
    return replace(
        table,
        seats=tuple(SeatState(occupant) for occupant in entry.seats),
        cuts=entry.cuts,
        position=position,
        stage=stage,
        to_act=table.game.to_act(position),
        since=(0,) * len(entry.seats),
        news=tuple(News(stage.turn, event) for event in events),
        clock_from=entry.at,
    )


@_after.register
def _(entry: log.Reminded, table: TableState) -> TableState:
    return replace(table, reminded=entry.turn)


@_after.register
def _(entry: log.TimedOut, table: TableState) -> TableState:
    seat = table.seats[entry.seat]
    return _with_seat(table, entry.seat, replace(seat, missed=seat.missed + 1, covered=entry.turn))


@_after.register
def _(entry: log.HandedOver, table: TableState) -> TableState:
    seat = replace(table.seats[entry.seat], held=entry.because)
    if entry.because == "gone":
        return _without_owner(table, entry.seat, seat)
    return _with_seat(table, entry.seat, seat)


@_after.register
def _(entry: log.Returned, table: TableState) -> TableState:
    seat = replace(table.seats[entry.seat], held=None, missed=0, covered=None)
    clock_from = entry.at if entry.seat in table.to_act else table.clock_from
    return replace(_with_seat(table, entry.seat, seat), clock_from=clock_from)


@_after.register
def _(entry: log.Paused, table: TableState) -> TableState:
    return replace(table, paused=entry)


@_after.register
def _(entry: log.Resumed, table: TableState) -> TableState:
    if table.paused is None:
        return table
    stood = entry.at - table.paused.at
    return replace(table, paused=None, clock_from=table.clock_from + stood)


@_after.register
def _(entry: log.Slept, table: TableState) -> TableState:
    missed, paused = entry.milliseconds, table.paused
    if paused:  # The pause's end adds the rest of its length to the clock.
        paused = paused.model_copy(update={"at": paused.at + missed})
    return replace(table, clock_from=table.clock_from + missed, paused=paused)


@_after.register
def _(entry: log.Closed, table: TableState) -> TableState:
    return replace(table, closed=entry, to_act=frozenset())


def kai_seat(table: TableState) -> Seat | None:
    """Return the first seat to act that Kai plays, if there is one."""
    turn = _stage(table).turn
    for seat in sorted(table.to_act):
        if table.seats[seat].played_by_kai(turn):
            return seat
    return None


def human_seats(table: TableState) -> tuple[Seat, ...]:
    """Return the seats to act that their owners play."""
    turn = _stage(table).turn
    return tuple(s for s in sorted(table.to_act) if not table.seats[s].played_by_kai(turn))


def _stage(table: TableState) -> Stage:
    if table.stage is None:
        raise ValueError(f"table {table.id} has not started")
    return table.stage


def _without_owner(table: TableState, number: Seat, seat: SeatState) -> TableState:
    """Put a former player in a seat; if its owner was the host, the next person becomes host."""
    owner = seat.occupant.person
    nameless = replace(seat, occupant=log.Occupant(person=log.FORMER))
    changed = _with_seat(table, number, nameless)
    if owner is None or table.host.id != owner.id:
        return changed
    heirs = (s.occupant.person for s in changed.seats if s.user and s.held != "kicked")
    return replace(changed, host=next(filter(None, heirs), log.FORMER))


def _with_guest(table: TableState, user: int, **changed: Any) -> TableState:  # noqa: ANN401 - as replace
    guests = tuple(
        replace(guest, **changed) if guest.person.id == user else guest for guest in table.guests
    )
    return replace(table, guests=guests)


def _with_seat(table: TableState, number: Seat, seat: SeatState) -> TableState:
    return replace(table, seats=_put(table.seats, number, seat))


def _put(seats: tuple[SeatState, ...], number: Seat, seat: SeatState) -> tuple[SeatState, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


def _listing(table: TableState) -> Listing:
    people = tuple(person.id for person in table.people)
    place = table.place
    new = Listing(table.id, place.guild, place.channel, table.setup.game, table.phase, people)
    return table.listing if new == table.listing else new
