"""Filled databases of versions before get what nights, dailies and people need; nothing is lost."""

import asyncio
from dataclasses import replace

from sqlalchemy import select, text

from bot.daily.deal import Deal, Key, StoredRound
from bot.league.settings import Visibility
from bot.night.night import Joined, NightClosed, Opened
from bot.night.plan import Attendee, NightPlan, PingWish, StoredNight
from bot.puzzle.puzzle import Answer, GrownAnswer, Match, NewPuzzle
from bot.tables import entries as log
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import ALL_SERVERS, Bookmark, Deferral, Effects, Listing, Phase
from db import schema
from db.maintenance.upgrade import upgrade
from db.repositories.nights import NightCareer
from db.storage import open_storage
from tests.db.downgrade import back_to, downgrade, older
from tests.db.repositories.test_nights import NIGHT, PLAN, PLANNED
from tests.db.rows import all_but_bests, everything, without_codes
from tests.db.samples import GUILD, MINA, NOBODY, SAM, START, acted, gift, keep, listing, result
from tests.db.worlds import kept


async def test_a_filled_database_gets_daily_deals_and_loses_nothing(url: str) -> None:
    async with older(url, "0011") as storage:
        await kept(storage, 1)
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        filled = await all_but_bests(storage)
        await storage.dailies.seal(Deal(1, bytes(32), START))
        daily = StoredRound(Key(1, MINA.id), GUILD, "Mina", "normal 1", START)
        await storage.dailies.begin(daily)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        await storage.dailies.seal(Deal(1, bytes(32), START))
        assert await storage.dailies.begin(daily)
        assert await storage.dailies.round(daily.key) == daily


async def test_puzzles_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    answer = Answer(1, MINA.id, "0123456789", "take draw", True, START)
    async with older(url, "0013") as storage:
        await kept(storage, 1)
        await storage.dailies.seal(Deal(1, bytes(32), START))
        await storage.dailies.begin(StoredRound(Key(1, MINA.id), GUILD, "Mina", "normal 1", START))
        filled = await all_but_bests(storage)
        await storage.answers.add(answer)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.answers.add(answer)
        assert await storage.answers.own(1, MINA.id) == answer


async def test_grown_puzzles_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    """On a database of the version before, with all that it could have."""
    puzzle = NewPuzzle("0123456789", 1, "{}")
    async with older(url, "0017") as storage:
        played = await kept(storage, 1)
        await storage.answers.add(Answer(1, MINA.id, "0123456789", "take draw", True, START))
        filled = await all_but_bests(storage)
        match = Match(played[0].table, GUILD, "kapow", (MINA.id,), START)
        await storage.server_puzzles.agree(MINA.id, START)
        assert await storage.server_puzzles.add(match, puzzle, 2)
        assert await storage.server_puzzles.answer(
            GrownAnswer(puzzle.puzzle, 7, "take draw", True, START)
        )
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert not await storage.server_puzzles.agreed(MINA.id)
        await storage.server_puzzles.agree(MINA.id, START)
        assert await storage.server_puzzles.add(match, puzzle, 2)
        assert await storage.server_puzzles.next(GUILD, MINA.id, 2) == puzzle.puzzle


async def test_league_nights_come_and_go_and_nothing_else_is_lost(url: str) -> None:
    plan = NightPlan("0" * 10, GUILD, 2, MINA.id, TableSetup(game="kapow"), 4, START)
    night = StoredNight(plan, (Opened(seed="00", sizes=(4,)),), (), (START,))
    async with older(url, "0014") as storage:
        await kept(storage, 1)
        await storage.answers.add(Answer(1, MINA.id, "0123456789", "take draw", True, START))
        filled = await all_but_bests(storage)
        await storage.nights.plan(night)
        joined = [Joined(person=0)]
        await storage.nights.append(plan.id, 1, joined, START, [Attendee(MINA.id, "Mina")])
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        await storage.nights.plan(night)
        assert await storage.nights.load(plan.id) == night


CHOSEN = QuietHours("Europe/Berlin", 23, 7)


async def test_what_people_may_choose_comes_to_a_filled_database(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 1)
        await keep(storage, "t", MINA, SAM)
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        filled = await all_but_bests(storage)
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        names = await back_to(storage, "0012")
        assert "quiet_hours" not in names
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.quiet_hours.of([MINA.id]) == {}
        await storage.quiet_hours.choose(MINA.id, CHOSEN)
        assert await storage.quiet_hours.of([MINA.id]) == {MINA.id: CHOSEN}


