"""What one viewer may see of a match, and what people at a table are called.

A :class:`Sight` is the only input for pictures, texts and buttons.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from bot.face.face import Scene, SeatSign
from bot.face.markdown import escape, told_apart
from bot.game.contract import SPECTATOR, GameError, Seat, Stage, Viewer
from bot.game.moves import must_know_no_more
from bot.tables.entries import Occupant, Person
from bot.tables.state import TableState, may_undo, stage_of


@dataclass(frozen=True, slots=True)
class Sight:
    """A scene for one viewer, their legal actions, and the revision that their clicks carry."""

    scene: Scene[Any]
    legal: Sequence[Any]
    """Empty for spectators, for a seat that is not to act, and while Kai plays the seat."""
    revision: int
    stage: Stage


def look(table: TableState, viewer: Viewer = SPECTATOR) -> Sight:
    """Return a match as a viewer may see it; ``ValueError`` before it has started."""
    if table.stage is None:
        raise ValueError(f"table {table.id} has not started")
    view = table.game.view(table.position, viewer)
    turn, last = table.stage.turn, 0 if viewer is None else last_turn_of(table, viewer)
    recent = tuple(news.event for news in table.news if news.turn >= turn - 1)
    dealt = max((news.own_turn for news in table.news if news.by is None), default=0)
    past = tuple(news.event for news in table.news if news.own_turn >= max(last, dealt))
    scene = Scene(view, signs(table), events=recent, past=past)
    if viewer is None:
        return Sight(scene, (), 0, table.stage)
    seat = table.seats[viewer]
    may_act = viewer in table.to_act and not table.paused and not seat.played_by_kai(turn)
    legal = table.game.legal(table.position, viewer) if may_act else ()
    return Sight(scene, legal, table.since[viewer], table.stage)


def last_turn_of(table: TableState, seat: Seat) -> int:
    """Return the last turn before this one that a seat took itself; 0 if none is known."""
    now, mine = stage_of(table).own_turn, [news for news in table.news if news.by == seat]
    began = {news.own_turn: news.turn for news in reversed(table.news)}
    own = (at.own_turn for at in mine if at.turn == began[at.own_turn] and at.own_turn < now)
    return max(own, default=0)


def undoable(table: TableState, seat: Seat) -> bool:
    """Whether a seat can take its last move back."""
    try:
        must_know_no_more(table.game, may_undo(table).last(seat), table.position)
    except GameError:
        return False
    return True


def signs(table: TableState) -> tuple[SeatSign, ...]:
    """Return the name sign of each seat of a started table."""
    owners = [seat.occupant.person for seat in table.seats]
    names = ["Kai" if one is None else one.name for one in owners]
    house = frozenset(seat for seat, one in enumerate(owners) if one is None or one.former)
    return tuple(
        SeatSign(name, kai=owner is None, away=owner is not None and seat.held is not None)
        for name, owner, seat in zip(
            _at_table(tuple(names), house), owners, table.seats, strict=True
        )
    )


_at_table: Final = lru_cache(maxsize=1024)(told_apart)
"""Each look at a table asks it."""


def kai_names(count: int) -> Sequence[str]:
    """Return what this many seats of Kai's are called, in order: several are numbered."""
    return told_apart(["Kai"] * count, range(count))


def people_names(table: TableState) -> Mapping[int, str]:
    """Return what each person at a table is called there, by their id; still not escaped."""
    if table.seats:
        named = zip(table.seats, signs(table), strict=True)
        return {seat.user: sign.name for seat, sign in named if seat.user is not None}
    people = table.people
    names = told_apart([person.name for person in people])
    return {person.id: name for person, name in zip(people, names, strict=True)}


def person_name(table: TableState, person: Person) -> str:
    """Return what a person is called at a table, who may be someone else than its players."""
    if person.former:
        return person.name
    known = people_names(table)
    if person.id in known:
        return known[person.id]
    names = (*known.values(), person.name)
    return told_apart(names, range(len(known)))[-1]


def seat_name(table: TableState, seat: Seat) -> str:
    """Return who sits there, in Markdown."""
    return f"**{escape(signs(table)[seat].name)}**"


def known_name(table: TableState, person: Person) -> str:
    """Return what a person is called at a table, or beside it, in Markdown that is not bold."""
    return escape(person_name(table, person))


def nameless(table: TableState) -> TableState:
    """Return a table without what people wrote: they are called Player 1, Player 2 and so on.

    For servers whose AutoMod blocks a word of it.
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
