"""A slow turn rests in someone's night: pure commands, and when each event is due."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pytest
from hypothesis import given, strategies as st

from bot.games.registry import GAMES
from bot.privacy.entries import people_in
from bot.tables import entries as log, match
from bot.tables.apply import apply_command, evolve, open_state
from bot.tables.clock import (
    LONGEST_REST,
    LOOK_AGAIN,
    UNKNOWN,
    Due,
    HouseRules,
    Nights,
    TimedEvent,
    deadline,
    if_due,
    may_rest,
    next_due,
    resting,
)
from bot.tables.command import Asker, Command, OutdatedError
from bot.tables.entries import Clock, Occupant, TableSetup
from bot.tables.sight import look
from bot.tables.state import TableState, human_users, kai_seat
from tests.helpers import not_none
from tests.tables.house import MINA, PLACE, SAM, START
from tests.toy_game import TOY

HOUR = 3_600_000
SLOW = Clock(kind="slow", seconds=24 * 3600)
RULES = HouseRules(kai_pace=0)
TIME_OUT = match.time_out(RULES.missed_before_kai, {MINA.id, SAM.id})


def started(game: str = "kapow", clock: Clock = SLOW) -> tuple[TableState, list[log.Entry]]:
    """A match that Mina and Sam have just begun, and its log."""
    setup = TableSetup(game=game, clock=clock)
    seats = tuple(Occupant(person=person) for person in (MINA, SAM))
    entries: list[log.Entry] = [
        log.Opened(at=START, place=PLACE, host=MINA, setup=setup, secret="00" * 32),
        log.Joined(at=START, person=SAM),
        log.Started(at=START, seats=seats, cuts=("", "")),
    ]
    return replayed(entries), entries


def replayed(entries: Sequence[log.Entry]) -> TableState:
    state = open_state("t", entries[0], {**GAMES, TOY.name: TOY})
    for entry in entries[1:]:
        state = evolve(state, entry)
    return state


def do(table: TableState, command: Command, now: int) -> TableState:
    _, after = apply_command(table, command, now)
    return after


def act(table: TableState, user: int) -> Command:
    seat = not_none(table.seat_of(user))
    sight = look(table, seat)
    return match.act(user, seat, sight.revision, str(sight.legal[0]))


def asleep(now: int, ends: Mapping[int, int]) -> Nights:
    return Nights(now, MappingProxyType(dict(ends)))


def up(table: TableState) -> int:
    return not_none(deadline(table))


def test_a_turn_rests_instead_of_running_out() -> None:
    table, _ = started()
    now = up(table)
    entries, after = apply_command(table, TIME_OUT, now)
    assert entries == [log.Rested(at=now, turn=table.stage.turn if table.stage else 0)]
    assert resting(after) is not None
    assert deadline(after) is None
    assert after.seats == table.seats


def test_what_the_log_says_is_about_nobody() -> None:
    assert log.Rested.model_fields.keys() == log.Woken.model_fields.keys() == {"at", "kind", "turn"}
    table, entries = started()
    rested, after = apply_command(table, TIME_OUT, up(table))
    woken, woken_table = apply_command(after, match.wake, up(table) + HOUR)
    assert [people_in(entry) for entry in (*rested, *woken)] == [[], []]
    written = [log.read_entry(entry.model_dump_json()) for entry in (*entries, *rested, *woken)]
    assert replayed(written) == woken_table


@pytest.mark.parametrize("clock", [Clock(kind="live", seconds=60), Clock()])
def test_only_turns_with_a_slow_clock_rest(clock: Clock) -> None:
    table, _ = started(clock=clock)
    assert not may_rest(table)
    entries, _ = apply_command(table, TIME_OUT, START + HOUR)
    assert [entry.kind for entry in entries] == ["timed out"]


def test_after_its_rest_the_turn_has_a_quarter_of_its_time_and_then_runs_out() -> None:
    table, _ = started()
    now = up(table)
    woken = do(do(table, TIME_OUT, now), match.wake, now + 7 * HOUR)
    assert resting(woken) is None
    assert up(woken) == now + 7 * HOUR + 6 * HOUR
    assert not may_rest(woken)
    # The message that calls its player then is the reminder.
    assert next_due(woken, RULES, UNKNOWN) == Due(up(woken), TimedEvent.TIME_OUT)
    entries, _ = apply_command(woken, TIME_OUT, up(woken))
    assert [entry.kind for entry in entries] == ["timed out"]


@pytest.mark.parametrize(
    ("hours", "left"), [(0.5, 0.5), (1, 1), (2, 1), (4, 1), (6, 1.5), (48, 12)]
)
def test_a_morning_has_an_hour_but_never_more_than_the_clock(hours: float, left: float) -> None:
    table, _ = started(clock=Clock(kind="slow", seconds=round(hours * 3600)))
    now = up(table)
    woken = do(do(table, TIME_OUT, now), match.wake, now + HOUR)
    assert up(woken) == now + HOUR + left * HOUR


def test_a_rest_lasts_as_long_as_the_night_and_ten_hours_at_most() -> None:
    table, _ = started()
    now = up(table)
    rested = do(table, TIME_OUT, now)
    (user,) = human_users(rested)
    # Before anyone is asked, it is to be asked at once.
    assert next_due(rested, RULES, UNKNOWN) == Due(now, TimedEvent.WAKE)
    soon = asleep(now, {user: now + 60_000})
    assert next_due(rested, RULES, soon) == Due(now + 60_000, TimedEvent.WAKE)
    late = asleep(now, {user: now + 9 * HOUR})
    assert next_due(rested, RULES, late) == Due(now + LOOK_AGAIN, TimedEvent.WAKE)
    longer = asleep(now + LONGEST_REST - 1, {user: now + 20 * HOUR})
    assert next_due(rested, RULES, longer) == Due(now + LONGEST_REST, TimedEvent.WAKE)


def test_a_rest_that_is_not_over_is_not_ended() -> None:
    table, _ = started()
    now = up(table)
    rested = do(table, TIME_OUT, now)
    (user,) = human_users(rested)
    still = asleep(now + HOUR, {user: now + 2 * HOUR})
    with pytest.raises(OutdatedError):
        do(rested, if_due(TimedEvent.WAKE, RULES, match.wake, still), now + HOUR)
    by_day = asleep(now + HOUR, {})
    woken = do(rested, if_due(TimedEvent.WAKE, RULES, match.wake, by_day), now + HOUR)
    assert resting(woken) is None


def test_playing_on_ends_the_rest_with_the_turn() -> None:
    table, _ = started()
    rested = do(table, TIME_OUT, up(table))
    after, now = rested, up(table) + HOUR
    while after.stage == rested.stage:
        (user,) = human_users(after)
        after = do(after, act(after, user), now)
    assert resting(after) is None
    assert may_rest(after)
    assert up(after) == now + 24 * HOUR


def test_of_several_who_have_to_act_only_those_who_are_awake_run_out_of_time() -> None:
    table, _ = started(TOY.name)
    assert human_users(table) == (MINA.id, SAM.id)
    one = match.time_out(RULES.missed_before_kai, {SAM.id})
    entries, rested = apply_command(table, one, up(table))
    assert [entry.kind for entry in entries] == ["timed out", "rested"]
    assert human_users(rested) == (SAM.id,)
    # Kai plays for the one, while the turn rests for the other.
    assert not_none(next_due(rested, RULES, UNKNOWN)).event is TimedEvent.KAI


def test_several_nights_are_one_rest() -> None:
    table, _ = started(TOY.name)
    now = up(table)
    rested = do(table, TIME_OUT, now)
    both = asleep(now, {MINA.id: now + 60_000, SAM.id: now + 120_000})
    assert next_due(rested, RULES, both) == Due(now + 120_000, TimedEvent.WAKE)
    after = do(rested, act(rested, SAM.id), now + 1)
    assert resting(after) is not None
    assert next_due(after, RULES, both) == Due(now + 60_000, TimedEvent.WAKE)


def test_a_reminder_waits_for_the_morning_or_comes_too_late() -> None:
    table, _ = started()
    (user,) = human_users(table)
    at = up(table) - 6 * HOUR
    assert next_due(table, RULES, UNKNOWN) == Due(at, TimedEvent.REMIND)
    night = asleep(at, {user: at + 60_000})
    assert next_due(table, RULES, night) == Due(at + 60_000, TimedEvent.REMIND)
    end = up(table)
    whole = asleep(end - 1, {user: end + HOUR})
    assert next_due(table, RULES, whole) == Due(end, TimedEvent.TIME_OUT)


def test_a_reminder_comes_as_long_as_someone_is_awake() -> None:
    table, _ = started(TOY.name)
    at = up(table) - 6 * HOUR
    night = asleep(at, {SAM.id: at + HOUR})
    assert next_due(table, RULES, night) == Due(at, TimedEvent.REMIND)


def test_a_pause_in_a_rest_stops_it_and_the_morning_comes_all_the_same() -> None:
    table, _ = started()
    now = up(table)
    rested = do(table, TIME_OUT, now)
    host = Asker(MINA)
    paused = do(rested, match.pause(host), now + HOUR)
    due = not_none(next_due(paused, RULES, UNKNOWN))
    assert due.event is TimedEvent.ABANDON
    resumed = do(paused, match.resume(host), now + 20 * HOUR)
    assert next_due(resumed, RULES, UNKNOWN) == Due(now, TimedEvent.WAKE)
    assert up(do(resumed, match.wake, now + 20 * HOUR)) == now + 26 * HOUR


def test_who_leaves_in_the_night_is_not_waited_for() -> None:
    table, _ = started()
    rested = do(table, TIME_OUT, up(table))
    (user,) = human_users(rested)
    left = do(rested, match.leave(user), up(table) + HOUR)
    due = not_none(next_due(left, RULES, UNKNOWN))
    assert due.event is TimedEvent.KAI


def _by_itself(table: TableState, now: int, known: Nights) -> Command | None:
    due = next_due(table, RULES, known)
    if due is None or due.at > now:
        return None
    match due.event:
        case TimedEvent.KAI:
            seat = not_none(kai_seat(table))
            action = str(table.game.legal(table.position, seat)[0])
            return match.act_for(seat, table.ply, action)
        case TimedEvent.REMIND:
            return match.remind
        case TimedEvent.TIME_OUT:
            return match.time_out(RULES.missed_before_kai, known.ends.keys())
        case TimedEvent.WAKE:
            return if_due(due.event, RULES, match.wake, known)
    return None


def _wait(_table: TableState) -> Command:
    return lambda _, _now: []


def _pause(table: TableState) -> Command:
    return (match.resume if table.paused else match.pause)(Asker(table.host))


def _act(table: TableState) -> Command:
    users = () if table.paused else human_users(table)
    return act(table, users[0]) if users else _wait(table)


def _come_and_go(table: TableState) -> Command:
    return (match.back if table.seats[0].held else match.leave)(MINA.id)


steps = st.lists(
    st.tuples(
        st.sampled_from((_wait, _wait, _wait, _pause, _act, _come_and_go)),
        st.integers(0, 8 * 60),
        st.sets(st.sampled_from((MINA.id, SAM.id))),
        st.integers(1, 14 * 60),
    ),
    max_size=20,
)


@given(steps, st.sampled_from((TOY.name, "kapow")))
def test_a_turn_rests_once_at_most_and_for_ten_hours_at_most(
    steps: Sequence[tuple[Callable[[TableState], Command], int, set[int], int]], game: str
) -> None:
    """Whatever people do, and however long their nights are said to be. Times are in minutes."""
    table, entries = started(game, Clock(kind="slow", seconds=3600))
    now = START
    for step, minutes, sleepers, length in steps:
        for later in range(0, minutes + 1, 5):
            at = now + later * 60_000
            known = asleep(at, dict.fromkeys(sleepers, at + length * 60_000))
            while command := _by_itself(table, at, known):
                made, table = apply_command(table, command, at)
                entries += made
            rest = resting(table)
            assert rest is None or table.paused or at < rest.since + LONGEST_REST
        now += minutes * 60_000
        if not table.closed:
            made, table = apply_command(table, step(table), now)
            entries += made
    rested = [entry.turn for entry in entries if isinstance(entry, log.Rested)]
    assert len(rested) == len({*rested})
    assert replayed(entries) == table
