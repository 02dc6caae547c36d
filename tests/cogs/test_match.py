"""Whole matches by clicks alone."""

from collections import Counter

import pytest

from bot.game.record import parse_record
from bot.games.kapow.rules.game import KAPOW
from bot.league.periods import ALL_TIME
from tests.cogs.guest import Guest
from tests.cogs.world import World


async def test_a_short_match_of_four(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", "Bob", rounds=1, cards=9, hints=False)
    state = await world.play(guests)
    assert state.closed is not None
    assert state.closed.because == "finished"
    assert "the match is over" in world.board.text


async def test_a_match_against_kai(world: World) -> None:
    (mina,) = await world.sit("Mina", kai=3, rounds=1, cards=9, hints=False)
    state = await world.play([mina])
    outcome = state.game.outcome(state.position)
    assert outcome is not None
    assert len(outcome.ranks) == 4
    assert all(f"**Kai {number} (normal)**" in world.board.text for number in (1, 2, 3))


async def test_eight_seats_fit_into_every_message(world: World) -> None:
    names = [f"Somebody with a rather long name {number}" for number in range(1, 9)]
    guests = await world.sit(*names, rounds=1, cards=9, hints=False)
    await world.play(guests)
    assert "the match is over" in world.board.text


@pytest.mark.thorough
async def test_ten_rounds_by_clicks_alone_move_the_standings(world: World) -> None:
    guests = await world.sit("Mina", "Sam", ranked=True, cards=9)
    table = world.table_id()
    edits: Counter[int] = Counter()
    while not (state := await world.state(table)).closed:
        assert state.stage is not None
        before = len(world.edits)
        await step(guests, table)
        edits[state.stage.turn] += len(world.edits) - before
    assert max(edits.values()) == 1
    people = {guest.id for guest in guests}
    assert all(len(named) <= 1 and people.issuperset(named) for named in mentions(world))
    assert len(world.posts) == 11
    proof = await guests[0].click("Fairness")
    assert proof.response is not None
    record = parse_record((await proof.response.message.attachments[0].read()).decode())
    assert record.outcome is not None
    assert len(record.outcome.rounds) == 10
    boards = world.bot.services.boards
    standings = await boards.lines(world.guild.id, KAPOW.name, ALL_TIME)
    assert {line.user for line in standings} == people
    assert sum(line.wins for line in standings) >= 1


async def step(guests: list[Guest], table: str) -> None:
    """Let whoever can do something do it."""
    for guest in guests:
        action = await guest.think(table)
        if action is not None:
            await guest.act(action)
            return


def mentions(world: World) -> list[list[int]]:
    return world.mentioned(world.posts) + world.mentioned(world.edits)
