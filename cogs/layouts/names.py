"""What people at a table are called."""

from bot.face.markdown import escape
from bot.game.contract import Seat
from bot.tables.core.entries import Person
from bot.tables.core.sight import person_name, short_signs, signs
from bot.tables.core.state import TableState

__all__ = ["known_name", "seat_name", "short_name"]


def seat_name(table: TableState, seat: Seat) -> str:
    """Return who sits there, in Markdown, with Kai's level."""
    return f"**{escape(signs(table)[seat].name)}**"


def short_name(table: TableState, seat: Seat) -> str:
    """Return the same as a sentence says it, without Kai's level."""
    return f"**{escape(short_signs(table)[seat].name)}**"


def known_name(table: TableState, person: Person) -> str:
    """Return what a person is called at a table, or beside it, in Markdown that is not bold."""
    return escape(person_name(table, person))
