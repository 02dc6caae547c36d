"""What people at a table are called."""

from dataclasses import replace

from bot.face.markdown import escape
from bot.game.contract import Seat
from bot.tables.entries import Occupant, Person
from bot.tables.sight import person_name, short_signs, signs
from bot.tables.state import TableState


def seat_name(table: TableState, seat: Seat) -> str:
    """Return who sits there, in Markdown, with Kai's level."""
    return f"**{escape(signs(table)[seat].name)}**"


def short_name(table: TableState, seat: Seat) -> str:
    """Return the same as a sentence says it, without Kai's level."""
    return f"**{escape(short_signs(table)[seat].name)}**"


def known_name(table: TableState, person: Person) -> str:
    """Return what a person is called at a table, or beside it, in Markdown that is not bold."""
    return escape(person_name(table, person))


def nameless(table: TableState) -> TableState:
    """Return a table without what people wrote: they are called Player 1, Player 2 and so on.

    For servers whose AutoMod blocks a word of it. Their cuts stay behind **Fairness**.
    """
    labels = {person.id: f"Player {number}" for number, person in enumerate(table.people, 1)}

    def called(person: Person) -> Person:
        return replace(person, name=labels.get(person.id, "A person"))

    seats = tuple(
        seat
        if seat.occupant.person is None
        else replace(seat, occupant=Occupant(person=called(seat.occupant.person)))
        for seat in table.seats
    )
    guests = tuple(replace(guest, person=called(guest.person), cut=None) for guest in table.guests)
    paused, closed = table.paused, table.closed
    if paused is not None and paused.by is not None:
        paused = paused.model_copy(update={"by": called(paused.by)})
    if closed is not None and closed.by is not None:
        closed = closed.model_copy(update={"by": called(closed.by)})
    done = tuple(
        one if one.by is None else one._replace(by=called(one.by)) for one in table.interventions
    )
    named = replace(table, seats=seats, guests=guests, host=called(table.host), interventions=done)
    return replace(named, paused=paused, closed=closed, cuts_made=(), changes=())
