"""Who decides at a table: its host, who follows as host, and what takes all who were dealt in.

In a friendly match the host decides alone, or a moderator. In a match that counts nobody has power
over others: to end it, pause it or remove someone, everyone who was dealt in has to agree, also
those who have left, are away or were removed. Where one of them doesn't answer, or is a former
player, it takes a moderator who doesn't play.

In a match the host who plays no more is followed by the next person who does. One who is only away
gets the place back with the seat.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.tables import entries as log
from bot.tables.command import Asker, Command, NotYoursError, RefusedError, must_manage
from bot.tables.entries import FORMER, Person
from bot.tables.state import Intervention, SeatState, TableState, Wish
from bot.tables.store import Phase, StoredIntervention

WISH: Final = 600_000
"""Milliseconds for which a wish is remembered with a live clock."""

SLOW_WISH: Final = 3 * 86_400_000
"""In any other match: people look in once a day."""

PAUSES: Final = 600_000
"""Milliseconds of all pauses together in a match that counts, with a live clock."""

SLOW_PAUSES: Final = 86_400_000
"""In any other match that counts."""

_Together: TypeAlias = Literal[True] | None

_DOING: Final[dict[log.Power, str]] = {
    "end": "end the match",
    "pause": "pause the match",
    "remove": "remove a player",
}


class Verdict(NamedTuple):
    """Whether something is done now, and what is noted of that."""

    said: Sequence[log.Entry]
    """What the asker has said by asking."""
    by: Person
    together: _Together
    done: bool


def decide(
    table: TableState, asker: Asker, now: int, what: log.Power, of: Seat | None = None
) -> Verdict:
    """Return whether that is done now that someone asks; ``RefusedError`` if they have no say."""
    must_have_a_say(table, asker, what)
    seat = table.dealt_to(asker.person.id)
    if not table.counts or seat is None:
        return Verdict([], asker.person, None, done=True)
    wish = wish_for(table, what, of, now)
    agreed = wish.seats if wish else ()
    if any(person.former for person in _missing(table, agreed)):
        raise RefusedError(
            f"A former player can't agree. Only a moderator who isn't playing can {_DOING[what]}."
        )
    if seat in agreed:
        raise RefusedError("You've already agreed. The others haven't yet.")
    agreed = (*agreed, seat)
    first = table.seats[agreed[0]].occupant.person or asker.person
    said = [log.Wanted(at=now, seat=seat, what=what, of=of)]
    return Verdict(said, first, True, done=not _missing(table, agreed))


def must_have_a_say(table: TableState, asker: Asker, what: log.Power) -> None:
    """Refuse unless someone may ask for that, or do it alone."""
    if not table.counts or not table.seats:
        must_manage(table, asker, _DOING[what])
    elif table.dealt_to(asker.person.id) is None and not asker.moderator:
        raise NotYoursError(
            "This match counts, so that takes everyone dealt in, or a moderator who isn't playing."
        )


def take_back(user: int, number: int) -> Command:
    """Want something no more, by the number of the wish."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        wish = next((wish for wish in table.wishes if wish.number == number), None)
        seat, lasts = table.dealt_to(user), wish and now < holds_until(table, wish)
        if seat is None or wish is None or not lasts or seat not in wish.seats:
            raise RefusedError("There's nothing to take back.")
        return [log.Wanted(at=now, seat=seat, what=wish.what, of=wish.of, back=True)]

    return command


def still_to_agree(table: TableState, wish: Wish) -> Sequence[Person]:
    """Return who was dealt in and has not said that they want it too."""
    return _missing(table, wish.seats)


def wish_for(table: TableState, what: log.Power, of: Seat | None, now: int) -> Wish | None:
    """Return what people want of that kind, as long as it is remembered."""
    found = (wish for wish in remembered(table, now) if (wish.what, wish.of) == (what, of))
    return next(found, None)


def remembered(table: TableState, now: int) -> Sequence[Wish]:
    """Return what people want that hasn't lapsed."""
    return [wish for wish in table.wishes if now < holds_until(table, wish)]


def holds_until(table: TableState, wish: Wish) -> int:
    """Return until when a wish is remembered (ms since 1970)."""
    return wish.since + (WISH if table.setup.clock.kind == "live" else SLOW_WISH)


def pause_left(table: TableState) -> int:
    """Return for how long people can still pause a match that counts, in milliseconds."""
    most = PAUSES if table.setup.clock.kind == "live" else SLOW_PAUSES
    return max(0, most - table.paused_for)


