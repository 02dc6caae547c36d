"""Compare what is stored of the league with a recount of it, row by row."""

from collections.abc import Iterator, Sequence

from bot.lab.year.recount import Recounted, Rows
from db import schema
from db.storage import Storage
from tests.db.rows import rows

__all__ = ["differences", "stored"]

_SHOWN = 5
"""So many rows of each kind are told one by one."""


async def stored(storage: Storage) -> Recounted:
    """Return what is stored, in the form of a recount, without former players."""
    totals = [row for row in await rows(storage, schema.totals) if row[3] > 0]
    duels = [row for row in await rows(storage, schema.versus) if min(row[2:4]) > 0]
    return Recounted(
        totals={row[:10] for row in totals},
        best=set(await rows(storage, schema.bests)),
        versus={row[:9] for row in duels},
        alone={(*row[:4], *row[9:11]) for row in duels},
        history={row[:-1] for row in await rows(storage, schema.history)},
        facts=set(await rows(storage, schema.facts)),
    )


def differences(found: Recounted, expected: Recounted, kinds: Sequence[str]) -> Iterator[str]:
    """Yield a line for each row that is stored and should not be, or the other way round."""
    for kind in kinds:
        is_there: Rows = getattr(found, kind)
        should_be: Rows = getattr(expected, kind)
        for what, some in (("stored", is_there - should_be), ("missing", should_be - is_there)):
            shown = sorted(some, key=repr)[:_SHOWN]
            yield from (f"{kind}: {what} {row}" for row in shown)
            if len(some) > len(shown):
                yield f"{kind}: {what} {len(some) - len(shown):,} more"
