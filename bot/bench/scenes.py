"""Scenes from the middle of games, for what is drawn and decided."""

import random
from collections.abc import Iterator
from typing import Final

from bot.games.deck import SECRET_BYTES, Chance
from bot.games.game import SPECTATOR
from bot.games.kapow.game import KAPOW
from bot.games.kapow.view import View
from bot.render.face import Scene, SeatSign

__all__ = ["scenes"]

SIGNS: Final = (
    SeatSign("Mina"),
    SeatSign("Sam"),
    SeatSign("Kai (normal)", kai=True),
    SeatSign("Zoë"),
)

RECENT: Final = 8
"""Events that a scene tells of."""

STRIDE: Final = 11
"""Actions from one scene to the next: each shows another seat and another moment of a turn."""


def scenes() -> Iterator[Scene[View]]:
    """Yield scenes at a table of four, without end; no two are alike."""
    wheel = random.Random(3)  # noqa: S311 - the same scenes in every run
    while True:
        chance = Chance(wheel.randbytes(SECRET_BYTES))
        state, events = KAPOW.new(KAPOW.options(), len(SIGNS), chance)
        actions = 0
        while to_act := KAPOW.to_act(state):
            seat = min(to_act)
            state, news = KAPOW.apply(state, seat, wheel.choice(KAPOW.legal(state, seat)))
            events = (*events, *news)[-RECENT:]
            actions += 1
            if actions % STRIDE == 0 and not KAPOW.stage(state).paused:
                yield Scene(KAPOW.view(state, SPECTATOR), SIGNS, events=events)
