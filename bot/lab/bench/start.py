"""Start-up time: all imports of the bot in a fresh process."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from statistics import median

from bot.lab.bench.figure import Figure, ratio

__all__ = ["figure_of_start"]

OURS, BARE = "import bot.compose", ""


def figure_of_start(starts: int) -> Figure:
    """Start this many processes of each kind alternately, after a first one that compiles."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        # Bytecode is written, as in an installed bot, whatever the environment says.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        _milliseconds(OURS, environment)
        ours, bare = [], []
        for _ in range(starts):
            ours.append(_milliseconds(OURS, environment))
            bare.append(_milliseconds(BARE, environment))
    return Figure(
        "start (all imports)",
        f"{median(ours):.0f} ms",
        f"{median(bare):.0f} ms, bare Python",
        ratio(median(ours), median(bare)),
    )


def _milliseconds(program: str, environment: Mapping[str, str]) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True, env=environment)  # noqa: S603 - a program of ours
    return (time.perf_counter() - start) * 1e3
