"""A match without a clock that nobody plays on: a reminder, then it closes."""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.tables import lobby, match
from bot.tables.clock import Due, TimedEvent, end_without_clock, lobby_ends, next_due
from bot.tables.entries import Clock, Paused, Person, TableSetup
from bot.tables.state import TableState, human_users
from bot.tables.store import Phase
from tests.helpers import not_none, until
from tests.tables.house import MINA, ONE_ROUND, PLACE, RULES, SAM, Housing, act, asker, play_match

HOUR = 3600.0
CLOCKS = (Clock(), Clock(kind="live", seconds=60), Clock(kind="slow", seconds=6 * 3600))
LONGEST = 8 * HOUR
REMINDED = 0.75 * LONGEST
"""Seconds into a turn at which its player is reminded: a quarter of it is left."""


@pytest_asyncio.fixture
async def housing(tmp_path: Path) -> AsyncIterator[Housing]:
    rules = replace(RULES, longest_turn=LONGEST, tables_in_memory=1, round_pause=0)
    housing = Housing(tmp_path / "cards.db", rules)
    await housing.reopen()
    yield housing
    await housing.close()


async def pass_time(housing: Housing, seconds: float) -> None:
    """Let time pass, in steps in which the house looks at what is due."""
    for _ in range(round(seconds / 900)):
        housing.clock.advance(900)
        for _ in range(3):
            await asyncio.sleep(0)


async def state_of(housing: Housing, table: str) -> TableState:
    return (await housing.host.table(table)).state


async def happened(housing: Housing, table: str) -> TableState:
    """Let the next thing that a table does by itself happen, to the moment; return its state."""
    before = await state_of(housing, table)
    at = not_none(next_due(before, housing.rules)).at
    housing.clock.advance((at - housing.clock.now()) / 1000)

    def since() -> Sequence[TableState]:
        return [new for new in housing.notebook.states if new.id == table and new.seq > before.seq]

    await until(lambda: bool(since()))
    for _ in range(3):
        await asyncio.sleep(0)
    return since()[-1]


async def closed(housing: Housing, table: str) -> TableState:
    """Let time pass until a table is closed, which may be a while after its reminder; return it."""

    def is_closed() -> bool:
        if housing.host.listing(table) is not None:
            housing.clock.advance(900)
        return housing.host.listing(table) is None

    await until(is_closed)
    return next(state for state in reversed(housing.notebook.states) if state.id == table)


async def test_the_player_is_reminded_then_the_match_has_no_result(housing: Housing) -> None:
    table = (await housing.started(ONE_ROUND, MINA, SAM)).id
    began = (await state_of(housing, table)).clock_from
    assert (await happened(housing, table)).reminded_at == began + REMINDED * 1000
    assert [found for found, _ in housing.notebook.reminders] == [table]
    closing = not_none((await happened(housing, table)).closed)
    assert (closing.because, closing.at) == ("stood still", began + LONGEST * 1000)
    assert len(housing.notebook.reminders) == 1
    assert not await housing.storage.histories.recorded(PLACE.guild)


async def test_nothing_closes_without_a_reminder_that_was_posted(housing: Housing) -> None:
    """It is posted again, and then there is time once more."""
    housing.notebook.posts = False
    table = (await housing.started(ONE_ROUND, MINA, SAM)).id
    for number in range(1, 5):
        housing.notebook.posts = number == 4
        state = await happened(housing, table)
        assert len(housing.notebook.reminders) == number
    closing = not_none((await happened(housing, table)).closed)
    assert closing.at == state.reminded_at + LONGEST * 1000 / 4
    assert len(housing.notebook.reminders) == 4


async def test_who_can_never_be_reminded_is_waited_for_twice_as_long(housing: Housing) -> None:
    housing.notebook.posts = False
    state = (await housing.started(ONE_ROUND, MINA, SAM)).state
    end = state.clock_from + 2 * LONGEST * 1000
    while state.closed is None:
        state = await happened(housing, state.id)
    assert state.closed.at == end


async def test_what_is_new_here_counts_from_its_first_start(housing: Housing) -> None:
    """A match that has stood for long is not closed at once, nor told of a date that is over."""
    table = (await housing.started(ONE_ROUND, MINA, SAM)).id
    state = await state_of(housing, table)
    new = state.clock_from + round(30 * LONGEST * 1000)
    rules = replace(housing.rules, since=new)
    due = next_due(state, rules)
    assert due == Due(new + round(REMINDED * 1000), TimedEvent.REMIND)
    assert end_without_clock(state, rules) == new + LONGEST * 1000
    late = replace(state, reminded=state.stage.turn if state.stage else 0, reminded_at=2 * new)
    assert end_without_clock(late, rules) == 2 * new + LONGEST * 1000 / 4
    paused = replace(state, paused=Paused(at=state.clock_from))
    assert next_due(paused, rules) == Due(
        new + round(rules.abandon_after * 1000), TimedEvent.ABANDON
    )
    assert lobby_ends(state, rules) == new + rules.lobby_expiry * 1000


