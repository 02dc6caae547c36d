"""Since when each term of the house counts here: times for lobbies, pauses, turns and old data.

A new or shorter one counts from its first start on this database.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import select

from db.engine.reading import fetch
from db.schema import milestones, tables
from db.storage import Storage

logger = logging.getLogger(__name__)

PREFIX: Final = "term "
"""Begins the names of these milestones."""

_KEPT = milestones.c
_NOTED = select(_KEPT.name, _KEPT.value, _KEPT.at).where(_KEPT.name.startswith(PREFIX))


class Term(NamedTuple):
    """How long something may stand or is kept (seconds; 0 for ever), and since when (ms)."""

    name: str
    seconds: int
    since: int


async def read_terms(
    storage: Storage, seconds: Mapping[str, float], now: int
) -> Mapping[str, Term]:
    """Return the terms by name: since ``now`` for those that are new here or shorter.

    In a database without any table all count from the beginning. Raises ``StoreUnavailableError``.
    """
    if not await fetch(storage.engine, select(tables.c.id).limit(1)):
        now = 0
    noted = await fetch(storage.engine, _NOTED)
    before = {row[0].removeprefix(PREFIX): Term(*row) for row in noted}
    found = {}
    for name, length in seconds.items():
        term, old = Term(name, round(length), now), before.get(name)
        lasts = old is not None and _length(old.seconds) <= _length(term.seconds)
        found[name] = term._replace(since=old.since) if old and lasts else term
    return found


async def keep_terms(storage: Storage, terms: Sequence[Term]) -> None:
    """Note since when the terms count, and say it of those that are noted for the first time."""
    noted = {(name, at): value for name, value, at in await fetch(storage.engine, _NOTED)}
    rows = [(f"{PREFIX}{term.name}", term.seconds, term.since) for term in terms]
    if changed := [row for row in rows if noted.get((row[0], row[2])) != row[1]]:
        await storage.writer.write({milestones: changed})
    if new := [t for t in terms if t.since and (f"{PREFIX}{t.name}", t.since) not in noted]:
        at = datetime.fromtimestamp(max(term.since for term in new) / 1000, UTC)
        names = ", ".join(term.name for term in new)
        when = f"{at:%d %B %H:%M}"
        logger.warning("new or shorter than before, so they count from %s UTC: %s", when, names)


def _length(seconds: int) -> float:
    return seconds or float("inf")
