"""Who is host when the host no longer plays, and people who have left the server.

In a lobby the first of the others follows (:mod:`bot.tables.core.apply`). In a match it is the next
person after the host's seat who plays themselves. A host who is only away gets the place back with
the seat; whoever has left and comes back later is a player like any other.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from bot.game.contract import Seat
from bot.tables.core import entries as log
from bot.tables.core.command import Command
from bot.tables.core.state import SeatState, TableState
from bot.tables.core.store import Phase

__all__ = ["depart", "those_to_look_for", "with_host"]


def with_host(table: TableState, seats: tuple[SeatState, ...], at: int) -> TableState:
    """Return a match with these seats; with another host where the one there plays no more."""
    host, away = _hosts(table, seats)
    if host.id == table.host.id:
        return replace(table, seats=seats, away_host=away)
    since = 0 if host == table.away_host else at
    return replace(table, seats=seats, host=host, host_since=since, away_host=away)


def _hosts(table: TableState, seats: Sequence[SeatState]) -> tuple[log.Person, log.Person | None]:
    """Return who is host of a match whose seats are now these, and in whose place, if in any's.

    Where nobody plays who could be host, nothing changes.
    """
    owner = table.away_host or table.host
    number = _seat_of(table.seats, owner)
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
    return _first(seat for seat in circle if seat.held != "kicked") or log.FORMER, None


def depart(users: Collection[int]) -> Command:
    """Do what follows when people have left the server: they leave the table, as by its button.

    They may come back to the match as long as it goes on. Nobody here at all changes nothing.
    """

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
    """Return the entries for those who leave; once nobody is left who has answered, it closes."""
    here = [guest for guest in table.guests if guest.person.id not in users]
    gone = [guest.person.id for guest in table.guests if guest.person.id in users]
    left: list[log.Entry] = [log.Left(at=now, user=user) for user in gone]
    if gone and all(guest.called_at is not None for guest in here):
        left.append(log.Closed(at=now, because="emptied"))
    return left


def _seat_of(seats: Sequence[SeatState], person: log.Person) -> Seat | None:
    for number, seat in enumerate(seats):
        if seat.occupant.person is not None and seat.occupant.person.id == person.id:
            return number
    return None


def _first(seats: Iterable[SeatState]) -> log.Person | None:
    return next((s.occupant.person for s in seats if s.user is not None), None)