async def test_an_action_starts_the_time_again(housing: Housing) -> None:
    """So does taking one's seat back: then the reminder comes again, too."""
    table = await housing.started(ONE_ROUND, MINA, SAM)
    await pass_time(housing, LONGEST - HOUR)
    await until(lambda: table.state.reminded is not None)
    user, *_ = human_users(table.state)
    await table.do(match.leave(user))
    back = await table.do(match.back(user))
    again = Due(housing.clock.now() + round(REMINDED * 1000), TimedEvent.REMIND)
    assert next_due(back, housing.rules) == again
    stage = not_none(table.state.stage)
    while table.state.stage == stage:  # Cards are turned up before the first turn, by everyone.
        await act(table, min(table.state.to_act))
    after = end_without_clock(table.state, housing.rules)
    assert after == housing.clock.now() + LONGEST * 1000
    await pass_time(housing, 3 * HOUR)
    assert (await state_of(housing, table.id)).phase is Phase.PLAYING


async def test_a_pause_between_rounds_that_waits_for_people_ends_too(housing: Housing) -> None:
    setup = TableSetup(game="toy", options={"rounds": 2})
    table = await housing.started(setup, MINA, SAM)
    await act(table, 0)
    await act(table, 1)
    assert not_none(table.state.stage).paused
    end = table.state.clock_from + LONGEST * 1000
    assert (await happened(housing, table.id)).reminded is not None
    assert not_none((await happened(housing, table.id)).closed).at == end


async def test_the_antes_go_back(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, TableSetup(game="toy", ante=5))
    await housing.host.join(table.id, SAM)
    for person in (MINA, SAM):
        await housing.agree(table, person)
    await table.do(lobby.start(asker(MINA)))
    log = await housing.store.load((await closed(housing, table.id)).id)
    assert "paused" not in {entry.kind for entry in log}  # Kai plays on when it was said.
    for person in (MINA, SAM):
        assert await housing.storage.ledger.balance(PLACE.guild, person.id) == 100


async def test_an_idle_table_leaves_memory_and_still_closes(housing: Housing) -> None:
    first = (await housing.started(ONE_ROUND, MINA, SAM)).id
    second = (await housing.started(ONE_ROUND, MINA, SAM)).id
    gc.collect()
    assert first not in housing.host.in_memory()
    for table in (first, second):
        assert (await closed(housing, table)).closed is not None


async def test_the_time_that_the_bot_was_not_running_is_credited(housing: Housing) -> None:
    table = (await housing.started(ONE_ROUND, MINA, SAM)).id
    await housing.close()
    housing.clock.jump(30 * LONGEST)
    await housing.reopen()
    end = not_none(end_without_clock(await state_of(housing, table), housing.rules))
    assert end >= housing.clock.now() + (LONGEST - HOUR) * 1000


@pytest.mark.parametrize("clock", CLOCKS[1:], ids=lambda clock: clock.kind)
async def test_a_match_with_a_clock_doesn_t_close_so(housing: Housing, clock: Clock) -> None:
    setup = ONE_ROUND.model_copy(update={"clock": clock})
    table = await housing.started(setup, MINA, SAM)
    assert end_without_clock(table.state, housing.rules) is None


async def test_a_finished_match_is_not_woken_for_it(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    await play_match(table)
    await pass_time(housing, 3 * LONGEST)
    assert not_none(table.state.closed).because == "finished"


async def without_people(
    housing: Housing, clock: Clock, *leaving: Person, round_pause: int
) -> TableState:
    """Begin a match that is about chips, with Kai; some leave, nobody acts. Return how it ends."""
    table = await housing.host.open(MINA, PLACE, TableSetup(game="toy", ante=5, clock=clock))
    await housing.host.join(table.id, SAM)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    for person in (MINA, SAM):
        await housing.agree(table, person)
    await table.do(lobby.start(asker(MINA)))
    for person in leaving:
        await table.do(match.leave(person.id))
    await housing.close()  # All of it holds after a restart, too.
    housing.rules = replace(housing.rules, round_pause=round_pause)
    await housing.reopen()
    await housing.host.awake.wait()
    return await closed(housing, table.id)


LEAVING: Final = ((), (MINA,), (SAM,), (MINA, SAM))
"""Who leaves before the match is left to Kai."""


@pytest.mark.parametrize(
    ("leaving", "clock"),
    [
        pytest.param(
            *(leaving, clock),
            id=f"{'-'.join(person.name for person in leaving)}-{clock.kind}",
            # The quick run has everyone who leaves with one clock, and each clock.
            marks=() if (row - column) % len(CLOCKS) == 0 else pytest.mark.thorough,
        )
        for row, leaving in enumerate(LEAVING)
        for column, clock in enumerate(CLOCKS)
    ],
)
@pytest.mark.parametrize("round_pause", [0, 60])
async def test_without_any_person_a_match_ends_and_counts_for_nobody(
    housing: Housing, clock: Clock, leaving: tuple[Person, ...], round_pause: int
) -> None:
    """Also where the next round waits for a click: nobody is there who could make it."""
    state = await without_people(housing, clock, *leaving, round_pause=round_pause)
    assert not_none(state.closed).because == "finished"  # By Kai, for everyone.
    for person in (MINA, SAM):
        assert await housing.storage.ledger.balance(PLACE.guild, person.id) == 100
