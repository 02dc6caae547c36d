"""Short matches of any game: the options with which it ends soon."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Final

import pytest
from annotated_types import Le
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.game.contract import AnyGame
from bot.game.options import Options
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from tests.face.moments import matches

SHORT_ROUNDS: Final[Mapping[str, Mapping[str, int]]] = {
    KAPOW.name: {"cards": 9},
    KABOBO.name: {"max_turns": 12},
    CHOWPOW.name: {"max_turns": 3, "three_course_meal": True},
}
"""What else makes a game's rounds short."""


def kapow_first() -> Sequence[object]:
    """Return the games, for tests that take their time: the quick run has them of Kapow! alone."""
    others = [game for game in GAMES.values() if game is not KAPOW]
    return [KAPOW, *(pytest.param(game, marks=pytest.mark.thorough) for game in others)]


FEW, MOST = 1, -1
"""Places among the numbers of seats: the first where nobody is the only other, and the last."""


def some_seats_first(games: Iterable[AnyGame], at: int = FEW) -> Sequence[object]:
    """Return games and numbers of seats, for tests of all: the quick run has one number of each.

    It is the one ``at`` that place: few where it's about rules, most where it's about what fits.
    """
    return [
        _case(f"{game.name}-{seats}", game.seats[at], game, seats)
        for game in games
        for seats in sorted(game.seats)
    ]


def matches_some_seats_first(kind: str, at: int) -> Sequence[object]:
    """Return the matches of a kind of all games, likewise: game, number of seats, match."""
    return [
        _case(f"{game.name}-{number}-{seats}", match.counts[at], game, seats, match)
        for game in GAMES.values()
        for number, match in enumerate(matches(game, kind))
        for seats in match.counts
    ]


def _case(name: str, quick: int, game: AnyGame, seats: int, *more: object) -> object:
    marks = () if seats == quick else pytest.mark.thorough
    return pytest.param(game, seats, *more, id=name, marks=marks)


def with_kai(game: AnyGame, people: int, kai: int = 0) -> int:
    """Return how many seats Kai takes beside people: ``kai``, or more if a match needs it."""
    return max(kai, game.seats[0] - people)


def few_rounds(game: AnyGame, rounds: int) -> dict[str, int]:
    """Return the option that ends a match after this many rounds at most, if there is one."""
    fields = game.options.model_fields
    names = {"rounds", "max_rounds"} & fields.keys()
    return {name: min(rounds, _most(fields[name])) for name in names}


def _most(field: FieldInfo) -> int:
    """Return the limit of a number, which every one of the options has."""
    (most,) = (limit.le for limit in field.metadata if isinstance(limit, Le))
    assert isinstance(most, int)
    return most


def short(game: AnyGame, rounds: int = 2) -> dict[str, int]:
    """Return the options of a match of this many short rounds."""
    return {**few_rounds(game, rounds), **SHORT_ROUNDS.get(game.name, {})}


def combinations_of_all() -> Sequence[object]:
    """Return each game with every combination of its switches; the quick run has some of them."""
    return [
        pytest.param(game, options, id=f"{game.name}-{number}", marks=_SOME[number % len(_SOME)])
        for game in GAMES.values()
        for number, options in enumerate(_combinations(game))
    ]


_SOME: Final = ((), *(pytest.mark.thorough,) * 4)
"""Of five combinations the first is in the quick run."""


def _combinations(game: AnyGame) -> Iterator[Options]:
    """Yield the options of a match of one round, with each combination of switches."""
    fields = game.options.model_fields.items()
    switches = [name for name, field in fields if field.annotation is bool]
    for values in product((True, False), repeat=len(switches)):
        with suppress(ValidationError):  # Some don't go with others.
            chosen = dict(zip(switches, values, strict=True))
            yield game.options(**few_rounds(game, 1), **chosen)


def variants_of_all() -> Sequence[object]:
    """Return each game with each of its variants."""
    return [
        pytest.param(game, options, id=f"{game.name}-{number}")
        for game in GAMES.values()
        for number, options in enumerate(_variants(game))
    ]


def _variants(game: AnyGame) -> Iterator[Options]:
    """Yield the options of a short match, and the same with each switch the other way."""
    usual = short(game)
    yield game.options(**usual)
    for name, field in game.options.model_fields.items():
        if field.annotation is bool and name not in usual:
            with suppress(ValidationError):  # It goes with other options only.
                yield game.options(**{**usual, name: not field.default})