async def test_how_hands_are_shown_comes_to_a_filled_database(url: str) -> None:
    """On a database of the version before: who may see results stays as people chose it."""
    people = (MINA, Visibility.HIDDEN), (SAM, Visibility.PUBLIC)
    async with older(url, "0024") as storage:
        await kept(storage, 1)
        for person, visibility in people:
            await storage.people.choose(person.id, visibility)
        filled = sorted((await everything(storage)).splitlines())
        await storage.people.choose_text(MINA.id, True)
    async with open_storage(url) as storage:
        assert sorted((await everything(storage)).splitlines()) == filled
        assert not await storage.people.wants_text(MINA.id)
        await storage.people.choose_text(MINA.id, True)
        assert await storage.people.wants_text(MINA.id)
        assert await storage.people.visibility([MINA.id]) == {MINA.id: Visibility.HIDDEN}


async def test_wishes_and_pings_come_to_a_filled_database(url: str) -> None:
    async with open_storage(url) as storage:
        nights, wishes = storage.nights, storage.ping_subscriptions
        await kept(storage, 1)
        await storage.quiet_hours.choose(MINA.id, QuietHours("Europe/Berlin", 23, 7))
        for night in (NIGHT, "1" * 10):
            await nights.plan(replace(PLANNED, plan=replace(PLAN, id=night)))
            await nights.show(night, 2, 77, None)
        await nights.append(NIGHT, 1, [Joined(person=0)], START, [Attendee(MINA.id, "Mina")])
        filled = await all_but_bests(storage)
        await wishes.choose(GUILD, MINA.id, every=True)
        await wishes.ask(NIGHT, MINA.id, wanted=False, changes=3)
        assert await wishes.begin("1" * 10, [MINA.id], START - 5)
        names = await back_to(storage, "0015")
        assert not {"night_wishes", "standing_wishes", "pings"} & {*names}
    await upgrade(url)
    async with open_storage(url) as storage:
        wishes = storage.ping_subscriptions
        assert await all_but_bests(storage) == filled
        assert await wishes.wish(GUILD, NIGHT, MINA.id) == PingWish(False, 0, False)
        # Nobody has been told of them: their pings can still be asked for.
        assert await wishes.due(ALL_SERVERS, START - 9, START) == [NIGHT, "1" * 10]
        await wishes.ask(NIGHT, MINA.id, wanted=True, changes=1)
        assert await wishes.asked(GUILD, NIGHT) == [MINA.id]
        assert await wishes.begin(NIGHT, [MINA.id], START - 5)


async def test_places_come_to_a_filled_database(url: str) -> None:
    joined, people = [Joined(person=0)], [Attendee(MINA.id, "Mina")]
    async with older(url, "0016") as storage:
        await kept(storage, 1)
        await storage.ping_subscriptions.choose(GUILD, SAM.id, every=True)
        await storage.nights.plan(PLANNED)
        await storage.nights.append(NIGHT, 1, joined, START, people)
        filled = await all_but_bests(storage)
        placed = [people[0]._replace(place=2)]
        assert await storage.nights.append(NIGHT, 2, [Joined(person=1)], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)
    async with open_storage(url) as storage:
        found = await all_but_bests(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer()
        assert await storage.nights.append(NIGHT, 3, [NightClosed()], START, placed)
        assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 0, 2)


