"""Who plays on the server of the year: how well, how often, with whom, and with which habits."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.games.players import USUAL_LEVEL, player_for
from bot.tables.core.entries import Person

__all__ = ["CIRCLE", "Guest", "company", "decide", "new_people"]

CIRCLE: Final = 12
"""So many people mostly play with each other."""

_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gül", "Hugo", "Ines", "Jo*", "Kim")

_STRANGER: Final = 0.15
"""How likely a seat is to be taken by somebody of another circle."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays, as only the simulation knows them."""

    person: Person
    skill: float
    """The share of decisions that are made as Kai makes them, 0 to 1; others are random."""
    keenness: float
    """How often they come, compared with others."""
    comes: int
    """The first day on which they come, from 0."""
    goes: int
    """The first day on which they do not come any more."""
    leaves: float
    """How likely they are to leave a match, at each of their decisions."""
    dawdles: float
    """How likely their time is to run out where there is a clock, at each of their decisions."""


def new_people(count: int, days: int, source: random.Random) -> Sequence[Guest]:
    """Return people, circle after circle; ids are those of no server and no channel."""
    return [_guest(number, days, source) for number in range(count)]


def _guest(number: int, days: int, source: random.Random) -> Guest:
    name = f"{_NAMES[number % len(_NAMES)]} {number}"
    comes = 0 if source.random() < 0.7 else source.randrange(days * 3 // 4 + 1)
    return Guest(
        Person(id=5_000_000 + number, name=name),
        skill=source.random(),
        keenness=source.lognormvariate(0, 1),
        comes=comes,
        goes=days if source.random() < 0.8 else source.randint(comes + 1, days + 1),
        leaves=0.01 if source.random() < 0.1 else 0.0002,
        dawdles=0.05 if source.random() < 0.1 else 0.002,
    )


def company(people: Sequence[Guest], day: int, most: int, source: random.Random) -> Sequence[Guest]:
    """Return the people of a match, its host first: at least two, at most so many.

    Empty if too few people come on that day.
    """
    here = [guest for guest in people if guest.comes <= day < guest.goes]
    if len(here) < 2:
        return ()
    host = _one_of(here, source)
    circle = (host.person.id - people[0].person.id) // CIRCLE
    wanted = min(most, source.choice((2, 2, 3, 3, 4, 4, 5, 6, 8)), len(here))
    found = {host.person.id: host}
    for _ in range(10 * wanted):
        if len(found) == wanted:
            break
        guest = _one_of(here, source)
        same = (guest.person.id - people[0].person.id) // CIRCLE == circle
        if same or source.random() < _STRANGER / 10 or len(here) <= CIRCLE:
            found.setdefault(guest.person.id, guest)
    return tuple(found.values()) if len(found) > 1 else (host, _other(here, host, source))


def decide(
    game: str, guest: Guest, view: object, legal: Sequence[Any], source: random.Random
) -> object:
    """Return an action: as Kai would, or any, by the person's skill."""
    if len(legal) > 1 and source.random() < guest.skill:
        action: object = player_for(game, USUAL_LEVEL).choose(view, legal).action
        return action
    return source.choice(legal)


def _one_of(here: Sequence[Guest], source: random.Random) -> Guest:
    return source.choices(here, [guest.keenness for guest in here])[0]


def _other(here: Sequence[Guest], host: Guest, source: random.Random) -> Guest:
    return source.choice([guest for guest in here if guest is not host])
