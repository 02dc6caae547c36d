"""Repository of who wants a ping before league nights, and who got one when."""

from collections.abc import Collection, Sequence

from pydantic import JsonValue
from sqlalchemy import ColumnElement, and_, bindparam, delete, exists, func, select, update

from bot.night.plan import PingWish
from bot.tables.store import Shards
from db.engine.reading import Repository
from db.engine.statements import Prepared
from db.repositories.nights import open_on
from db.schema import night_wishes, nights, pings, standing_wishes

NIGHTS, WISHES, STANDING, PINGS = nights.c, night_wishes.c, standing_wishes.c, pings.c

TELL = Prepared(
    update(nights).where(NIGHTS.id == bindparam("night")).values(told_at=bindparam("now"))
)
FOLLOW = Prepared(
    update(night_wishes)
    .where(
        WISHES.user_id == bindparam("user"),
        WISHES.night.in_(
            select(NIGHTS.id).where(NIGHTS.guild == bindparam("g"), NIGHTS.closed.is_(False))
        ),
    )
    .values(wanted=bindparam("every"))
)
DELETE = tuple(
    Prepared(delete(table).where(table.c.user_id == bindparam("user")))
    for table in (night_wishes, standing_wishes, pings)
)


class PingSubscriptions(Repository):
    """The wishes and pings of all people. All calls raise ``StoreUnavailableError``."""

    async def wish(self, guild: int, night: str, user: int) -> PingWish:
        """Return what someone wants before a night of a server."""
        single = select(WISHES.wanted, WISHES.changes).where(
            WISHES.night == night, WISHES.user_id == user
        )
        standing = select(STANDING.user_id).where(STANDING.guild == guild, STANDING.user_id == user)
        every = bool(await self._fetch(standing))
        for wanted, changes in await self._fetch(single):
            return PingWish(wanted, changes, every)
        return PingWish(every, 0, every)

    async def ask(self, night: str, user: int, *, wanted: bool, changes: int) -> None:
        """Store a wish for a single night."""
        await self._writer.write({night_wishes: [(night, user, wanted, changes)]})

    async def every(self, guild: int) -> Sequence[int]:
        """Return who has a standing wish for a server's nights."""
        query = select(STANDING.user_id).where(STANDING.guild == guild)
        return [user for (user,) in await self._fetch(query.order_by(STANDING.user_id))]

    async def choose(self, guild: int, user: int, *, every: bool) -> None:
        """Store a standing wish, or delete it; the wishes for single nights there follow it."""
        change = {"g": guild, "user": user}
        follow = FOLLOW({**change, "every": every})
        if every:
            await self._writer.write({standing_wishes: [(guild, user)]}, [follow])
        else:
            gone = delete(standing_wishes).where(STANDING.guild == guild, STANDING.user_id == user)
            await self._change(follow, gone)

    async def asked(self, guild: int, night: str) -> Sequence[int]:
        """Return who wants a ping before a night: first those who asked for this one alone."""
        single = select(WISHES.user_id).where(WISHES.night == night, WISHES.wanted.is_(True))
        about_it = exists().where(WISHES.night == night, WISHES.user_id == STANDING.user_id)
        standing = select(STANDING.user_id).where(STANDING.guild == guild, ~about_it)
        return [
            *[user for (user,) in await self._fetch(single.order_by(WISHES.user_id))],
            *[user for (user,) in await self._fetch(standing.order_by(STANDING.user_id))],
        ]

    async def due(self, shards: Shards, after: int, until: int) -> Sequence[str]:
        """Return the open nights with a message that begin then and weren't told of."""
        query = select(NIGHTS.id).where(_to_tell(shards, after), NIGHTS.starts_at <= until)
        found = await self._fetch(query.order_by(NIGHTS.starts_at, NIGHTS.id))
        return [night for (night,) in found]

    async def next_start(self, shards: Shards, after: int) -> int | None:
        """Return when the next of these nights begins; None if none does."""
        query = select(func.min(NIGHTS.starts_at)).where(_to_tell(shards, after))
        [(first,)] = await self._fetch(query)
        return None if first is None else int(first)

    async def pinged(self, users: Collection[int], after: int, times: int) -> Collection[int]:
        """Return who of these people has had this many pings, or more, after a time."""
        query = (
            select(PINGS.user_id)
            .where(PINGS.user_id.in_(users), PINGS.at > after)
            .group_by(PINGS.user_id)
            .having(func.count() >= times)
        )
        return {user for (user,) in await self._fetch(query)}

    async def begin(self, night: str, users: Collection[int], at: int) -> bool:
        """Store that these people get a ping before a night; False if that was done before."""
        rows = [(user, night, at) for user in users]
        return await self._is_written({pings: rows}, [TELL({"night": night, "now": at})])

    async def export(self, user: int) -> JsonValue:
        """Return a person's wishes and pings, as JSON."""
        queries = {
            "every_night": select(STANDING.guild).where(STANDING.user_id == user),
            "single_nights": select(WISHES.night, WISHES.wanted, WISHES.changes).where(
                WISHES.user_id == user
            ),
            "sent": select(PINGS.night, PINGS.at).where(PINGS.user_id == user),
        }
        return {
            name: [*await self._own_rows(user, query.order_by(*query.selected_columns))]
            for name, query in queries.items()
        }

    async def erase(self, user: int) -> None:
        """Delete a person's wishes and pings, in one transaction."""
        await self._change(*(change({"user": user}) for change in DELETE))


def _to_tell(shards: Shards, after: int) -> ColumnElement[bool]:
    return and_(
        open_on(shards),
        NIGHTS.starts_at > after,
        NIGHTS.told_at.is_(None),
        NIGHTS.message.is_not(None),
    )
