"""Short matches of any game: the options with which it ends soon."""

from collections.abc import Mapping
from typing import Final

from bot.games.game import AnyGame
from bot.games.kabobo.game import KABOBO
from bot.games.kapow.game import KAPOW

__all__ = ["few_rounds", "short", "with_kai"]

SHORT_ROUNDS: Final[Mapping[str, Mapping[str, int]]] = {
    KAPOW.name: {"cards": 9},
    KABOBO.name: {"max_turns": 12},
}
"""What else makes a game's rounds short."""


def with_kai(game: AnyGame, people: int, kai: int = 0) -> int:
    """Return how many seats Kai takes beside so many people: so many, or more if a match needs."""
    return max(kai, game.seats[0] - people)


def few_rounds(game: AnyGame, rounds: int) -> dict[str, int]:
    """Return the option that ends a match after so many rounds; none where a game has no such."""
    names = {"rounds", "max_rounds"} & game.options.model_fields.keys()
    return dict.fromkeys(names, rounds)


def short(game: AnyGame, rounds: int = 2) -> dict[str, int]:
    """Return the options of a match of so many short rounds."""
    return {**few_rounds(game, rounds), **SHORT_ROUNDS.get(game.name, {})}
