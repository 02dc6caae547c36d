"""``python -m bot compile``: make Kai's machine code, so that nobody waits for it at a table."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from bot.games.registry import TITLES

__all__ = ["compile_kai"]

MISSING: Final = (
    "Kai's strong levels aren't at full strength at {games}, because Numba isn't installed. "
    "To install it: pip install numba"
)


def compile_kai() -> int:
    """Compile what is not compiled yet, each game in a process of its own; return the exit status.

    The compiler uses one core only.
    """
    names = [name for name, title in TITLES.items() if title.kai.prepare]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        prepared = dict(zip(names, pool.map(_prepare, names), strict=True))
    plain = [TITLES[name].rules.title for name, is_compiled in prepared.items() if not is_compiled]
    print(MISSING.format(games=", ".join(plain)) if plain else "Kai is ready.")
    return 0


def _prepare(game: str) -> bool:
    """Return whether the game's players run compiled code."""
    prepare = TITLES[game].kai.prepare
    return prepare is None or prepare()
