"""A scene of each phase of each game, at every number of seats, for contact sheets and tests."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance

__all__ = ["NAMES", "Moment", "moments", "scenes"]

NAMES: Final = ("Mina", "Kai 1 (hard)", "Oluwaseun", "Sam", "José", "Олег", "Bartholomew", "Zoë")

_RECENT: Final = 12
"""The number of recent events in a scene."""
_LATEST: Final = 900
"""A match is broken off after this many actions: random play can be long."""


class Moment(NamedTuple):
    """A scene, and the phase that it shows."""

    phase: str
    scene: Scene[Any]


def scenes(game: AnyGame, seats: int, seed: int) -> Iterator[Scene[Any]]:
    """Yield the scene after each action of a match that is played at random."""
    wheel = random.Random(seed)  # noqa: S311 - the same scenes in every run
    signs = tuple(
        SeatSign(name, kai=name.startswith("Kai"), away=name == "Sam") for name in NAMES[:seats]
    )
    state, events = game.new(game.options(), seats, Chance(wheel.randbytes(SECRET_BYTES)))
    for _ in range(_LATEST):
        to_act = sorted(game.to_act(state))
        if not to_act:
            return
        seat = wheel.choice(to_act)
        state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
        events = (*events, *news)[-_RECENT:]
        yield Scene(game.view(state, SPECTATOR), signs, "1:12 left", events)


def moments(game: AnyGame, seats: int, seed: int = 1) -> Iterator[Moment]:
    """Yield for each phase of a match the last scene in it, with the most on the table."""
    found: dict[str, Scene[Any]] = {}
    for scene in scenes(game, seats, seed):
        found[str(scene.view.phase.value)] = scene
    for phase, scene in found.items():
        yield Moment(phase, scene)