def wished(table: TableState, entry: log.EndWanted | log.Wanted) -> TableState:
    """Return the state after someone said that they want something, or no more."""
    if isinstance(entry, log.EndWanted):
        seat = table.dealt_to(entry.user)
        if seat is None:
            return table
        entry = log.Wanted(at=entry.at, seat=seat, what="end")
    what, of = entry.what, entry.of
    held = remembered(table, entry.at)
    wish = next((wish for wish in held if (wish.what, wish.of) == (what, of)), None)
    others = tuple(one for one in held if one is not wish)
    if wish is None:
        wish = Wish(what, of, table.seq + 1, entry.at, ())
    seats = tuple(one for one in wish.seats if one != entry.seat)
    seats += () if entry.back else (entry.seat,)
    return replace(table, wishes=(*others, wish._replace(seats=seats)) if seats else others)


def fulfilled(table: TableState, what: log.Power, of: Seat | None = None) -> tuple[Wish, ...]:
    """Return the wishes without this one: it was done, or means nothing any more."""
    return tuple(wish for wish in table.wishes if (wish.what, wish.of) != (what, of))


def intervened(table: TableState, entry: log.Entry) -> tuple[Intervention, ...]:
    """Return what was done to a match, with an entry that comes next."""
    what: log.Power | None = None
    match entry:
        case log.HandedOver(because="kicked"):
            what = "remove"
        case log.Paused(by=by) if by is not None:
            what = "pause"
        case log.Closed(because="ended"):
            what = "end"
    if what is None or not table.counts or not table.seats:
        return table.interventions
    of = entry.seat if isinstance(entry, log.HandedOver) else None
    by, together = getattr(entry, "by", None), bool(getattr(entry, "together", None))
    done = Intervention(table.seq + 1, entry.at, what, of, by, together)
    return (*table.interventions, done)


def new_interventions(before: TableState, after: TableState) -> tuple[StoredIntervention, ...]:
    """Return what was done to a match between two of its states."""
    new = after.interventions[len(before.interventions) :]
    return tuple(_stored(after, each) for each in new)


def _missing(table: TableState, seats: Sequence[Seat]) -> Sequence[Person]:
    owners = ((seat, state.occupant.person) for seat, state in enumerate(table.seats))
    return [person for seat, person in owners if person is not None and seat not in seats]


def _stored(table: TableState, each: Intervention) -> StoredIntervention:
    user = None if each.by is None or each.by.former else each.by.id
    of = None if each.of is None else table.seats[each.of].user
    place = (table.place.guild, table.setup.game)
    return StoredIntervention(
        table.id, each.number, *place, each.at, each.what, user, of, each.together
    )


def with_host(table: TableState, seats: tuple[SeatState, ...], at: int) -> TableState:
    """Return a match with these seats; with another host where the one there plays no more."""
    host, away = _hosts(table, seats)
    if host.id == table.host.id:
        return replace(table, seats=seats, away_host=away)
    since = 0 if host == table.away_host else at
    return replace(table, seats=seats, host=host, host_since=since, away_host=away)


def _hosts(table: TableState, seats: Sequence[SeatState]) -> tuple[Person, Person | None]:
    """Return who is host of a match with these seats, and in whose place, if in any's."""
    owner = table.away_host or table.host
    number = table.dealt_to(owner.id)
    held = "gone" if number is None or seats[number].user is None else seats[number].held
    if held is None:
        return owner, None
    first = 0 if number is None else number + 1
    circle = (*seats[first:], *seats[:first])
    heir = _first(seat for seat in circle if seat.held is None)
    if heir is not None:
        return heir, owner if held == "away" else None
    if held != "gone":
        return owner, None
    return _first(seat for seat in circle if seat.held != "kicked") or FORMER, None


def depart(users: Collection[int]) -> Command:
    """Do what follows when people have left the server: they leave the table, as by its button."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.phase is Phase.LOBBY:
            return _leave_lobby(table, users, now)
        if table.closed:
            return []
        return [
            log.HandedOver(at=now, seat=number, because="left")
            for number, seat in enumerate(table.seats)
            if seat.user in users and seat.held in (None, "away")
        ]

    return command


def those_to_look_for(table: TableState) -> Sequence[int]:
    """Return the users on whom a table depends: all that have not left it, the host first."""
    if table.closed:
        return ()
    if table.phase is Phase.LOBBY:
        people = [guest.person.id for guest in table.guests]
    else:
        seats = (seat for seat in table.seats if seat.held in (None, "away"))
        people = [user for seat in seats if (user := seat.user) is not None]
    return sorted(people, key=lambda user: user != table.host.id)


def _leave_lobby(table: TableState, users: Collection[int], now: int) -> Sequence[log.Entry]:
    here = [guest for guest in table.guests if guest.person.id not in users]
    gone = [guest.person.id for guest in table.guests if guest.person.id in users]
    left: list[log.Entry] = [log.Left(at=now, user=user) for user in gone]
    if gone and all(guest.called_at is not None for guest in here):
        left.append(log.Closed(at=now, because="emptied"))
    return left


def _first(seats: Iterable[SeatState]) -> Person | None:
    return next((s.occupant.person for s in seats if s.user is not None), None)
