"""Check whether Kai can play at full strength."""

from importlib.util import find_spec

from bot.doctor.finding import check

__all__ = ["check_kai"]


@check("Kai")
async def check_kai() -> str:
    """Look for Numba, without which everything works, too."""
    if find_spec("numba") is None:
        return (
            "Kai's strong levels aren't at full strength, because Numba isn't installed. "
            "To install it: pip install numba"
        )
    return "Kai plays at full strength."
