"""Scenes from the middle of matches, for benchmarks of drawing and thinking."""

import random
from collections.abc import Iterator
from typing import Any, Final

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.lab.bench.hosted import seats_at

__all__ = ["scenes"]

SIGNS: Final = (
    SeatSign("Mina"),
    SeatSign("Sam"),
    SeatSign("Kai (normal)", kai=True),
    SeatSign("Zoë"),
    SeatSign("Oluwaseun"),
    SeatSign("Ada"),
    SeatSign("Ben"),
    SeatSign("Олег"),
)

RECENT: Final = 8
"""The number of recent events in a scene."""

STRIDE: Final = 11
"""Actions between two scenes, so that each shows another seat and moment of a turn."""


def scenes(game: AnyGame, seats: int | None = None) -> Iterator[Scene[Any]]:
    """Yield scenes of a game, endlessly; the same in every run. ``seats``: by default the usual."""
    signs = SIGNS[: seats_at(game) if seats is None else seats]
    wheel = random.Random(3)  # noqa: S311 - the same scenes in every run
    actions = 0
    while True:
        chance = Chance(wheel.randbytes(SECRET_BYTES))
        state, events = game.new(game.options(), len(signs), chance)
        while to_act := game.to_act(state):
            seat = min(to_act)
            state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
            events = (*events, *news)[-RECENT:]
            actions += 1
            # Counted over all matches: a whole one can be shorter than a stride.
            if actions >= STRIDE and not game.stage(state).paused:
                actions = 0
                yield Scene(game.view(state, SPECTATOR), signs, events=events)
