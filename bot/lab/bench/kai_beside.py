"""A person's click while 200 Kais think, beside the same people's clicks without any Kai.

Both crowds sit at tables of one bot, which runs in a process of its own. They click in turns, so
that other work on the machine affects both alike. While people click at tables of two people, each
Kai waits for the person at its own table.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.lab.bench.clicks import PAUSE
from bot.lab.bench.crowd import Crowd
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.tables.core.entries import Acted
from db.storage import open_storage
from tests.wire.process import BotProcess, nursery
from tests.wire.stand_in import Limits, StandIn

__all__ = ["Beside", "figures_beside_kai", "measured_beside_kai"]

LEVEL: Final = "hard"

AIM: Final = 1.3
"""At most this many times as long, at the 99th percentile."""

ROUNDS: Final = 4
"""How often each crowd has its turn."""

QUIET: Final = 6.0
"""Seconds in which Kais finish what they began: a turn has some actions, each after a pause."""

PACED: Final = {
    "CARDS_EDIT_INTERVAL_SECONDS": "1",
    "CARDS_TABLES_PER_SERVER": "1000",
    "CARDS_ROUND_PAUSE_SECONDS": "1",
    "CARDS_KAI_PACE_SECONDS": "1.5",
}
"""As in production, where Kai waits a little before it plays."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was measured. Latencies are in seconds."""

    alone: list[float]
    """Of clicks at tables of two people, while no Kai thinks."""
    beside: list[float]
    """Of clicks at tables of one person and Kai."""
    decisions: int
    """Kai's actions that were stored."""
    lowered: int
    """How many of them were chosen below Kai's level, because the bot was busy."""


def figures_beside_kai(kais: int, seconds: float) -> Iterator[Figure]:
    """Let each crowd click for this long, all its turns together."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        found = asyncio.run(measured_beside_kai(Path(folder), kais, seconds))
    slow, alone = (percentile(times, 0.99) for times in (found.beside, found.alone))
    yield Figure(
        f"time of a click, {kais:,} Kais think",
        f"{slow * 1e3:.1f} ms p99 (p50 {percentile(found.beside, 0.5) * 1e3:.1f} ms)",
        f"{alone * 1e3:.1f} ms p99 (p50 {percentile(found.alone, 0.5) * 1e3:.1f} ms), without; "
        f"the aim: {AIM}",
        ratio(slow, alone),
    )
    yield Figure(
        "of their actions, chosen below the level",
        f"{found.lowered:,} of {found.decisions:,} ({found.decisions / seconds:.0f} a second)",
        "none, the aim",
    )


async def measured_beside_kai(folder: Path, kais: int, seconds: float) -> Beside:
    """Let as many people click as there are Kais: first without, then with them, and so on."""
    url = f"sqlite+aiosqlite:///{folder / 'beside.db'}"
    rate, turn = kais / PAUSE, seconds / ROUNDS
    alone: list[float] = []
    beside: list[float] = []
    async with nursery() as bots, StandIn().serving() as discord:
        discord.tape.on = False
        bot = BotProcess(discord, bots, folder, {**PACED, "DATABASE_URL": url})
        people = Crowd(discord, kais, seats=2)
        against = Crowd(discord, kais, seats=1, kai=LEVEL)
        await bot.start()
        await people.sit_down()
        await against.sit_down()
        discord.limits = Limits()
        for crowd in (people, against):  # Hands are opened, and what is slow at first is done.
            await crowd.click(rate, turn)
        for _ in range(ROUNDS):
            await asyncio.sleep(QUIET)
            alone += await people.click(rate, turn)
            beside += await against.click(rate, turn)
        await bot.crash()
    levels = await _levels(url)
    return Beside(alone, beside, len(levels), sum(level != LEVEL for level in levels))


async def _levels(url: str) -> list[str | None]:
    """Return the level of each action of Kai's."""
    async with open_storage(url) as storage:
        logs = [await storage.store.load(found.table) for found in await storage.store.listings()]
    return [
        entry.level
        for log in logs
        for entry in log
        if isinstance(entry, Acted) and entry.by == "kai"
    ]
