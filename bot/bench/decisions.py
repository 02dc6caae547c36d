"""How long Kai thinks."""

import itertools
import time
from typing import Final

from bot.bench.figure import Figure, percentile
from bot.games.deck import SECRET_BYTES, Chance
from bot.games.kapow.game import KAPOW
from bot.kai.players import USUAL_LEVEL, player_for

__all__ = ["decision_times", "figure_of_decisions"]

SEATS: Final = 4


def figure_of_decisions(seconds: float) -> Figure:
    """Measure Kai for so long at least."""
    times = decision_times(seconds)
    half, most = percentile(times, 0.5) * 1e3, percentile(times, 0.99) * 1e3
    return Figure(
        f"Kai's decision ({USUAL_LEVEL})",
        f"{half:.2f} ms (p99 {most:.2f} ms, of {len(times):,} decisions)",
    )


def decision_times(seconds: float) -> list[float]:
    """Let Kai play matches against itself; return what each real decision took, in seconds.

    Where only one action is legal there is nothing to decide, and nothing is measured.
    """
    player = player_for(KAPOW.name, USUAL_LEVEL)
    times: list[float] = []
    end = time.perf_counter() + seconds
    for number in itertools.count(1):
        state, _ = KAPOW.new(KAPOW.options(), SEATS, Chance(number.to_bytes(SECRET_BYTES, "big")))
        while to_act := KAPOW.to_act(state):
            seat = min(to_act)
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            start = time.perf_counter()
            choice = player.choose(view, legal)
            if len(legal) > 1:
                times.append(time.perf_counter() - start)
            if start > end and times:
                return times
            state, _ = KAPOW.apply(state, seat, choice.action)
    return times
