"""Indexes of a few rows alone: those that moderators look at, and daily rounds that go on.

The databases use such an index where a query says the same words as the index.
"""

from typing import Final

from sqlalchemy import Index, text

__all__ = ["LEFT_OFTEN", "UNFINISHED", "WON_NEARLY_ALWAYS", "index_of"]

WON_NEARLY_ALWAYS: Final = "matches >= 8 AND 100 * won >= 85 * matches"
"""Rows of ``versus``, in SQL."""

LEFT_OFTEN: Final = "abandoned >= 3 AND period = ''"
"""Rows of ``totals``, in SQL."""

UNFINISHED: Final = "ended_at IS NULL"
"""Rows of ``daily_rounds``, in SQL."""


def index_of(rows: str, *columns: str) -> Index:
    """Return an index of those rows alone."""
    return Index(None, *columns, sqlite_where=text(rows), postgresql_where=text(rows))
