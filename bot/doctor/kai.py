"""Check whether Kai's strong levels can think in machine code."""

from importlib.util import find_spec

from bot.doctor.finding import check

__all__ = ["check_kai"]


@check("Kai")
async def check_kai() -> str:
    """Look for Numba, without which everything works, too."""
    if find_spec("numba") is None:
        return "Numba isn't installed: Kai's strong levels work, but play weaker."
    return "Kai's strong levels think in machine code."
