"""Matches: whose action counts, what the log has of it, and that nobody escapes a ranked result."""

import asyncio
import contextlib
import random
from dataclasses import replace
from functools import partial

import pytest

from bot.game.contract import IllegalActionError, Seat, UnreadableActionError
from bot.games.kabobo.rules.game import KABOBO
from bot.tables import lobby, match
from bot.tables.apply import effects
from bot.tables.authority import depart
from bot.tables.clock import HouseRules
from bot.tables.command import ClosedTableError, Command, NotYoursError, OutdatedError, RefusedError
from bot.tables.entries import Acted, TableSetup
from bot.tables.loading import state_from
from bot.tables.outages import LONG, give_back, note
from bot.tables.sight import look
from bot.tables.store import Dealt, Tally
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import (
    ADA,
    GAMES,
    MINA,
    ONE_ROUND,
    PLACE,
    SAM,
    Housing,
    act,
    asker,
    play_match,
    play_turn,
    refuses,
)
from tests.toy_game import TOY

RANKED = ONE_ROUND.model_copy(update={"ranked": True})


def first_choice(table: Table, seat: Seat) -> Command:
    """Return the click on a seat's first choice as it is offered now."""
    sight, user = look(table.state, seat), table.state.seats[seat].user
    assert user is not None
    return match.act(user, seat, sight.revision, str(sight.legal[0]))


@pytest.fixture
async def table(housing: Housing) -> Table:
    return await housing.started(RANKED, MINA, SAM)


async def test_a_whole_match_is_played_and_counted_once(housing: Housing, table: Table) -> None:
    await play_match(table)
    closed = not_none(table.state.closed)
    assert closed.because == "finished"
    outcome = not_none(table.state.game.outcome(table.state.position))
    line = not_none(await housing.storage.histories.match(PLACE.guild, table.id))
    assert tuple(seat.total for seat in line.by_seat) == outcome.scores
    assert not housing.host.tables_in(PLACE.guild)


async def test_the_log_is_the_table(housing: Housing, table: Table) -> None:
    for _ in range(5):
        await play_turn(table)
    entries = await housing.store.load(table.id)
    assert state_from(table.id, entries, GAMES) == table.state


async def test_only_the_owner_acts_for_a_seat(table: Table) -> None:
    before = table.state
    seat = min(before.to_act)
    other = 1 - seat
    owner, rival = before.seats[seat].user, before.seats[other].user
    assert owner is not None
    assert rival is not None
    action = str(look(before, seat).legal[0])
    for user, number in ((ADA.id, seat), (rival, seat), (owner, other), (owner, 5), (owner, -1)):
        await refuses(table.do(match.act(user, number, 0, action)), error=NotYoursError)
    await refuses(table.do(match.act(rival, other, before.since[other], action)), "isn't your turn")
    assert table.state == before


async def test_a_click_that_comes_twice_or_late_changes_nothing(table: Table) -> None:
    seat = min(table.state.to_act)
    click = first_choice(table, seat)
    after = await table.do(click)
    await refuses(table.do(click), error=OutdatedError)
    assert table.state == after


@pytest.mark.parametrize("action", ["", "fly", "reveal 9t 9t", "take\ndraw", "take draw"])
async def test_an_illegal_action_changes_nothing(housing: Housing, action: str) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    before = table.state
    seat = min(before.to_act)
    user = not_none(before.seats[seat].user)
    with pytest.raises((IllegalActionError, UnreadableActionError)):
        await table.do(match.act(user, seat, before.since[seat], action))
    assert table.state == before
    assert len(await housing.store.load(table.id)) == before.seq


async def test_a_click_may_carry_two_actions_of_a_turn(housing: Housing) -> None:
    """Each is an entry of its own; the second is left out where it isn't possible then."""
    table = await housing.started(TableSetup(game=KABOBO.name), MINA, SAM)
    for seat in range(2):
        await act(table, seat)
    for words in ("draw & keep 1", "draw & peek 1 2", "keep 4 & draw"):
        seat = min(table.state.to_act)
        await table.do(match.act((MINA.id, SAM.id)[seat], seat, table.state.since[seat], words))
    acted = [e.action for e in await housing.store.load(table.id) if isinstance(e, Acted)]
    assert acted[2:] == ["draw", "keep 1", "draw", "keep 4"]


