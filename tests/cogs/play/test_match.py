"""Whole matches by clicks alone."""

from collections import Counter

import pytest
import pytest_asyncio

from bot.game.record import parse_record
from bot.games.kabobo.rules.view import Phase
from bot.games.kapow.rules.game import KAPOW
from bot.league.periods import ALL_TIME
from bot.tables.command import OutdatedError
from tests.cogs.guest import Guest, words
from tests.cogs.shown import shown
from tests.cogs.wire import LateClick, late_click, send
from tests.cogs.world import World
from tests.helpers import not_none


@pytest.mark.thorough
async def test_eight_seats_fit_into_every_message(world: World) -> None:
    names = [f"Someone with a rather long name {number}" for number in range(1, 9)]
    guests = await world.sit(*names, rounds=1, cards=9)
    state = await world.play(guests)
    assert not_none(state.closed).because == "finished"
    assert "the match is over" in world.board.text


@pytest.mark.thorough
async def test_ten_rounds_by_clicks_alone_move_the_standings(world: World) -> None:
    guests = await world.sit("Mina", "Sam", ranked=True, cards=9)
    table = world.table_id()
    edits: Counter[int] = Counter()
    while not (state := await world.state(table)).closed:
        assert state.stage is not None
        before = len(world.edits)
        await world.step(guests, table)
        edits[state.stage.turn] += len(world.edits) - before
    assert max(edits.values()) == 1
    people = {guest.id for guest in guests}
    assert all(len(named) <= 1 and people.issuperset(named) for named in mentions(world))
    assert len(world.posts) == 11
    proof = await guests[0].click("Fairness")
    record = parse_record((await shown(proof).message.attachments[0].read()).decode())
    assert len(not_none(record.outcome).rounds) == 10
    boards = world.bot.services.storage.boards
    standings = await boards.lines(world.guild.id, KAPOW.name, ALL_TIME)
    assert {line.user for line in standings} == people
    assert sum(line.wins for line in standings) >= 1


def mentions(world: World) -> list[list[int]]:
    return world.mentioned(world.posts) + world.mentioned(world.edits)


OUTDATED = str(OutdatedError())


@pytest_asyncio.fixture
async def guests(world: World) -> list[Guest]:
    """Two people who have each chosen the first card that they want to look at."""
    seated = await world.sit("Mina", "Sam", game="kabobo")
    for guest in seated:
        await choose_first(guest)
    return seated


async def choose_first(guest: Guest) -> None:
    await guest.press_id(
        next(custom_id for custom_id in guest.hand.ids if custom_id.endswith(":f:1"))
    )


def peek(guest: Guest) -> LateClick:
    """Make the click on the second card, on its way to the bot."""
    label = next(
        label for label, custom_id in guest.hand.buttons.items() if custom_id.endswith("peek 1 2")
    )
    return late_click(guest, guest.hand, label)


async def test_both_peeks_of_one_moment_count(world: World, guests: list[Guest]) -> None:
    answers = await send(*map(peek, guests))
    state = await world.state()
    assert (state.position.phase, state.ply) == (Phase.TURN, 2)
    assert not any(OUTDATED in words(answer) for answer in answers)
    for guest in guests:
        assert OUTDATED not in guest.hand.text
        assert guest.hand.alt.partition("You: 0 of 5 pieces; ")[2][:1] not in {"", "?"}
        assert bool(guest.hand.buttons.keys() - {"Recipes", "More"}) is (
            state.seat_of(guest.id) in state.to_act
        )


async def test_after_a_call_all_see_who_has_a_last_turn(world: World, guests: list[Guest]) -> None:
    for guest in guests:
        await guest.act("peek 1 2")
    state = await world.state()
    guests.sort(key=lambda guest: state.seat_of(guest.id) not in state.to_act)
    await guests[0].act("call")
    assert "Last turn: **" in world.board.text
    assert "Last turn: **you**." in (await guests[1].open_hand()).text


async def test_a_peek_leaves_the_other_s_half_made_choice(guests: list[Guest]) -> None:
    first, second = guests
    before = second.hand.text
    await send(peek(first))
    assert "still looking" in first.hand.text
    assert second.hand.text == before
    await send(peek(second))
    assert OUTDATED not in second.hand.text
