"""Ways to damage a log."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Final, TypeAlias

from tests.tables.house import Housing

Damage: TypeAlias = Callable[[str], str]
"""Maps an entry's JSON to its damaged form."""


def body(housing: Housing, table: str, seq: int) -> str:
    with closing(sqlite3.connect(housing.path)) as database, database:
        query = "SELECT body FROM log WHERE table_id = ? AND seq = ?"
        (found,) = database.execute(query, (table, seq)).fetchone()
        return str(found)


def overwrite(housing: Housing, table: str, seq: int, text: str) -> None:
    with closing(sqlite3.connect(housing.path)) as database, database:
        query = "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?"
        database.execute(query, (text, table, seq))


def torn(whole: str) -> str:
    return whole[: len(whole) // 2]


def impossible(whole: str) -> str:
    """Well-formed, and against the rules."""
    return _written({**json.loads(whole), "action": "end"})


def foreign(whole: str) -> str:
    """An entry that no version of ours has written."""
    return _written({**json.loads(whole), "kind": "sang a song"})


def _written(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))  # As entries are written.


DAMAGES: Final[tuple[Damage, ...]] = (torn, impossible, foreign)
