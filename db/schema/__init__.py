"""The schema: one definition for SQLite and PostgreSQL; ``docs/storage.md`` explains it.

Primary key columns come first in every table. Ids are Discord's 64-bit snowflakes, times are
milliseconds since 1970 (UTC).
"""

# ruff: noqa: F403 - all of the tables are the schema's
from db.schema.activities import *
from db.schema.hosting import *
from db.schema.league import *
from db.schema.matches import *
