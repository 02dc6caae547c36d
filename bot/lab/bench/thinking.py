"""The CPU time that Kapow!'s strong levels think, beside the aims for this machine."""

import itertools
import time
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Final

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.rules.game import KAPOW
from bot.games.players import player_for
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.playouts import uno_rate

__all__ = ["UNO", "figures_of_thinking", "thinking_times"]

UNO: Final = 125_000
"""The actions/s of rlcard's Uno on the machine that the aims are for."""

A_SECOND: Final = 100
"""Decisions of hard a second on one core, at two seats: the aim."""

AIMS: Final[Mapping[tuple[str, int], float]] = {
    ("hard", 2): 0.010,
    ("hard", 4): 0.025,
    ("expert", 2): 0.050,
    ("expert", 4): 0.050,
}
"""Seconds for half of all decisions, by level and seats."""


def figures_of_thinking(seconds: float) -> Iterator[Figure]:
    """Measure each level and number of seats for this long."""
    rate = uno_rate(seconds)
    slower = UNO / rate if rate else 1.0
    at = f"at {rate:,.0f} of Uno's actions/s" if rate else "unscaled: rlcard is not installed"
    for (level, seats), aim in AIMS.items():
        times = thinking_times(level, seats, seconds)
        half, most = percentile(times, 0.5), percentile(times, 0.99)
        if (level, seats) == ("hard", 2):
            done, wanted = 1 / fmean(times), A_SECOND / slower
            yield Figure(
                "decisions of hard on one core, 2 seats",
                f"{done:,.0f} decisions/s",
                f"{wanted:,.0f} decisions/s, the aim {at}",
                ratio(done, wanted),
            )
        yield Figure(
            f"CPU a decision of {level}, {seats} seats",
            f"{half * 1e3:.1f} ms (p99 {most * 1e3:.1f} ms, of {len(times):,} decisions)",
            f"{aim * slower * 1e3:.1f} ms, the aim {at}",
            ratio(half, aim * slower),
        )


def thinking_times(level: str, seats: int, seconds: float) -> list[float]:
    """Let Kai play Kapow! against itself; return the CPU time of each decision in seconds.

    Decisions with only one legal action are not counted, and neither is the first, for which
    machine code is loaded.
    """
    player = player_for(KAPOW.name, level)
    times: list[float] = []
    begun: float | None = None
    for number in itertools.count(1):
        chance = Chance(number.to_bytes(SECRET_BYTES, "big"))
        state, _ = KAPOW.new(KAPOW.options(), seats, chance)
        while to_act := KAPOW.to_act(state):
            seat = min(to_act)
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            start = time.process_time()
            choice = player.choose(view, legal)
            end = time.process_time()
            if len(legal) > 1 and begun is not None:
                times.append(end - start)
            elif len(legal) > 1:
                begun = end
            if begun is not None and end - begun > seconds and times:
                return times
            state, _ = KAPOW.apply(state, seat, choice.action)
    return times
