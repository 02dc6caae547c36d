"""Random matches of any game, the same for the same seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.game.contract import AnyGame, Options, Seat
from bot.games.registry import GAMES
from tests.seeded import chance
from tests.toy_game import TOY

__all__ = ["ALL_GAMES", "CASES", "Turn", "playout", "short_options"]

ALL_GAMES: dict[str, AnyGame] = {**GAMES, TOY.name: TOY}

CASES = [(game, seats) for game in ALL_GAMES.values() for seats in game.seats]
"""Every game at every number of seats."""


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
    """Yield the steps of a match in which everybody acts at random."""
    source = random.Random(seed)
    state, _ = game.new(options or short_options(game), seats, chance(seed, "cut"))
    while to_act := game.to_act(state):
        seat = source.choice(sorted(to_act))
        action = source.choice(game.legal(state, seat))
        after, events = game.apply(state, seat, action)
        yield Turn(state, seat, action, after, events)
        state = after
