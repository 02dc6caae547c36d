"""``python -m bot compile``: make Kai's machine code, so that nobody waits for it at a table."""

from typing import Final

from bot.games.registry import TITLES

__all__ = ["compile_kai"]

MISSING: Final = (
    "Kai's strong levels aren't at full strength at {games}, because Numba isn't installed. "
    "To install it: pip install numba"
)


def compile_kai() -> int:
    """Compile what is not compiled yet; return the exit status."""
    prepared = {
        title.rules.title: title.kai.prepare() for title in TITLES.values() if title.kai.prepare
    }
    plain = [name for name, is_compiled in prepared.items() if not is_compiled]
    print(MISSING.format(games=", ".join(plain)) if plain else "Kai is ready.")
    return 0