@pytest.mark.parametrize("game", [TOY.name, KABOBO.name])
async def test_clicks_at_once_do_not_outdate_each_other(housing: Housing, game: str) -> None:
    table = await housing.started(TableSetup(game=game), MINA, SAM)
    assert table.state.to_act == {0, 1}
    clicks = [first_choice(table, seat) for seat in range(2)]
    await asyncio.gather(*map(table.do, clicks))
    acted = [e.seat for e in await housing.store.load(table.id) if isinstance(e, Acted)]
    assert acted == [0, 1]


async def test_a_peek_outdates_nobody_else_s_choices_but_one_s_own(housing: Housing) -> None:
    table = await housing.started(TableSetup(game=KABOBO.name), MINA, SAM, ADA)
    minas, sams, adas = (first_choice(table, seat) for seat in range(3))
    await table.do(sams)
    await refuses(table.do(sams), error=OutdatedError)
    await table.do(adas)
    assert table.state.since[0] == 0
    await table.do(minas)
    # With the last peek the first turn has begun: nobody has the choices any more that they had.
    for click in (minas, sams, adas):
        await refuses(table.do(click), error=OutdatedError)


async def test_kai_s_peek_outdates_nobody_s_choices(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, TableSetup(game=KABOBO.name))
    for _ in range(2):
        await table.do(lobby.add_kai(MINA.id, "normal"))
    await table.do(lobby.start(asker(MINA)))
    peek = first_choice(table, 0)
    housing.clock.advance(2)
    await until(lambda: table.state.to_act == {0})
    await table.do(peek)
    assert table.state.position.peeked == {0, 1, 2}


async def test_kai_plays_its_own_seats(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, RANKED)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    await table.do(lobby.start(asker(MINA)))
    for _ in range(6):
        if 0 in table.state.to_act:
            await play_turn(table)
        housing.clock.advance(2)
        await until(lambda: 0 in table.state.to_act or table.state.closed is not None)


