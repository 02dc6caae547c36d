"""Who plays on the server of the year: how well, how often, with whom, and with which habits."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.games.players import USUAL_LEVEL, player_for
from bot.games.registry import GAMES
from bot.tables.core.entries import Person

__all__ = ["CIRCLE", "Guest", "choose_game", "company", "decide", "new_people"]

CIRCLE: Final = 12
"""So many people mostly play with each other."""

_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gül", "Hugo", "Ines", "Jo*", "Kim")

_GAMES: Final = sorted(GAMES)

_ANY_GAME: Final = 0.3
"""How often any game is played, and not a favourite."""

_STRANGER: Final = 0.15
"""How likely a seat is to be taken by somebody of another circle."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays, as only the simulation knows them."""

    person: Person
    skill: float
    """The share of decisions that are made as Kai makes them, 0 to 1; others are random."""
    circle: int
    """Whom they mostly play with."""
    game: str
    """The game that they mostly open tables for; that of their circle."""
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
        circle=number // CIRCLE,
        game=_GAMES[number // CIRCLE % len(_GAMES)],
        keenness=source.lognormvariate(0, 1.5),
        comes=comes,
        goes=days if source.random() < 0.8 else source.randint(comes + 1, days + 1),
        leaves=0.01 if source.random() < 0.1 else 0.0002,
        dawdles=0.05 if source.random() < 0.1 else 0.002,
    )


def company(people: Sequence[Guest], day: int, source: random.Random) -> Sequence[Guest]:
    """Return the people of a match, its host first: two at least.

    Empty if too few people come on that day.
    """
    here = [guest for guest in people if guest.comes <= day < guest.goes]
    if len(here) < 2:
        return ()
    host = _one_of(here, source)
    circle = [guest for guest in here if guest.circle == host.circle]
    wanted = source.choice((2, 2, 3, 3, 4, 4, 5, 6, 8))
    found = {host.person.id: host}
    for _ in range(2 * wanted):
        if len(found) < wanted:
            some = here if len(circle) < 2 or source.random() < _STRANGER else circle
            guest = _one_of(some, source)
            found.setdefault(guest.person.id, guest)
    return tuple(found.values()) if len(found) > 1 else (host, _other(here, host, source))


def choose_game(host: Guest, source: random.Random) -> str:
    """Return the game of a match: mostly the host's favourite."""
    return source.choice(_GAMES) if source.random() < _ANY_GAME else host.game


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
