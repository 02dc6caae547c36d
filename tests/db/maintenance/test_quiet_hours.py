"""A filled database of the version before gets a table for quiet hours, and loses nothing."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.tables.core.quiet_hours import QuietHours
from bot.tables.league.people import Visibility
from db.maintenance.upgrade import MIGRATIONS, upgrade
from db.storage import open_storage
from tests.db.everything import everything
from tests.db.people import MINA, SAM, keep
from tests.db.worlds import kept

CHOSEN = QuietHours("Europe/Berlin", 23, 7)


def _back(connection: Connection) -> None:
    """Go back to the version before quiet hours."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    before = ScriptDirectory.from_config(config).get_revision("0013").down_revision
    assert isinstance(before, str)
    command.downgrade(config, before)


async def test_only_what_people_have_chosen_is_lost_on_the_way_back(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 2)
        await keep(storage, "t", MINA, SAM)
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        filled = await everything(storage)
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        async with storage.engine.begin() as connection:
            await connection.run_sync(_back)
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert "quiet_hours" not in names
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await everything(storage) == filled
        assert await storage.quiet_hours.of([MINA.id]) == {}
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        assert await storage.quiet_hours.of([MINA.id]) == {MINA.id: CHOSEN}
