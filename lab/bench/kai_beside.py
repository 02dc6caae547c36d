"""A person's move while 200 Kais think, beside other people's moves without any Kai.

Each crowd sits at tables of one bot, which runs in a process of its own. They click in turns, so
that other work on the machine affects all alike. While people click at tables of two people, each
Kai waits for the person at its own table.

A Kai that plays has moves stored and shown, too, and so doubles the work of the bot. To tell that
from the thinking, a third crowd plays against Kais that hardly think.

Only moves are compared. A person beside another one waits for half of the time, and then only looks
at the hand, which is quicker: a person beside Kai makes twice as many moves.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.tables.entries import Acted
from db.storage import open_storage
from lab.bench.clicks import PAUSE, Clicked, Crowd
from lab.bench.figure import Figure, new_folder, percentile, ratio
from tests.wire.evening import opened
from tests.wire.process import nursery
from tests.wire.stand_in import Limits

LEVEL: Final = "hard"

HARDLY: Final = "easy"
"""A level that hardly thinks: half a millisecond for a move, instead of several."""

AIM: Final = 1.3
"""At most this many times as long, at the 99th percentile."""

ROUNDS: Final = 4
"""How often each crowd has its turn."""

MORE: Final = 2
"""How much longer people click without Kai, so that they make as many moves."""

QUIET: Final = 6.0
"""Seconds in which Kais finish what they began: a turn has some actions, each after a pause."""

QUIET_SHARE: Final = 0.15
"""In short runs the quiet is shorter, too: this share of the seconds for clicks."""

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
    """Of moves at tables of two people, while no Kai thinks."""
    hardly: list[float]
    """Of moves at tables of one person and Kai, who hardly thinks."""
    beside: list[float]
    """The same where Kai thinks."""
    decisions: int
    """Actions of the Kais that think."""
    lowered: int
    """How many of those were chosen below Kai's level, because the bot was busy."""


def figures_beside_kai(kais: int, seconds: float) -> Iterator[Figure]:
    """Let people click beside Kais for this long, all their turns together."""
    with new_folder() as folder:
        found = asyncio.run(measured_beside_kai(folder, kais, seconds))
    beside, alone, hardly = found.beside, found.alone, found.hardly
    yield Figure(
        f"time of a move beside {kais:,} Kais",
        _told(beside),
        f"{_told(alone)}, without; the aim: {AIM}",
        _times_as_long(beside, alone),
    )
    yield Figure(
        f"the same, {LEVEL} or {HARDLY}",
        f"{_told(beside)}, {LEVEL}",
        f"{_told(hardly)}, {HARDLY}",
        _times_as_long(beside, hardly),
    )
    yield Figure(
        "of their actions, chosen below the level",
        f"{found.lowered:,} of {found.decisions:,} ({found.decisions / seconds:.0f} a second)",
        "none, the aim",
    )


def _told(times: list[float]) -> str:
    if not times:
        return "0 moves in so short a time"
    most, half = (percentile(times, share) * 1e3 for share in (0.99, 0.5))
    return f"{most:.1f} ms p99 (p50 {half:.1f} ms)"


def _times_as_long(times: list[float], others: list[float]) -> str:
    """Return the ratio of the slowest moves, if there are any."""
    return ratio(percentile(times, 0.99), percentile(others, 0.99)) if times and others else "—"


async def measured_beside_kai(folder: Path, kais: int, seconds: float) -> Beside:
    """Let as many people click as there are Kais: first without, then with them, and so on."""
    url = f"sqlite+aiosqlite:///{folder / 'beside.db'}"
    rate, turn = kais / PAUSE, seconds / ROUNDS
    quiet = min(QUIET, QUIET_SHARE * seconds)
    alone: list[float] = []
    hardly: list[float] = []
    beside: list[float] = []
    settings = {**PACED, "DATABASE_URL": url}
    async with (
        nursery() as bots,
        opened(bots, folder, settings=settings, guilds=(), starts=False, taped=False) as evening,
    ):
        people = Crowd(evening, kais, seats=2)
        against_easy = Crowd(evening, kais, seats=1, kai=HARDLY)
        against = Crowd(evening, kais, seats=1, kai=LEVEL)
        await evening.bot.start()
        crowds = (people, against_easy, against)
        for crowd in crowds:
            await crowd.sit_down()
        evening.discord.limits = Limits()
        for crowd in crowds:  # Hands are opened, and what is slow at first is done.
            await crowd.click(rate, turn)
        for _ in range(ROUNDS):
            await asyncio.sleep(quiet)
            alone += _moves(await people.click(rate, MORE * turn))
            hardly += _moves(await against_easy.click(rate, turn))
            await asyncio.sleep(quiet)
            beside += _moves(await against.click(rate, turn))
    levels = await _levels(url)
    lowered = sum(level != LEVEL for level in levels)
    return Beside(alone, hardly, beside, len(levels), lowered)


def _moves(clicked: Iterable[Clicked]) -> list[float]:
    """Return how long moves took."""
    return [click.seconds for click in clicked if click.moves]


async def _levels(url: str) -> list[str | None]:
    """Return the level of each action of the Kais that think."""
    async with open_storage(url) as storage:
        logs = [await storage.store.load(found.table) for found in await storage.store.listings()]
    by_table = [
        [entry.level for entry in log if isinstance(entry, Acted) and entry.by == "kai"]
        for log in logs
    ]
    return [level for levels in by_table if {*levels} != {HARDLY} for level in levels]
