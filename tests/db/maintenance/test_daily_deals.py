"""Daily deals, puzzles and league nights come to a filled older database, and go again."""

from bot.daily.deal import Deal, Key, StoredRound
from bot.league.people import Visibility
from bot.night.events import Joined, Opened
from bot.night.plan import Attendee, NightPlan, StoredNight
from bot.puzzle.puzzle import Answer, GrownAnswer, Match, NewPuzzle
from bot.tables.entries import TableSetup
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.rows import all_but_bests
from tests.db.samples import GUILD, MINA, START
from tests.db.worlds import kept


async def test_a_filled_database_gets_daily_deals_and_loses_nothing_on_either_way(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 7)
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        filled = await all_but_bests(storage)
        await storage.dailies.seal(Deal(1, bytes(32), START))
        daily = StoredRound(Key(1, MINA.id), GUILD, "Mina", "normal 1", START)
        await storage.dailies.begin(daily)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0011")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        await storage.dailies.seal(Deal(1, bytes(32), START))
        assert await storage.dailies.begin(daily)
        assert await storage.dailies.round(daily.key) == daily


async def test_puzzles_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    answer = Answer(1, MINA.id, "0123456789", "take draw", True, START)
    async with open_storage(url) as storage:
        await kept(storage, 8)
        await storage.dailies.seal(Deal(1, bytes(32), START))
        await storage.dailies.begin(StoredRound(Key(1, MINA.id), GUILD, "Mina", "normal 1", START))
        filled = await all_but_bests(storage)
        await storage.answers.add(answer)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0013")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.answers.add(answer)
        assert await storage.answers.own(1, MINA.id) == answer


async def test_grown_puzzles_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    """On a database of the version before, with all that it could have."""
    puzzle = NewPuzzle("0123456789", 1, "{}")
    async with open_storage(url) as storage:
        played = await kept(storage, 10)
        await storage.answers.add(Answer(1, MINA.id, "0123456789", "take draw", True, START))
        filled = await all_but_bests(storage)
        match = Match(played[0].table, GUILD, "kapow", (MINA.id,), START)
        await storage.grown.agree(MINA.id, START)
        assert await storage.grown.add(match, puzzle, 2)
        assert await storage.grown.answer(GrownAnswer(puzzle.puzzle, 7, "take draw", True, START))
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0017")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert not await storage.grown.agreed(MINA.id)
        await storage.grown.agree(MINA.id, START)
        assert await storage.grown.add(match, puzzle, 2)
        assert await storage.grown.next(GUILD, MINA.id, 2) == puzzle.puzzle


async def test_league_nights_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    plan = NightPlan("0" * 10, GUILD, 2, MINA.id, TableSetup(game="kapow"), 4, START)
    night = StoredNight(plan, (Opened(seed="00", sizes=(4,)),), (), (START,))
    async with open_storage(url) as storage:
        await kept(storage, 9)
        await storage.answers.add(Answer(1, MINA.id, "0123456789", "take draw", True, START))
        filled = await all_but_bests(storage)
        await storage.nights.plan(night)
        joined = [Joined(person=0)]
        await storage.nights.append(plan.id, 1, joined, START, [Attendee(MINA.id, "Mina")])
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0014")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        await storage.nights.plan(night)
        assert await storage.nights.load(plan.id) == night
