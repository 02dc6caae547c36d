"""What people at a table are called."""

from bot.face.markdown import escape
from bot.game.contract import Seat
from bot.tables.core.sight import short_signs, signs
from bot.tables.core.state import TableState

__all__ = ["seat_name", "short_name"]


def seat_name(table: TableState, seat: Seat) -> str:
    """Return who sits there, in Markdown, with Kai's level."""
    return f"**{escape(signs(table)[seat].name)}**"


def short_name(table: TableState, seat: Seat) -> str:
    """Return the same as a sentence says it, without Kai's level."""
    return f"**{escape(short_signs(table)[seat].name)}**"
