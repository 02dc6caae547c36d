"""Speed of random playouts of Kapow!'s compiled twin."""

import random
import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.kai.twin.actions import MOST
from bot.games.kapow.kai.twin.bridge import round_of
from bot.games.kapow.kai.twin.moves import apply, legal
from bot.games.kapow.kai.twin.round import Phase, Round
from bot.games.kapow.rules.game import KAPOW
from bot.kai.compiled import IS_COMPILED, Array, Dice, compiled
from bot.kai.dice import below, dice
from bot.kai.records import row_of
from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.hosted import SEATS

__all__ = ["figure_of_the_twin"]

OPENSPIEL: Final = 540_000
"""Actions/s of OpenSpiel's crazy eights, in C++ and one thread: see docs/figures.md."""

AT_ONCE: Final = 100
"""Rounds for each deal, and each look at the clock."""


def figure_of_the_twin(seconds: float) -> Figure:
    """Measure rounds of random legal actions for this long, in one thread, by CPU time."""
    name = "random playouts of Kapow!, compiled"
    anchor = f"{OPENSPIEL:,} actions/s, OpenSpiel's crazy eights (published, not measured here)"
    if not IS_COMPILED:
        return Figure(name, "Numba is not installed (group kai)", anchor)
    wheel = random.Random(1)  # noqa: S311 - not security-relevant
    copies, found, source = row_of(Round), np.zeros(MOST, dtype=np.int64), dice(1)
    _play(_dealt(wheel), copies, 1, found, source)  # It is compiled by this.
    actions, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds or not actions:
        actions += _play(_dealt(wheel), copies, AT_ONCE, found, source)
    rate = actions / spent
    return Figure(name, f"{rate:,.0f} actions/s", anchor, ratio(rate, OPENSPIEL))


def _dealt(wheel: random.Random) -> Round:
    chance = Chance(wheel.randbytes(SECRET_BYTES))
    return round_of(KAPOW.new(KAPOW.options(), SEATS, chance).state)


@compiled
def _play(start: Round, copies: NDArray[Round], rounds: int, found: Array, source: Dice) -> int:
    """Play rounds of random legal actions from a deal; return the number of actions."""
    actions = 0
    for _ in range(rounds):
        copies[0] = start
        game: Round = copies[0]
        while game.phase != Phase.ENDED:
            count = legal(game, found)
            apply(game, found[below(source, count)], source)
            actions += 1
    return actions
