"""Check whether Kai can play at full strength."""

import asyncio
from importlib.util import find_spec

from bot.doctor.finding import check
from bot.games.players import strongest_plain_level
from bot.games.registry import TITLES
from bot.machine_code import is_made

__all__ = ["check_kai"]


@check("Kai")
async def check_kai() -> str:
    """Look for Numba and for what it makes; without either everything works, too."""
    if find_spec("numba") is None:
        return (
            "Kai's strong levels aren't at full strength, because Numba isn't installed. "
            "To install it: pip install numba"
        )
    games = [name for name, title in TITLES.items() if title.kai.compiled]
    missing = [game for game in games if not await asyncio.to_thread(is_made, game)]
    if missing:
        levels = ", ".join(
            f"{strongest_plain_level(game)} at {TITLES[game].rules.title}" for game in missing
        )
        return (
            "The machine code of Kai's strong levels isn't there, or isn't for this processor. The "
            f"bot makes it when it starts; for some minutes Kai plays at most {levels}. To make it "
            "beforehand: python -m bot compile"
        )
    return "Kai plays at full strength."
