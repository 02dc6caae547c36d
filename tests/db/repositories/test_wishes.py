"""Wishes and pings in the database, on both engines."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import Delete

from bot.night.night import NightClosed
from bot.night.plan import PingWish
from bot.tables.store import ALL_SERVERS, Shards
from db.repositories.pings import DELETE, PingSubscriptions
from db.schema import night_wishes, nights, pings, standing_wishes
from db.storage import Storage
from tests.db.repositories.test_nights import planned
from tests.db.rows import everything, named_rows, rows
from tests.db.samples import GUILD, MINA, SAM, START

FIRST, SECOND, THERE = "0" * 10, "1" * 10, "2" * 10
"""Two nights of a server, and one of another."""


@pytest.fixture
async def wishes(storage: Storage) -> PingSubscriptions:
    for number, (night, guild) in enumerate([(FIRST, GUILD), (SECOND, GUILD), (THERE, 7)]):
        await storage.nights.plan(planned(night, START + number, guild))
        await storage.nights.show(night, 2, 77 + number, None)
    return storage.ping_subscriptions


async def test_a_wish_for_one_night_beats_the_standing_one(wishes: PingSubscriptions) -> None:
    assert await wishes.wish(GUILD, FIRST, MINA.id) == PingWish(False, 0, False)
    await wishes.choose(GUILD, MINA.id, every=True)
    await wishes.choose(GUILD, MINA.id, every=True)
    assert await wishes.wish(GUILD, FIRST, MINA.id) == PingWish(True, 0, True)
    assert await wishes.wish(7, THERE, MINA.id) == PingWish(False, 0, False)
    await wishes.ask(FIRST, MINA.id, wanted=False, changes=1)
    assert await wishes.wish(GUILD, FIRST, MINA.id) == PingWish(False, 1, True)
    await wishes.ask(FIRST, SAM.id, wanted=True, changes=1)
    assert await wishes.asked(GUILD, FIRST) == [SAM.id]
    assert await wishes.asked(GUILD, SECOND) == [MINA.id]
    assert await wishes.asked(7, THERE) == []
    assert await wishes.every(GUILD) == [MINA.id]


@pytest.mark.parametrize("every", [True, False])
async def test_single_wishes_on_a_server_follow_the_standing_one(
    wishes: PingSubscriptions, *, every: bool
) -> None:
    for night in (FIRST, THERE):
        await wishes.ask(night, MINA.id, wanted=not every, changes=2)
    await wishes.ask(FIRST, SAM.id, wanted=not every, changes=1)
    await wishes.choose(GUILD, MINA.id, every=every)
    assert await wishes.wish(GUILD, FIRST, MINA.id) == PingWish(every, 2, every)
    assert await wishes.wish(7, THERE, MINA.id) == PingWish(not every, 2, False)
    assert await wishes.wish(GUILD, FIRST, SAM.id) == PingWish(not every, 1, False)


class Model:
    """The same in the simplest words."""

    def __init__(self) -> None:
        self.every: set[int] = set()
        self.single: dict[tuple[str, int], bool] = {}

    def asked(self, night: str) -> set[int]:
        return {user for user in range(3) if self.single.get((night, user), user in self.every)}


STEPS = st.lists(
    st.tuples(st.sampled_from([FIRST, SECOND, ""]), st.integers(0, 2), st.booleans()), max_size=12
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
async def test_any_wishes_are_remembered(
    wishes: PingSubscriptions, steps: Sequence[tuple[str, int, bool]]
) -> None:
    model = Model()
    for user in range(3):
        await wishes.erase(user)
    for night, user, wanted in steps:
        if night:
            model.single[night, user] = wanted
            await wishes.ask(night, user, wanted=wanted, changes=1)
        else:
            model.every = model.every | {user} if wanted else model.every - {user}
            mine = [key for key in model.single if key[1] == user]
            model.single.update(dict.fromkeys(mine, wanted))
            await wishes.choose(GUILD, user, every=wanted)
    for night in (FIRST, SECOND):
        found = await wishes.asked(GUILD, night)
        assert {*found} == model.asked(night)
        assert len(found) == len({*found})


async def test_a_night_is_due_until_it_is_told_of_closed_or_begun(
    storage: Storage, wishes: PingSubscriptions
) -> None:
    await storage.nights.plan(planned("3" * 10, START))
    assert await wishes.due(ALL_SERVERS, START - 1, START + 1) == [FIRST, SECOND], "no message"
    assert await wishes.due(ALL_SERVERS, START, START + 1) == [SECOND]
    assert await wishes.next_start(ALL_SERVERS, START - 1) == START
    assert await wishes.begin(FIRST, [], START - 1)
    assert await wishes.next_start(ALL_SERVERS, START - 1) == START + 1
    await storage.nights.append(SECOND, 1, [NightClosed()], START, [])
    assert await wishes.due(ALL_SERVERS, START - 1, START + 5) == [THERE]
    assert await wishes.next_start(ALL_SERVERS, START + 2) is None
    assert await wishes.due(Shards(2, (1,)), 0, START + 5) == []


async def test_pings_are_stored_once_and_counted_on_all_servers(wishes: PingSubscriptions) -> None:
    both = [MINA.id, SAM.id]
    assert await wishes.begin(FIRST, both, START)
    assert not await wishes.begin(FIRST, both, START + 1)
    assert await wishes.begin(SECOND, both, START + 1)
    assert await wishes.begin(THERE, [MINA.id], START + 2)
    assert await wishes.pinged(both, START - 1, 3) == {MINA.id}
    assert await wishes.pinged(both, START - 1, 2) == {*both}
    assert await wishes.pinged(both, START, 3) == set(), "the first one is a week old"
    assert await wishes.pinged([SAM.id], START - 1, 3) == set()


async def test_of_two_processes_one_tells(storage: Storage, wishes: PingSubscriptions) -> None:
    found = await asyncio.gather(*(wishes.begin(FIRST, [MINA.id], at) for at in (START, START)))
    assert sorted(found) == [False, True]
    assert await rows(storage, pings) == {(MINA.id, FIRST, START)}
    told = await named_rows(storage, nights)
    assert [row.told_at for row in told if row.id == FIRST] == [START]


async def test_a_deletion_takes_all_of_a_person(
    storage: Storage, wishes: PingSubscriptions
) -> None:
    for person in (MINA, SAM):
        await wishes.choose(GUILD, person.id, every=True)
        await wishes.ask(FIRST, person.id, wanted=True, changes=1)
    await wishes.begin(SECOND, [MINA.id, SAM.id], START)
    assert (await storage.privacy.export(MINA.id))["pings"] == {
        "every_night": [{"guild": GUILD}],
        "single_nights": [{"night": FIRST, "wanted": True, "changes": 1}],
        "sent": [{"night": SECOND, "at": START}],
    }
    await storage.privacy.pings.erase(MINA.id)
    await storage.privacy.nights.erase(MINA.id)
    assert str(MINA.id) not in await everything(storage)
    assert (await storage.privacy.export(SAM.id))["pings"] != {}
    for table in (night_wishes, standing_wishes, pings):
        assert len(await rows(storage, table)) == 1


async def test_old_pings_and_wishes_of_nights_that_began_are_pruned(
    storage: Storage, wishes: PingSubscriptions
) -> None:
    for night in (FIRST, SECOND, THERE):
        await wishes.ask(night, MINA.id, wanted=True, changes=1)
    await wishes.choose(GUILD, MINA.id, every=True)
    await wishes.begin(FIRST, [MINA.id], START)
    await wishes.begin(SECOND, [MINA.id], START + 1)
    await storage.nights.append(THERE, 1, [NightClosed()], START, [])
    await storage.pruner.prune_pings(START + 1, START)
    assert await rows(storage, pings) == {(MINA.id, SECOND, START + 1)}
    assert await rows(storage, night_wishes) == {(SECOND, MINA.id, True, 1)}
    assert await rows(storage, standing_wishes) == {(GUILD, MINA.id)}


def test_each_table_with_people_is_deleted_from() -> None:
    statements = [change.statement for change in DELETE]
    deleted = {one.table for one in statements if isinstance(one, Delete)}
    assert deleted == {night_wishes, standing_wishes, pings}
