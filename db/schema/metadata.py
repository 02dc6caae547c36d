"""What all tables share."""

from typing import Final

from sqlalchemy import Index, MetaData, text

PRUNED: Final = "pruned"
"""The phase of a closed table whose log has been deleted, or is being deleted: it is not read."""

metadata = MetaData(
    # The same names in both databases, so that a migration can refer to any constraint.
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


WON_NEARLY_ALWAYS: Final = "matches >= 8 AND 100 * won >= 85 * matches"
"""Rows of ``versus``, in SQL."""

LEFT_OFTEN: Final = "abandoned >= 3 AND period = ''"
"""Rows of ``totals``, in SQL."""

UNFINISHED: Final = "ended_at IS NULL"
"""Rows of ``daily_rounds``, in SQL."""


def index_of(rows: str, *columns: str) -> Index:
    """Return an index of those rows alone."""
    return Index(None, *columns, sqlite_where=text(rows), postgresql_where=text(rows))
