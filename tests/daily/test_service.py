"""The daily deal hosted on a real database: sealed, resumed, finished, and dealt alike."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.daily.days import DAY, day_at, span_of
from bot.daily.deal import GAME, LEVEL, PLAYER, Key
from bot.daily.service import AlreadyPlayedError, DailyDeals, DayOverError, OwnRound
from bot.games.registry import player_for
from bot.tables.command import OutdatedError, RefusedError
from bot.tables.store import Shards
from db.storage import Storage, open_storage
from tests.helpers import not_none
from tests.tables.house import HandClock, refuses

GUILD, ELSEWHERE = 2 << 22, 3 << 22
MINUTE = 60_000
MINA, SAM = 1_234_567_890_123, 1_234_567_890_124


class Daily:
    """Two processes on one database, and a clock that is moved by hand."""

    def __init__(
        self, clock: HandClock, storages: list[Storage], executor: ThreadPoolExecutor
    ) -> None:
        self.clock = clock
        self.storages = storages
        self.processes = [
            DailyDeals(one.dailies, clock, executor, Shards(2, (number,)))
            for number, one in enumerate(storages)
        ]
        self.deals, self.other = self.processes

    @property
    def today(self) -> int:
        return self.deals.today

    async def play(self, own: OwnRound, most: int = 1_000) -> OwnRound:
        """Play as Kai would, at most this many actions."""
        player = player_for(GAME.name, LEVEL)
        for _ in range(most):
            if own.stored.ended:
                break
            view = GAME.view(own.round.state, PLAYER)
            action = str(player.choose(view, own.round.legal).action)
            own = await self.deals.act(own.stored.key, own.round.revision, action)
        return own


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
async def daily(
    empty_database: Path, tmp_path: Path, executor: ThreadPoolExecutor
) -> AsyncIterator[Daily]:
    file = shutil.copy(empty_database, tmp_path / "daily.db")
    url = f"sqlite+aiosqlite:///{file}"
    async with AsyncExitStack() as stack:
        storages = [
            await stack.enter_async_context(open_storage(url, house=name)) for name in ("a", "b")
        ]
        yield Daily(HandClock(), storages, executor)


async def test_all_processes_deal_the_same(daily: Daily) -> None:
    day = daily.today
    found = await asyncio.gather(*(one.deal(day) for one in daily.processes * 3))
    assert len({deal.secret for deal in found}) == 1
    assert (await daily.deals.deal(day + 1)).secret != found[0].secret


async def test_tomorrow_is_sealed_today_and_no_day_after(daily: Daily) -> None:
    await daily.deals.keep_up()
    sealed = await daily.other.deal(daily.today + 1)
    assert sealed.drawn_at < span_of(sealed.day).begins
    for day in (daily.today + 2, daily.today - 1, 0):
        await refuses(daily.deals.deal(day), "had no deal")
    daily.clock.jump(DAY / 1000)
    assert await daily.other.deal(daily.today) == sealed


async def test_everyone_gets_the_same_cards(daily: Daily) -> None:
    mina = await daily.deals.begin(Key(daily.today, MINA), GUILD, "Mina")
    sam = await daily.other.begin(Key(daily.today, SAM), ELSEWHERE, "Sam")
    assert mina.round == sam.round


async def test_a_round_goes_on_after_each_action_in_another_process(daily: Daily) -> None:
    key = Key(daily.today, MINA)
    own = await daily.deals.begin(key, GUILD, "Mina")
    while own.stored.ended is None:
        assert await daily.other.look(key) == own._replace(round=own.round)
        own = await daily.play(own, 1)
    ended = not_none(await daily.other.look(key))
    assert ended.stored.ended == own.stored.ended
    assert ended.round.state == own.round.state


async def test_the_first_round_counts_and_there_is_no_second(daily: Daily) -> None:
    key = Key(daily.today, MINA)
    await daily.deals.begin(key, GUILD, "Mina")
    for process in daily.processes:
        await refuses(process.begin(key, GUILD, "Mina"), error=AlreadyPlayedError)


async def test_two_clicks_at_once_are_one_move(daily: Daily) -> None:
    own = await daily.deals.begin(Key(daily.today, MINA), GUILD, "Mina")
    action, revision = str(own.round.legal[0]), own.round.revision
    clicks = [one.act(own.stored.key, revision, action) for one in daily.processes]
    found = await asyncio.gather(*clicks, return_exceptions=True)
    assert sorted(type(one).__name__ for one in found) == ["OutdatedError", "OwnRound"]
    await refuses(daily.deals.act(own.stored.key, revision, action), error=OutdatedError)


async def test_nobody_plays_what_they_have_not_begun(daily: Daily) -> None:
    await refuses(daily.deals.act(Key(daily.today, MINA), 0, "reveal 1t 1m"), "haven't begun")


async def test_practice_begins_when_the_day_is_over(daily: Daily) -> None:
    day = daily.today
    await daily.deals.keep_up()
    with pytest.raises(RefusedError, match="once its day is over"):
        await daily.deals.begin(Key(day, MINA, practice=True), GUILD, "Mina")
    await refuses(daily.deals.begin(Key(day + 1, MINA), GUILD, "Mina"))
    daily.clock.jump(DAY / 1000)
    await refuses(daily.deals.begin(Key(day, MINA), GUILD, "Mina"), "That day is over")
    practice = Key(day, MINA, practice=True)
    first = await daily.play(await daily.deals.begin(practice, GUILD, "Mina"))
    assert first.stored.ended is not None
    again = await daily.deals.begin(practice, GUILD, "Mina")
    assert again.stored.ended is None
    fields = await daily.deals.store.fields(day, GUILD)
    assert fields.everywhere.people == 0


async def test_what_is_left_is_finished_by_kai_once_the_day_is_over(daily: Daily) -> None:
    day = daily.today
    for user in range(14):  # More than are read together.
        await daily.deals.begin(Key(day, user), GUILD if user % 7 else ELSEWHERE, f"Player {user}")
    done = await daily.play(await daily.deals.begin(Key(day, 500), GUILD, "Sam"))
    await daily.deals.keep_up()
    assert len(await daily.deals.store.left(day + 1, 1_000)) == 14
    daily.clock.jump(DAY / 1000)
    await daily.deals.keep_up()
    assert [key.user for key in await daily.deals.store.left(day + 1, 1_000)] == [0, 7]
    await asyncio.gather(*(one.keep_up() for one in daily.processes))
    assert await daily.deals.store.left(day + 1, 1_000) == []
    fields = await daily.deals.store.fields(day, GUILD)
    assert (fields.everywhere.people, fields.here.people) == (15, 13)
    left = not_none(await daily.deals.look(Key(day, 7)))
    assert not_none(left.stored.ended).by_kai
    assert await daily.deals.store.results(7) == []
    assert await daily.deals.store.results(500) == [(day, not_none(done.stored.ended).score)]


async def test_a_click_after_the_end_of_the_day_lets_kai_finish(daily: Daily) -> None:
    own = await daily.deals.begin(Key(daily.today, MINA), GUILD, "Mina")
    daily.clock.jump((span_of(daily.today).ends - daily.clock.now()) / 1000)
    with pytest.raises(DayOverError):
        await daily.deals.act(own.stored.key, own.round.revision, str(own.round.legal[0]))
    after = not_none(await daily.deals.look(own.stored.key))
    assert not_none(after.stored.ended).by_kai
    assert day_at(daily.clock.now()) == own.stored.key.day + 1


async def away(daily: Daily, before: int, after: int) -> OwnRound:
    """Let someone begin a round, and nobody be able to play from before midnight until later."""
    ends = span_of(daily.today).ends
    daily.clock.jump((ends - before - daily.clock.now()) / 1000)
    await daily.deals.keep_up()
    own = await daily.deals.begin(Key(daily.today, MINA), GUILD, "Mina")
    await daily.deals.see()
    daily.clock.jump((before + after) / 1000)
    return own


async def test_a_round_whose_day_ended_in_an_outage_goes_on(daily: Daily) -> None:
    own = await away(daily, 30 * MINUTE, 5 * 60 * MINUTE)
    key = own.stored.key
    await asyncio.gather(*(one.keep_up() for one in daily.processes))
    assert not (await daily.other.deal(key.day)).is_over(daily.clock.now()), "it still lasts"
    await daily.deals.see()
    for _ in range(29):
        daily.clock.jump(60)
        await daily.deals.see()
    await asyncio.gather(*(one.keep_up() for one in daily.processes))
    own = await daily.play(own, 1)
    assert own.stored.ended is None
    assert own.round.deal.put_off == (5 * 60 + 30) * MINUTE
    await daily.play(await daily.deals.begin(Key(key.day, SAM), GUILD, "Sam"))
    daily.clock.jump(2 * 60)
    await daily.deals.see()
    await asyncio.gather(*(one.keep_up() for one in daily.processes))
    left = not_none(await daily.deals.look(key))
    assert not_none(left.stored.ended).by_kai
    assert [day for day, _ in await daily.deals.store.results(SAM)] == [key.day]


async def test_there_are_ten_minutes_at_least_after_an_outage(daily: Daily) -> None:
    own = await away(daily, 4 * MINUTE, MINUTE)
    await daily.deals.see()
    deal = await daily.deals.deal(own.stored.key.day)
    assert deal.put_off == 11 * MINUTE


async def test_while_people_can_play_it_is_one_row(daily: Daily) -> None:
    for _ in range(30):
        await daily.deals.see()
        daily.clock.jump(60)
        await daily.other.see()
    [span] = await daily.deals.store.presence()
    assert span.ends - span.begins == 30 * MINUTE
    assert await daily.deals.lost() == frozenset()
    daily.clock.jump(-9 * 60)
    await daily.deals.see()
    assert await daily.deals.store.presence() == [span]
    daily.clock.jump(19 * 60)
    assert await daily.deals.lost() == {day_at(span.ends)}


async def test_someone_who_has_their_data_deleted_cannot_begin_again(daily: Daily) -> None:
    day = daily.today
    await daily.play(await daily.deals.begin(Key(day, MINA), GUILD, "Mina"))
    await daily.storages[0].privacy.dailies.erase(MINA)
    assert await daily.deals.look(Key(day, MINA)) is None
    for process in daily.processes:
        await refuses(process.begin(Key(day, MINA), GUILD, "Mina"), error=AlreadyPlayedError)
    await daily.deals.begin(Key(day, SAM), GUILD, "Sam")
    board = await daily.deals.store.board(day, GUILD, 10)
    assert [line.name for line in board] == ["Former player"]
    assert board[0].user < 0
    daily.clock.jump(DAY / 1000)
    await daily.deals.keep_up()
    await daily.deals.begin(Key(daily.today, MINA), GUILD, "Mina")


async def test_a_damaged_round_keeps_nobody_else_from_being_finished(
    daily: Daily, caplog: pytest.LogCaptureFixture
) -> None:
    day = daily.today
    for user in (MINA, SAM):
        await daily.deals.begin(Key(day, user), GUILD, "Someone")
    own = not_none(await daily.deals.look(Key(day, MINA)))
    moves = [(0, "no such action")]
    assert await daily.deals.store.advance(Key(day, MINA), own.round.revision, moves, None)
    daily.clock.jump(DAY / 1000)
    await daily.deals.keep_up()
    assert [key.user for key in await daily.deals.store.left(day + 1, 9)] == [MINA]
    assert "can't be replayed" in caplog.text
    assert str(MINA) not in caplog.text
