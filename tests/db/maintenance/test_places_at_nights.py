"""A filled database of the version before gets places at league nights, and loses nothing."""

from bot.night.events import Joined, NightClosed
from bot.tables.nights.store import Attendee, NightCareer
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.everything import everything
from tests.db.people import MINA, SAM
from tests.db.repositories.test_nights import NIGHT, PLANNED
from tests.db.samples import GUILD, START
from tests.db.worlds import kept


async def test_only_places_are_lost_on_the_way_back(url: str) -> None:
    joined, people = [Joined(person=0)], [Attendee(MINA.id, "Mina")]
    async with open_storage(url) as storage:
        await kept(storage, 4)
        await storage.wishes.choose(GUILD, SAM.id, every=True)
        await storage.nights.plan(PLANNED)
        await storage.nights.append(NIGHT, 1, joined, START, people)
        filled = await everything(storage)
        placed = [people[0]._replace(place=2)]
        assert await storage.nights.append(NIGHT, 2, [Joined(person=1)], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0016")
    await upgrade(url)
    async with open_storage(url) as storage:
        found = await everything(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer()
        assert await storage.nights.append(NIGHT, 3, [NightClosed()], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)
