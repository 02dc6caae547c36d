"""Filled databases of versions before get what nights and boards need, and lose nothing."""

from dataclasses import replace

from bot.night.events import Joined, NightClosed
from bot.night.plan import Attendee, NightCareer
from bot.tables import entries as log
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.store import ALL_SERVERS, Effects, Phase
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.repositories.test_nights import NIGHT, PLANNED
from tests.db.rows import all_but_bests
from tests.db.samples import GUILD, MINA, SAM, START, acted, listing, result
from tests.db.worlds import kept


async def test_only_places_are_lost_on_the_way_back(url: str) -> None:
    joined, people = [Joined(person=0)], [Attendee(MINA.id, "Mina")]
    async with open_storage(url) as storage:
        await kept(storage, 4)
        await storage.wishes.choose(GUILD, SAM.id, every=True)
        await storage.nights.plan(PLANNED)
        await storage.nights.append(NIGHT, 1, joined, START, people)
        filled = await all_but_bests(storage)
        placed = [people[0]._replace(place=2)]
        assert await storage.nights.append(NIGHT, 2, [Joined(person=1)], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0016")
    await upgrade(url)
    async with open_storage(url) as storage:
        found = await all_but_bests(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer()
        assert await storage.nights.append(NIGHT, 3, [NightClosed()], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)


async def test_boards_that_are_played_at_the_upgrade_wait_from_then_on(url: str) -> None:
    """Two boards: of the first one table plays and one is done, of the second both are done."""
    boards = {"t1": "1", "t2": "1", "t3": "2", "t4": "2", "t5": None}
    async with open_storage(url) as storage:
        for table, board in boards.items():
            opened = log.Opened(
                at=START,
                place=Place(guild=GUILD, channel=2),
                host=Person(id=MINA.id, name="board"),
                setup=TableSetup(game="kapow"),
                secret="00",  # noqa: S106 - no password
                board=f"{NIGHT} {board}" if board else None,
            )
            await storage.store.append(table, 0, [opened], Effects(listing(table)))
        for table in ("t2", "t3", "t4"):
            over = Effects(listing(table, Phase.CLOSED), result(table))
            await storage.store.append(table, 1, [acted(1)], over)
        filled = await all_but_bests(storage)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0019")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await storage.nights.boards(ALL_SERVERS) == {f"{NIGHT} 1": ["t1", "t2"]}
        found = await all_but_bests(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        await storage.nights.release("t2", result("t2"))
        assert not await storage.nights.is_waiting("t2"), "its result was stored before"
        assert len(await storage.league.matches(GUILD)) == 3


async def test_nights_that_go_on_at_the_upgrade_were_seen_when_their_bot_was(url: str) -> None:
    nights = {"begun": START, "later": START + 9, "over": START}
    async with open_storage(url) as storage:
        for night, starts_at in nights.items():
            plan = replace(PLANNED.plan, id=night, starts_at=starts_at)
            await storage.nights.plan(replace(PLANNED, plan=plan))
        assert await storage.nights.append("over", 1, [NightClosed()], START, [])
        await storage.leases.claim(ALL_SERVERS, 600, START)
        await storage.leases.release(START + 5)
        filled = await all_but_bests(storage)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0020")
    await upgrade(url)
    async with open_storage(url) as storage:
        found = {night: await storage.nights.load(night) for night in nights}
        seen = {night: stored and stored.seen_at for night, stored in found.items()}
        assert seen == {"begun": START + 5, "later": None, "over": None}
        lost = {*filled.splitlines()} - {*(await all_but_bests(storage)).splitlines()}
        assert [line[:15] for line in lost] == ["nights ('begun'"]
