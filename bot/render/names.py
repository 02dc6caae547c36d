"""The names of the seats in texts."""

from collections.abc import Sequence

from bot.games.game import Seat
from bot.render.face import SeatSign
from bot.render.markdown import NAME_LIMIT, escape

__all__ = ["bold", "listed"]


def bold(seats: Sequence[SeatSign], seat: Seat, limit: int = NAME_LIMIT) -> str:
    """Return a seat's name in bold Markdown, at most ``limit`` characters of it."""
    return f"**{escape(seats[seat].name, limit)}**"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
