"""What people at a table are called."""

from bot.face.markdown import escape
from bot.game.contract import Seat
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState

__all__ = ["seat_name"]


def seat_name(table: TableState, seat: Seat) -> str:
    """Return who sits there, in Markdown."""
    return f"**{escape(signs(table)[seat].name)}**"
