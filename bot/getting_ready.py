"""Get Kai ready in a process that hosts: another process makes what machine code is missing."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

import bot
from bot import machine_code
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.registry import TITLES

logger = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[Callable[[], None]], None]
"""Has a function called when what was missing at the start has been made."""

LOWEST: Final = 19
"""The priority of the process that makes machine code."""


@asynccontextmanager
async def getting_ready() -> AsyncIterator[Tell]:
    """Let this process host: it makes no machine code from now on, and uses what is there.

    What is missing is made by another process, which ends with the body. Until then Kai plays
    weaker levels.
    """
    games = [name for name, title in TITLES.items() if title.kai.compiled]
    ready = await asyncio.to_thread(_ready, games)
    machine_code.use_only(ready)
    missing = [game for game in games if game not in ready]
    Thread(target=_load, args=(ready,), name="loading Kai", daemon=True).start()
    told: list[Callable[[], None]] = []
    making = asyncio.create_task(_make_apart(games, missing, told), name="making machine code")
    try:
        yield told.append
    finally:
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)
        machine_code.use_only(None)


def _ready(games: Sequence[str]) -> Sequence[str]:
    """Return the games that miss nothing: all of them without a compiler."""
    if find_spec("numba") is None:
        return games
    return [game for game in games if machine_code.is_made(game)]


def load_kai(game: str) -> bool:
    """Load what a game's strong levels need, or make it; return whether there's a compiler.

    Raises whatever a damaged file of machine code brings about.
    """
    title = TITLES[game]
    if title.kai.prepare is None:
        return True
    rules = title.rules
    state, _ = rules.new(rules.options(), rules.seats[0], Chance(bytes(SECRET_BYTES)))
    seat = min(rules.to_act(state))
    return title.kai.prepare(rules.view(state, seat), rules.legal(state, seat))


def _load(games: Sequence[str]) -> None:
    """Load Kai before anyone plays: later, a second of it would hold up all clicks."""
    for game in games:
        with suppress(Exception):
            load_kai(game)


async def _make_apart(
    games: Sequence[str], missing: Sequence[str], told: Sequence[Callable[[], None]]
) -> None:
    """Make what some of the games miss in another process, then use it, and tell of it."""
    if not missing:
        return
    titles = " and ".join(TITLES[game].rules.title for game in missing)
    logger.warning(
        "Kai plays %s below its strong levels until their machine code is made: some minutes at "
        "most. `python -m bot compile` makes it beforehand",
        titles,
    )
    await _compiling()
    ready = await asyncio.to_thread(_ready, games)
    machine_code.use_only(ready)
    for listener in told:
        listener()
    if set(missing) <= set(ready):
        logger.info("Kai plays %s at full strength", titles)
    else:
        logger.error("no machine code could be made: `python -m bot compile` tells more")


async def _compiling() -> None:
    """Run ``python -m bot compile`` to its end, or end all its processes if cancelled."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "compile"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=Path(bot.__file__).parents[1],
        start_new_session=True,  # Ctrl-C is for us, who then end it.
    )
    try:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, process.pid, LOWEST)
        await process.wait()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()  # Or its end is told to a loop that is closed.
