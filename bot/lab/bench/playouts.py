"""Speed of random playouts of our games, compared with Uno in rlcard."""

import importlib
import random
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from bot.game.contract import AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.rules.game import KAPOW
from bot.gc_tuning import frozen_gc
from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.hosted import SEATS, seats_at

__all__ = ["figure_of_playouts", "playout", "uno_playout", "uno_rate"]

Playout: TypeAlias = Callable[[random.Random], int]
"""Plays a match by random legal actions; returns the number of actions."""

SLICES: Final = 32
"""The games take turns, so that other processes affect both alike."""


def figure_of_playouts(game: AnyGame, seconds: float) -> Figure:
    """Measure a game for this long, in one thread, by CPU time.

    Kapow! is compared with Uno. The garbage collector is set as in production.
    """
    name = f"random playouts of {game.title}"
    anchored = game is KAPOW
    if not (anchored and find_spec("rlcard")):
        with frozen_gc():
            (ours,) = _rates([partial(playout, game)], seconds)
        missing = "rlcard is not installed (group bench)" if anchored else "—"
        return Figure(name, f"{ours:,.0f} actions/s", missing)
    with frozen_gc():
        ours, theirs = _rates([partial(playout, game), uno_playout], seconds)
    return Figure(
        name,
        f"{ours:,.0f} actions/s",
        f"{theirs:,.0f} actions/s, Uno of rlcard, game only",
        ratio(ours, theirs),
    )


def uno_rate(seconds: float) -> float | None:
    """Return the actions/s of rlcard's Uno, measured for this long; None if it's not installed."""
    if not find_spec("rlcard"):
        return None
    with frozen_gc():
        (rate,) = _rates([uno_playout], seconds)
    return rate


def playout(game: AnyGame, wheel: random.Random) -> int:
    """Play a match with default options."""
    chance = Chance(wheel.randbytes(SECRET_BYTES))
    state, _ = game.new(game.options(), seats_at(game), chance)
    to_act, legal, apply = game.to_act, game.legal, game.apply
    actions = 0
    while seats := to_act(state):
        seat = next(iter(seats))
        state, _ = apply(state, seat, wheel.choice(legal(state, seat)))
        actions += 1
    return actions


def uno_playout(wheel: random.Random) -> int:
    """Play a game of Uno with rlcard, which is untyped and may not be installed."""
    game: Any = importlib.import_module("rlcard.games.uno").Game(num_players=SEATS)
    game.np_random.seed(wheel.getrandbits(32))
    game.init_game()
    actions = 0
    while not game.is_over():
        game.step(wheel.choice(game.get_legal_actions()))
        actions += 1
    return actions


def _rates(playouts: list[Playout], seconds: float) -> list[float]:
    """Return each game's actions per second, after a warm-up match."""
    wheel = random.Random(1)  # noqa: S311 - not security-relevant
    for play in playouts:
        play(wheel)
    actions, elapsed = [0] * len(playouts), [0.0] * len(playouts)
    for number in [*range(len(playouts))] * SLICES:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / SLICES:
            actions[number] += playouts[number](wheel)
        elapsed[number] += spent
    return [done / spent for done, spent in zip(actions, elapsed, strict=True)]
