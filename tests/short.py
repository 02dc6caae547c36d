"""Short matches of any game: the options with which it ends soon."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import pytest
from annotated_types import Le
from pydantic.fields import FieldInfo

from bot.game.contract import AnyGame
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES

__all__ = ["few_rounds", "kapow_first", "short", "some_seats_first", "with_kai"]

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


def some_seats_first(games: Iterable[AnyGame]) -> Sequence[object]:
    """Return games and numbers of seats, for tests of all: the quick run has not all numbers.

    It has the fewest and the most, of which the others are between, and the one in the middle.
    """
    found = []
    for game in games:
        seats = sorted(game.seats)
        first = {seats[0], seats[len(seats) // 2], seats[-1]}
        found += [
            pytest.param(
                *(game, number),
                id=f"{game.name}-{number}",
                marks=() if number in first else pytest.mark.thorough,
            )
            for number in seats
        ]
    return found


def with_kai(game: AnyGame, people: int, kai: int = 0) -> int:
    """Return how many seats Kai takes beside so many people: so many, or more if a match needs."""
    return max(kai, game.seats[0] - people)


def few_rounds(game: AnyGame, rounds: int) -> dict[str, int]:
    """Return the option that ends a match after so many rounds, or as many as a game can have.

    None where a game has no such option.
    """
    fields = game.options.model_fields
    names = {"rounds", "max_rounds"} & fields.keys()
    return {name: min(rounds, _most(fields[name])) for name in names}


def _most(field: FieldInfo) -> int:
    """Return the limit of a number, which every one of the options has."""
    (most,) = (limit.le for limit in field.metadata if isinstance(limit, Le))
    assert isinstance(most, int)
    return most


def short(game: AnyGame, rounds: int = 2) -> dict[str, int]:
    """Return the options of a match of so many short rounds."""
    return {**few_rounds(game, rounds), **SHORT_ROUNDS.get(game.name, {})}