async def test_boards_that_are_played_at_the_upgrade_wait_from_then_on(url: str) -> None:
    """Two boards: of the first one table plays and one is done, of the second both are done."""
    boards = {"t1": "1", "t2": "1", "t3": "2", "t4": "2", "t5": None}
    async with older(url, "0019") as storage:
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
    async with open_storage(url) as storage:
        assert await storage.nights.boards(ALL_SERVERS) == {f"{NIGHT} 1": ["t1", "t2"]}
        found = await all_but_bests(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        await storage.nights.release("t2", result("t2"))
        assert not await storage.nights.is_waiting("t2"), "its result was stored before"
        assert len(await storage.histories.recorded(GUILD)) == 3


async def test_nights_that_go_on_at_the_upgrade_were_seen_when_their_bot_was(url: str) -> None:
    nights = {"begun": START, "later": START + 9, "over": START}
    async with older(url, "0020") as storage:
        for night, starts_at in nights.items():
            plan = replace(PLANNED.plan, id=night, starts_at=starts_at)
            await storage.nights.plan(replace(PLANNED, plan=plan))
        assert await storage.nights.append("over", 1, [NightClosed()], START, [])
        await storage.leases.claim(ALL_SERVERS, 600, START)
        await storage.leases.release(START + 5)
        filled = await all_but_bests(storage)
    async with open_storage(url) as storage:
        found = {night: await storage.nights.load(night) for night in nights}
        seen = {night: stored and stored.seen_at for night, stored in found.items()}
        assert seen == {"begun": START + 5, "later": None, "over": None}
        lost = {*filled.splitlines()} - {*(await all_but_bests(storage)).splitlines()}
        assert [line[:15] for line in lost] == ["nights ('begun'"]


async def test_only_that_nights_are_weekly_is_lost_on_the_way_back(url: str) -> None:
    async with older(url, "0025") as storage:
        await kept(storage, 1)
        await storage.nights.plan(PLANNED)
        filled = await all_but_bests(storage)
        weekly = replace(PLANNED, plan=replace(PLAN, id="weekly", weekly="20:00 Etc/UTC"))
        await storage.nights.plan(weekly)
    async with open_storage(url) as storage:
        found = await all_but_bests(storage)
        assert [line for line in filled.splitlines() if line not in found] == []
        once = replace(weekly, plan=replace(weekly.plan, weekly=None))
        assert await storage.nights.load("weekly") == once


TABLES_AT_ONCE = 500
"""This many tables a step of the migration looks at."""


async def test_who_took_part_is_found_in_the_logs_that_are_there(url: str) -> None:
    """On a database of the version before, with more tables than are looked at in one step."""
    others = TABLES_AT_ONCE + 1
    async with open_storage(url) as storage:
        for table, person, other in (("one", MINA, SAM), ("two", SAM, MINA)):
            await keep(storage, table, person, other)
        await storage.privacy.erase("two", SAM.id, NOBODY)
        await storage.store.append("three", 0, [acted(1)], Effects(listing("three")))
        await asyncio.gather(
            *(
                storage.store.append(
                    f"{n:04}", 0, [log.Joined(at=1, person=MINA)], Effects(seated(n))
                )
                for n in range(others)
            )
        )
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0005")
            named = "UPDATE log SET body = 'torn: ' || body WHERE table_id = 'one' AND seq = 2"
            await connection.execute(text(named))
    await upgrade(url)
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        rows = (await connection.execute(select(schema.participants))).all()
        assert {tuple(row) for row in rows} == {
            *((MINA.id, "one"), (SAM.id, "one"), (MINA.id, "two")),
            *((user, "three") for user in listing("three").people),
            *((user, f"{n:04}") for n in range(others) for user in (MINA.id, *seated(n).people)),
        }
        await storage.privacy.erase("one", SAM.id, NOBODY)
        assert str(SAM.id) not in await all_but_bests(storage)


def seated(number: int) -> Listing:
    """A table with a person of its own."""
    return Listing(f"{number:04}", GUILD, 2, "kapow", Phase.LOBBY, (1000 + number,))


LATER_COLUMNS = """
    UPDATE results SET own_turns = NULL, kai_turns = NULL, timeouts = NULL, thought = NULL,
    levels = NULL, facts = NULL
"""
"""What a database of an older version knows nothing of."""


async def test_a_filled_database_gets_deferrals_and_reminders_and_loses_nothing(url: str) -> None:
    async with older(url, "0006") as storage:
        closed = Effects(listing("t", Phase.CLOSED), result("t"))
        await storage.store.append("t", 0, [acted(1), acted(2)], closed)
        await storage.bookmarks.set_bookmark(Bookmark("t", 2, GUILD, START, 2))
        await storage.reviews.ask("t", "1.1", START)
        await storage.ledger.book(gift("to begin with", 11, 100))
        async with storage.engine.begin() as connection:
            await connection.execute(text(LATER_COLUMNS))
            await connection.execute(text("UPDATE matches SET options = NULL, clock = NULL"))
            await connection.execute(text("UPDATE matches SET kai_version = NULL"))
        filled = without_codes(await all_but_bests(storage))
        await storage.bookmarks.set_reminder("t", GUILD)
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
    async with open_storage(url) as storage:
        assert without_codes(await all_but_bests(storage)) == filled
        await storage.bookmarks.set_reminder("t", GUILD + 1)
        await storage.bookmarks.set_reminder("t", GUILD + 2)
        assert await storage.bookmarks.reminder("t") == GUILD + 2
        await storage.bookmarks.set_reminder("t", None)
        assert await storage.bookmarks.reminder("t") is None
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
        assert await storage.deferrals.left() == [Deferral(GUILD, "token", 0, START)]
