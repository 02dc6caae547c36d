"""How long a start takes: all imports of the bot, in a fresh process."""

import subprocess
import sys
import time
from statistics import median

from bot.bench.figure import Figure, ratio

__all__ = ["figure_of_start"]


def figure_of_start(starts: int) -> Figure:
    """Start so many processes of each kind, one after the other."""
    ours, bare = [], []
    for _ in range(starts):
        ours.append(_milliseconds("import bot.compose"))
        bare.append(_milliseconds(""))
    return Figure(
        "start (all imports)",
        f"{median(ours):.0f} ms",
        f"{median(bare):.0f} ms, bare Python",
        ratio(median(ours), median(bare)),
    )


def _milliseconds(program: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - a program of ours
    return (time.perf_counter() - start) * 1e3
