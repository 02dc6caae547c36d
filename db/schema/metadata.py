"""What all tables share."""

from typing import Final

from sqlalchemy import MetaData

__all__ = ["PRUNED", "metadata"]

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
