"""Several people act at the same moment, where a game lets them: the opening of Kabobo!."""

import pytest_asyncio

from bot.games.kabobo.rules.state import Phase
from bot.tables.core.errors import OutdatedError
from tests.cogs.guest import Guest, words
from tests.cogs.wire import LateClick, late_click, send
from tests.cogs.world import World

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
        assert "You have just seen your card 1, " in guest.hand.text
        assert bool(guest.hand.buttons.keys() - {"Recipes"}) is (
            state.seat_of(guest.id) in state.to_act
        )


async def test_a_peek_leaves_the_other_s_half_made_choice(guests: list[Guest]) -> None:
    first, second = guests
    before = second.hand.text
    await send(peek(first))
    assert "still looking" in first.hand.text
    assert second.hand.text == before
    await send(peek(second))
    assert OUTDATED not in second.hand.text


async def test_a_peek_that_comes_twice_counts_once(world: World, guests: list[Guest]) -> None:
    first, _ = guests
    await send(peek(first), peek(first))
    state = await world.state()
    assert (state.position.phase, state.ply) == (Phase.PEEK, 1)
    assert OUTDATED in first.hand.text
    assert "still looking" in first.hand.text
