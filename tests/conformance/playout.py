"""Random matches of any game, the same for the same seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.game.contract import AnyGame, Seat
from bot.game.options import Options
from bot.games.registry import GAMES
from tests.golf.rules.game import GOLF
from tests.helpers import chance
from tests.toy_game import TOY

ALL_GAMES: dict[str, AnyGame] = {TOY.name: TOY, GOLF.name: GOLF, **GAMES}
"""The registered games, and the two that are examples: for them there are tests only."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of a playout: a state, the seat and action chosen there, and where they led."""

    state: Any
    seat: Seat
    action: Any
    after: Any
    events: tuple[object, ...]


def short_options(game: AnyGame) -> Options:
    """Return options with few rounds, where the game has rounds to choose."""
    has_rounds = "rounds" in game.options.model_fields
    options: Options = game.options(**({"rounds": 2} if has_rounds else {}))
    return options


def playout(game: AnyGame, seats: int, seed: int, options: Options | None = None) -> Iterator[Turn]:
    """Yield the steps of a match in which everyone acts at random."""
    state, _ = game.new(options or short_options(game), seats, chance(seed, "cut"))
    yield from play_on(game, state, random.Random(seed))


def play_on(game: AnyGame, state: Any, source: random.Random) -> Iterator[Turn]:  # noqa: ANN401
    """Yield the steps from a position in which everyone acts at random."""
    while to_act := game.to_act(state):
        seat = source.choice(sorted(to_act))
        action = source.choice(game.legal(state, seat))
        after, events = game.apply(state, seat, action)
        yield Turn(state, seat, action, after, events)
        state = after
