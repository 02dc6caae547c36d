"""Repository of match reviews."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete, select, update

from bot.review.review import StoredReview
from bot.tables.store import ALL_SERVERS, Shards
from db import schema
from db.engine.reading import Repository, on_shards

MATCHES, RESULTS, REVIEWS = schema.matches.c, schema.results.c, schema.reviews.c
TABLES = schema.tables.c


class Reviews(Repository):
    """Reviews of finished matches, one each. All calls raise ``StoreUnavailableError``."""

    async def review(self, table: str) -> StoredReview | None:
        """Return a match's review or request; None if nobody asked for one."""
        query = select(schema.reviews).where(REVIEWS.table_id == table)
        rows = await self._fetch(query)
        return StoredReview(*rows[0]) if rows else None

    async def ask(self, table: str, version: str, at: int) -> None:
        """Store the request for a review, in place of an older one. ``at``: ms since 1970."""
        await self._writer.write({schema.reviews: [(table, version, at, None)]})

    async def finish(self, table: str, version: str, body: str) -> None:
        """Store a finished review, unless the match's log has been deleted meanwhile."""
        asked = REVIEWS.table_id == table, REVIEWS.version == version
        await self._change(update(schema.reviews).where(*asked).values(body=body))

    async def drop(self, table: str) -> None:
        """Delete the request for a review."""
        await self._change(delete(schema.reviews).where(REVIEWS.table_id == table))

    async def unfinished(self, shards: Shards = ALL_SERVERS) -> Sequence[tuple[str, int]]:
        """Return table and server of each requested review on these shards, oldest first."""
        query = (
            select(REVIEWS.table_id, MATCHES.guild)
            .join(schema.matches, MATCHES.table_id == REVIEWS.table_id)
            .where(REVIEWS.body.is_(None), on_shards(MATCHES.guild, shards))
            .order_by(REVIEWS.asked_at, REVIEWS.table_id)
        )
        return [(table, guild) for table, guild in await self._fetch(query)]

    async def latest(
        self, guild: int, channel: int, user: int, games: Collection[str]
    ) -> str | None:
        """Return a person's newest match on a server that has a log, else the channel's."""
        newest = (
            select(MATCHES.table_id)
            .select_from(schema.matches.join(schema.tables))
            .where(
                MATCHES.guild == guild,
                MATCHES.game.in_(games),
                TABLES.phase != schema.PRUNED,
            )
            .order_by(MATCHES.finished_at.desc(), MATCHES.table_id)
            .limit(1)
        )
        theirs = select(RESULTS.table_id).where(RESULTS.user_id == user)
        for narrowed in (MATCHES.table_id.in_(theirs), TABLES.channel == channel):
            for (table,) in await self._heavy.fetch(guild, newest.where(narrowed)):
                return str(table)
        return None