async def test_kai_plays_for_a_person_who_leaves_until_they_return(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    seat = min(table.state.to_act)
    user = not_none(table.state.seats[seat].user)
    await table.do(match.leave(user))
    await refuses(table.do(match.leave(user)), "You've left")
    await refuses(act(table, seat, lambda _: "take draw"), "I'm back")
    housing.clock.advance(2)
    await until(lambda: seat not in table.state.to_act)
    await table.do(match.back(user))
    await refuses(table.do(match.back(user)), "already yours")
    await play_turn(table)
    await act(table, seat)


async def test_a_match_that_everyone_left_counts_for_nobody(housing: Housing) -> None:
    friendly = ONE_ROUND.model_copy(update={"ranked": False})
    table = await housing.started(friendly, MINA, SAM)
    await table.do(match.leave(MINA.id))
    await table.do(match.leave(SAM.id))
    assert not_none(table.state.closed).because == "abandoned"
    assert await housing.storage.histories.match(PLACE.guild, table.id) is None
    await refuses(table.do(match.back(SAM.id)), error=ClosedTableError)


async def test_a_removed_player_cannot_come_back(housing: Housing) -> None:
    friendly = ONE_ROUND.model_copy(update={"ranked": False})
    table = await housing.started(friendly, MINA, SAM, ADA)
    seat = not_none(table.state.seat_of(SAM.id))
    await refuses(table.do(match.kick(asker(ADA), seat)), error=NotYoursError)
    await table.do(match.kick(asker(MINA), seat))
    await refuses(table.do(match.back(SAM.id)), error=NotYoursError)
    for number in (seat, 17):
        await refuses(table.do(match.kick(asker(MINA), number)))


async def test_the_next_round_waits_for_anybody_or_the_clock(housing: Housing) -> None:
    two_rounds = TableSetup(game="kapow", options={"rounds": 2, "cards": 9})
    table = await housing.started(two_rounds, MINA, SAM)
    source = random.Random(1)
    while table.state.stage and not table.state.stage.paused:
        await act(table, min(table.state.to_act), source.choice)
    assert table.state.to_act == {0, 1}
    housing.clock.advance(61)
    await until(lambda: table.state.stage is not None and table.state.stage.round == 2)


NO_MORE = {
    "leave": match.leave(MINA.id),
    "back": match.back(MINA.id),
    "kick": match.kick(asker(MINA), 1),
    "pause": match.pause(asker(MINA)),
    "resume": match.resume(asker(MINA)),
    "end": match.end(asker(MINA)),
    "remind": match.remind,
    "abandon": match.abandon,
    "cut off": match.cut_off,
    "reconnect": match.reconnect,
    "lose channel": match.lose_channel,
    "time out": match.time_out(2),
    "wake": match.wake,
    "expire": lobby.expire,
    "join": lobby.join(ADA),
    "rename": lobby.rename(MINA),
    "call": lobby.call([ADA]),
    "leave lobby": lobby.leave(MINA.id),
    "remove": lobby.remove(asker(MINA), SAM.id),
    "cut": lobby.cut(MINA.id, "word", 40),
    "start": lobby.start(asker(MINA)),
    "move": lobby.move(asker(MINA), PLACE.channel + 1),
    "depart": depart([MINA.id, SAM.id]),
    "note an outage": note(1),
    "give time back": give_back(1, LONG * 2),
}
"""What may arrive after the end, from people and from the house."""


@pytest.mark.parametrize("command", NO_MORE.values(), ids=NO_MORE)
async def test_nothing_is_written_after_the_end(table: Table, command: Command) -> None:
    await play_match(table)
    for out_of_reach in (None, table.state.last_at):
        closed = replace(table.state, out_of_reach=out_of_reach)
        with contextlib.suppress(RefusedError, OutdatedError):
            assert not command(closed, closed.last_at + 1)


async def test_a_result_is_due_once(table: Table) -> None:
    await play_match(table)
    assert effects(table.state, table.state).result is None


async def kai_plays_on(housing: Housing, table: Table) -> None:
    """Let time pass until Kai has played the match to its end."""
    while table.state.closed is None:
        housing.clock.advance(2)
        await until(partial(lambda seq: table.state.seq > seq, table.state.seq))


@pytest.mark.parametrize(
    ("setup", "dealt"),
    [
        (RANKED, None),
        (ONE_ROUND, Dealt("5e" * 32, night="a night 1 1")),
        (ONE_ROUND, Dealt("5e" * 32, board="night 1")),
        (TableSetup(game="capit", ante=50), None),
    ],
)
async def test_a_match_counts_if_others_have_something_to_lose(
    housing: Housing, setup: TableSetup, dealt: Dealt | None
) -> None:
    assert (await housing.host.open(MINA, PLACE, setup, dealt=dealt)).state.counts
    assert not (await housing.host.open(MINA, PLACE, ONE_ROUND)).state.counts


async def test_a_match_that_all_have_left_is_played_to_its_end(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await table.do(match.leave(MINA.id))
    await table.do(match.pause(asker(ADA, moderator=True)))
    await table.do(match.leave(SAM.id))
    assert table.state.paused is None
    await kai_plays_on(housing, table)
    assert table.state.closed is not None
    assert table.state.closed.because == "finished"
    assert all(tally.share < 0.5 for tally in table.state.tallies)


async def test_a_pause_does_not_save_anybody_from_the_result(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await table.do(match.pause(asker(ADA, moderator=True)))
    housing.clock.advance(housing.rules.abandon_after + 1)
    await until(lambda: table.state.paused is None)
    assert table.state.closed is None


async def test_kai_plays_for_players_who_do_not_move(housing: Housing, table: Table) -> None:
    housing.clock.advance(HouseRules().longest_turn)
    await until(lambda: bool(housing.notebook.reminders))
    housing.clock.advance(HouseRules().notice)
    await until(lambda: any(seat.held == "away" for seat in table.state.seats))
    assert table.state.closed is None


async def test_turns_are_counted_by_who_played_them(housing: Housing, table: Table) -> None:
    first = min(table.state.to_act)
    housing.clock.advance(3)
    await act(table, first)
    assert table.state.tallies[first].own_turns == 1
    assert table.state.tallies[first].thought == 3000
    while table.state.tallies[first].own_turns < 2 or table.state.to_act != {first}:
        await play_turn(table)
    user = not_none(table.state.seats[first].user)
    before = table.state.tallies[first]
    await act(table, first)  # The turn is begun, and left to Kai.
    await table.do(match.leave(user))
    housing.clock.advance(2)
    await until(lambda: table.state.tallies[first].kai_turns > 0)
    after = table.state.tallies[first]
    assert (after.own_turns, after.kai_turns) == (before.own_turns, 1)
    assert set(after.levels) == {"normal"}


async def test_a_whole_match_of_ones_own_is_a_share_of_one(table: Table) -> None:
    await play_match(table)
    assert [tally.share for tally in table.state.tallies] == [1.0, 1.0]
    assert all(tally.own_turns > 1 for tally in table.state.tallies)


def test_without_any_turn_nobody_was_absent() -> None:
    assert Tally().share == 1.0
