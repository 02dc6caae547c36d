"""A filled database of the version before gets a table for quiet hours, and loses nothing."""

from sqlalchemy import inspect

from bot.league.people import Visibility
from bot.tables.quiet_hours import QuietHours
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.rows import all_but_bests
from tests.db.samples import MINA, SAM, keep
from tests.db.worlds import kept

CHOSEN = QuietHours("Europe/Berlin", 23, 7)


async def test_only_what_people_have_chosen_is_lost_on_the_way_back(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 2)
        await keep(storage, "t", MINA, SAM)
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        filled = await all_but_bests(storage)
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0012")
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert "quiet_hours" not in names
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.quiet_hours.of([MINA.id]) == {}
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        assert await storage.quiet_hours.of([MINA.id]) == {MINA.id: CHOSEN}
