"""League nights in the database, on both engines."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from bot.night.night import Cut, Event, Joined, Missed, NightClosed, Opened, Sealed
from bot.night.plan import Attendee, NightPlan, StoredNight
from bot.night.rounds import Elsewhere
from bot.tables.command import RefusedError
from bot.tables.entries import FORMER, TableSetup
from bot.tables.store import ALL_SERVERS, Effects, Shards
from db.repositories.nights import NightCareer
from db.storage import Storage
from tests.db.samples import GUILD, MINA, SAM, START, acted, listing, result
from tests.helpers import not_none
from tests.tables.house import HandClock

if TYPE_CHECKING:
    from bot.tables.host import Host

NIGHT = "00000000aa"
PLAN = NightPlan(NIGHT, GUILD, 2, MINA.id, TableSetup(game="kapow"), 4, START)
PLANNED = StoredNight(PLAN, (Opened(seed="00", sizes=(4, 3)),), (), (START - 9,))
PEOPLE = [Attendee(MINA.id, "Mina"), Attendee(SAM.id, "Sam")]


def planned(night: str, starts_at: int, guild: int = GUILD) -> StoredNight:
    return replace(PLANNED, plan=replace(PLAN, id=night, guild=guild, starts_at=starts_at))


async def test_a_night_is_read_as_it_was_written(storage: Storage) -> None:
    nights = storage.nights
    assert await nights.load(NIGHT) is None
    await nights.plan(PLANNED)
    assert await nights.load(NIGHT) == PLANNED
    joined = [Joined(person=0), Joined(person=1)]
    assert await nights.append(NIGHT, 1, joined, START, PEOPLE)
    await nights.show(NIGHT, 3, 77, 88)
    found = await nights.load(NIGHT)
    assert found == StoredNight(
        replace(PLAN, channel=3),
        (*PLANNED.events, *joined),
        tuple(PEOPLE),
        (START - 9, START, START),
        message=77,
        event=88,
    )
    assert found.night.here == (0, 1)


async def test_nights_that_changed_lately_are_found_open_or_closed(storage: Storage) -> None:
    nights, late = storage.nights, START + 10_000
    for night in ("open", "old", "ended"):
        await nights.plan(planned(night, START))
    await nights.append("old", 1, [NightClosed()], START, [])
    assert await nights.changed_since(ALL_SERVERS, late) == []
    await nights.see("ended", late)
    await nights.append("ended", 1, [NightClosed()], late, [])
    await nights.append("open", 1, [Joined(person=0)], late, PEOPLE[:1])
    assert await nights.changed_since(ALL_SERVERS, late) == ["ended", "open"]
    assert await nights.changed_since(ALL_SERVERS, START) == ["ended", "old", "open"]


async def test_of_two_who_write_at_once_one_is_refused_and_writes_nothing(storage: Storage) -> None:
    await storage.nights.plan(PLANNED)
    mina, sam = ([one] for one in PEOPLE)
    found = await asyncio.gather(
        storage.nights.append(NIGHT, 1, [Joined(person=0)], START, mina),
        storage.nights.append(NIGHT, 1, [Joined(person=0)], START, sam),
    )
    assert sorted(found) == [False, True]
    stored = not_none(await storage.nights.load(NIGHT))
    assert list(stored.people) == (mina if found[0] else sam)
    assert len(stored.events) == 2


async def test_the_next_night_is_stored_with_the_end_of_the_one_before(storage: Storage) -> None:
    nights, series = storage.nights, replace(PLAN, weekly="20:00 Europe/Berlin")
    await nights.plan(replace(PLANNED, plan=series))
    ends = (
        nights.append(
            *(NIGHT, 1, [NightClosed()], START, []),
            replace(PLANNED, plan=replace(series, id=night, starts_at=START + 9)),
        )
        for night in ("b" * 10, "c" * 10)
    )
    assert sorted(await asyncio.gather(*ends)) == [False, True]
    [following] = await nights.of_server(GUILD)
    found = [await nights.load(following)]
    await nights.stop(following)
    found += [await nights.load(following), await nights.load(NIGHT)]
    assert [one and one.plan.weekly for one in found] == [series.weekly, None, series.weekly]


async def test_nights_are_due_from_their_hour_until_they_are_closed(storage: Storage) -> None:
    nights = storage.nights
    for night in (planned("b" * 10, START + 5), planned("a" * 10, START)):
        await nights.plan(night)
    assert await nights.next_start(ALL_SERVERS, START - 1) == START
    assert await nights.next_start(ALL_SERVERS, START) == START + 5
    assert await nights.next_start(ALL_SERVERS, START + 5) is None
    assert await nights.due(ALL_SERVERS, START - 1) == []
    assert await nights.due(ALL_SERVERS, START) == ["a" * 10]
    assert await nights.due(ALL_SERVERS, START + 5) == ["a" * 10, "b" * 10]
    assert await nights.of_server(GUILD) == ["a" * 10, "b" * 10]
    assert await nights.of_server(GUILD + 1) == []
    assert await nights.append("a" * 10, 1, [NightClosed()], START, [])
    assert await nights.due(ALL_SERVERS, START + 5) == ["b" * 10]
    assert await nights.next_start(ALL_SERVERS, 0) == START + 5
    assert await nights.next_start(Shards(2, (1 - ((GUILD >> 22) % 2),)), 0) is None
    assert await nights.of_server(GUILD) == ["b" * 10]


async def test_each_process_runs_the_nights_of_its_servers(storage: Storage) -> None:
    for number in range(4):
        await storage.nights.plan(planned(f"{number}" * 10, START, guild=number << 22))
    halves = [await storage.nights.due(Shards(2, (one,)), START) for one in (0, 1)]
    assert halves == [["0" * 10, "2" * 10], ["1" * 10, "3" * 10]]


async def test_what_someone_is_in_at_is_found_on_all_servers(storage: Storage) -> None:
    """So nobody plays at two tables at once, whichever database it is."""
    nights, hour = storage.nights, 3_600_000
    starts = {"a": 0, "b": PLAN.rounds, "c": PLAN.rounds + 1, "d": 0, "e": 2 * PLAN.rounds}
    for number, (name, after) in enumerate(starts.items()):
        guild = GUILD + (number << 22)
        await nights.plan(planned(name * 10, START + after * hour, guild))
    for name in "ab":
        assert await nights.append(name * 10, 1, [Joined(person=0)], START, PEOPLE[:1])
    assert sorted(await nights.of_person(MINA.id)) == ["a" * 10, "b" * 10]
    no_host = cast("Host", None)  # Whose tables are not asked for here.
    elsewhere, clashes = Elsewhere(nights, no_host, HandClock(START - 1)), ""
    for name in starts:
        stored = not_none(await nights.load(name * 10))
        await elsewhere.must_not_clash(stored, SAM.id)
        try:
            await elsewhere.must_not_clash(stored, MINA.id)
        except RefusedError:
            clashes += name
    assert clashes == "cd"


async def closed(storage: Storage, night: str, *places: int | None, guild: int = GUILD) -> None:
    """Store a night that is over, with these places of its people."""
    await storage.nights.plan(planned(night, START, guild))
    people = [one._replace(place=place) for one, place in zip(PEOPLE, places, strict=True)]
    joined = [Joined(person=number) for number in range(len(people))]
    assert await storage.nights.append(night, 1, [*joined, NightClosed()], START, people)


async def test_a_career_counts_the_nights_of_a_server_with_a_place(storage: Storage) -> None:
    nights = storage.nights
    assert await nights.career(GUILD, MINA.id) == NightCareer()
    await closed(storage, "1" * 10, 3, None)
    assert await nights.career(GUILD, MINA.id) == NightCareer(1, 0, 3)
    assert await nights.career(GUILD, SAM.id) == NightCareer()
    await closed(storage, "2" * 10, 1, 1)
    await closed(storage, "3" * 10, 2, 1)
    await closed(storage, "4" * 10, 1, 2, guild=7)
    await nights.plan(PLANNED)
    await nights.append(NIGHT, 1, [Joined(person=0), Joined(person=1)], START, PEOPLE)
    assert await nights.career(GUILD, MINA.id) == NightCareer(3, 0, 1)
    assert await nights.career(GUILD, SAM.id) == NightCareer(2, 1, 1)
    assert await nights.career(7, MINA.id) == NightCareer(1, 1, 1)
    found = not_none(await nights.load("3" * 10))
    assert [one.place for one in found.people] == [2, 1]
    await nights.erase(MINA.id)
    assert await nights.career(GUILD, MINA.id) == NightCareer()
    assert await nights.career(GUILD, SAM.id) == NightCareer(2, 1, 1)


async def test_deleted_people_are_former_players(storage: Storage) -> None:
    await storage.nights.plan(PLANNED)
    events: list[Event] = [
        Sealed(secret="07" * 32),
        *[Joined(person=at) for at in (0, 1)],
        *[Cut(person=at, word=f"tea {at}") for at in (0, 1)],
    ]
    await storage.nights.append(NIGHT, 1, events, START, PEOPLE)
    assert await storage.nights.export(MINA.id) == [
        {
            "id": NIGHT,
            "guild": GUILD,
            "starts_at": START,
            "number": 0,
            "name": "Mina",
            "place": None,
            "words": ["tea 0"],
        }
    ]
    await storage.nights.erase(MINA.id)
    assert await storage.nights.export(MINA.id) == []
    found = not_none(await storage.nights.load(NIGHT))
    assert found.plan.host is None
    assert found.people == (Attendee(None, FORMER.name), PEOPLE[1])
    assert found.number_of(MINA.id) is None
    assert found.night.here == (0, 1)


BOARD = f"{NIGHT} 1"


async def opened(storage: Storage, table: str, board: str = BOARD) -> None:
    await storage.store.append(table, 0, [acted(1)], Effects(listing(table), board=board))


async def test_a_result_of_a_board_is_stored_once_it_is_released(storage: Storage) -> None:
    nights, other = storage.nights, Shards(2, (1 - ((GUILD >> 22) % 2),))
    await opened(storage, "t2")
    await opened(storage, "t1")
    await opened(storage, "t3", f"{NIGHT} 2")
    assert await nights.boards(ALL_SERVERS) == {BOARD: ["t1", "t2"], f"{NIGHT} 2": ["t3"]}
    assert await nights.boards(other) == {}
    assert await nights.is_waiting("t1")
    counted = result("t1")
    assert counted.counted
    found = await asyncio.gather(*(nights.release("t1", counted) for _ in range(12)))
    assert found == [None] * 12
    [line] = await storage.histories.recorded(GUILD)
    assert line.table == "t1"
    assert not await nights.is_waiting("t1")
    await nights.release("t2", None)
    assert await nights.boards(ALL_SERVERS) == {f"{NIGHT} 2": ["t3"]}
    assert [line.table for line in await storage.histories.recorded(GUILD)] == ["t1"]
    await storage.pruner.prune(START * 2, START * 2)
    assert await storage.store.load("t3"), "what waits is kept"


async def test_people_get_their_places_later(storage: Storage) -> None:
    await closed(storage, NIGHT, None, None)
    await storage.nights.place(NIGHT, [one._replace(place=at) for at, one in enumerate(PEOPLE, 1)])
    assert await storage.nights.career(GUILD, MINA.id) == NightCareer(1, 1, 1)
    assert await storage.nights.career(GUILD, SAM.id) == NightCareer(1, 0, 2)


async def test_when_people_could_play_is_kept(storage: Storage) -> None:
    await storage.nights.plan(PLANNED)
    await storage.nights.see(NIGHT, START + 5)
    missed = [Missed(milliseconds=300_000)]
    assert await storage.nights.append(NIGHT, 1, missed, START + 6, [])
    assert await storage.nights.append(NIGHT, 2, [NightClosed(because="late")], START + 7, [])
    stored = not_none(await storage.nights.load(NIGHT))
    assert stored.seen_at == START + 5
    assert stored.events[1:] == (*missed, NightClosed(because="late"))
    assert (stored.night.closed, stored.night.because) == (True, "late")
