"""Pings before league nights come to a filled database of the version before, and go again."""

from dataclasses import replace

from sqlalchemy import inspect

from bot.night.events import Joined
from bot.night.plan import Attendee, PingWish
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import ALL_SERVERS
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.repositories.test_nights import NIGHT, PLAN, PLANNED
from tests.db.rows import all_but_bests
from tests.db.samples import GUILD, MINA, START
from tests.db.worlds import kept


async def test_only_wishes_and_pings_are_lost_on_the_way_back(url: str) -> None:
    async with open_storage(url) as storage:
        nights, wishes = storage.nights, storage.wishes
        await kept(storage, 3)
        await storage.quiet_hours.choose(MINA.id, QuietHours("Europe/Berlin", 23, 7))
        for night in (NIGHT, "1" * 10):
            await nights.plan(replace(PLANNED, plan=replace(PLAN, id=night)))
            await nights.show(night, 2, 77, None)
        await nights.append(NIGHT, 1, [Joined(person=0)], START, [Attendee(MINA.id, "Mina")])
        filled = await all_but_bests(storage)
        await wishes.choose(GUILD, MINA.id, every=True)
        await wishes.ask(NIGHT, MINA.id, wanted=False, changes=3)
        assert await wishes.begin("1" * 10, [MINA.id], START - 5)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0015")
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert not {"night_wishes", "standing_wishes", "pings"} & {*names}
    await upgrade(url)
    async with open_storage(url) as storage:
        wishes = storage.wishes
        assert await all_but_bests(storage) == filled
        assert await wishes.wish(GUILD, NIGHT, MINA.id) == PingWish(False, 0, False)
        # Nobody has been told of them: their pings can still be asked for.
        assert await wishes.due(ALL_SERVERS, START - 9, START) == [NIGHT, "1" * 10]
        await wishes.ask(NIGHT, MINA.id, wanted=True, changes=1)
        assert await wishes.asked(GUILD, NIGHT) == [MINA.id]
        assert await wishes.begin(NIGHT, [MINA.id], START - 5)
