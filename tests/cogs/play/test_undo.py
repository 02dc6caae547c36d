"""The button that takes a move back: where it is, what a click on it does, and what others see."""

import pytest

from tests.cogs.guest import Guest, words
from tests.cogs.wire import late_click, send
from tests.cogs.world import World

UNDO = "Undo"


async def test_the_board_is_as_it_was(world: World, first: Guest, second: Guest) -> None:
    await first.act("reveal 1t 1m")
    before, edits = first.hand, len(world.edits)
    assert UNDO not in before.buttons
    await first.act("take discard")
    others = second.hand.text
    assert [*first.hand.buttons][-2:] == [UNDO, "More"]
    await first.press(UNDO)
    assert first.hand.message.id == before.message.id
    assert (first.hand.text, [*first.hand.buttons]) == (before.text, [*before.buttons])
    assert (second.hand.text, len(world.edits)) == (others, edits)
    await first.act("take draw")
    assert UNDO not in first.hand.buttons  # She has seen a new card.
    await first.act("discard")
    await world.pass_time(60)
    assert "took a move back, drew" in world.board.text


@pytest.mark.parametrize("ranked", [True, False])
async def test_only_a_friendly_match_has_it(world: World, *, ranked: bool) -> None:
    first, _ = await world.sit("Mina", "Sam", ranked=ranked)
    await first.act("reveal 1t 1m")
    await first.act("take discard")
    assert (UNDO in first.hand.buttons) is not ranked


async def test_a_forged_click_takes_nothing_back(world: World, first: Guest) -> None:
    await first.act("reveal 1t 1m")
    before = await world.state()
    label, custom_id = next((k, v) for k, v in first.hand.buttons.items() if "take draw" in v)
    forged = custom_id.replace("take draw", "undo")
    told = words(*await send(late_click(first, first.hand, label, forged)))
    assert told.startswith("You've seen a new card, so you can't take that move back.")
    assert await world.state() == before
