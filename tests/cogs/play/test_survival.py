"""Killed at any moment, the bot comes back at the same point, and old buttons work."""

from tests.cogs.guest import words
from tests.cogs.shown import Shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World


async def test_a_match_goes_on_with_the_old_buttons_and_the_drawn_card(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    table, board = world.table_id(), world.board
    await first.act("reveal 1t 1m")
    await first.act("take draw")
    hand, state = first.hand, await world.state(table)
    await world.restart()
    again = await world.state(table)
    assert (again.position, again.seats, again.ply) == (state.position, state.seats, state.ply)
    assert world.board.message.id == board.message.id
    assert (await first.open_hand(board)).text == hand.text
    discard = next(custom_id for custom_id in hand.ids if custom_id.endswith(":a:discard"))
    await first.actor.click(hand.message, custom_id=discard)
    assert (await world.state(table)).ply == state.ply + 1
    assert second.mention in world.board.text
    assert (await second.open_hand(board)).buttons


async def test_an_old_hand_is_refreshed_again_after_the_first_click(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.act("reveal 1t 1m")
    await world.restart()
    before = second.hand.text
    await first.act("take draw")
    await first.act("discard")
    assert second.hand.text == before
    await second.open_hand()
    await second.take_turn()
    assert first.hand.buttons


async def test_what_was_committed_but_not_shown_is_shown_after_the_restart(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.act("reveal 1t 1m")
    await first.act("take draw")
    world.fault("PATCH", "messages/*", status=503, times=None)
    await first.act("discard")
    assert first.mention in world.board.text
    world.env.backend.faults.clear()
    await world.restart()
    assert second.mention in world.board.text
    assert len(world.posts) == 2


async def test_the_time_down_counts_against_nobody(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", clock="60 seconds a turn")
    await world.pass_time(30)
    deadline = (await world.state()).clock_from + 60_000
    await world.restart()
    assert (await world.state()).clock_from + 60_000 >= deadline
    await world.pass_time(14)
    assert first.mention in world.board.text
    assert (await first.open_hand()).buttons


async def test_restarts_at_every_step_of_a_match_change_nothing(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    table = world.table_id()
    steps = 0
    while not (await world.state(table)).closed:
        for guest in guests:
            action = await guest.think(table)
            if action is not None:
                await guest.open_hand(world.board)
                await guest.act(action)
                steps += 1
                await world.restart()
                break
    assert steps == 5
    assert "the match is over" in world.board.text


async def test_an_end_that_was_not_shown_is_shown_with_the_first_click(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    world.fault("PATCH", "messages/*", status=503, times=None)
    await world.play(guests)
    world.env.backend.faults.clear()
    await world.restart()
    assert "My hand" in world.board.buttons
    assert "This table is closed" in await guests[0].told("My hand")
    assert "the match is over" in world.board.text


async def test_a_click_on_a_table_that_is_long_gone(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    late = late_click(guests[0], world.board, "My hand")
    await world.play(guests)
    await world.restart()
    assert "This table is closed" in words(*await send(late))


async def test_late_clicks_on_questions_leave_the_end_where_it_is(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1, clock="60 seconds a turn")
    table, shown = world.table_id(), world.board.message.id
    await world.pass_time(46)
    reminded = late_click(guests[1], world.board, "My hand")
    asked = await guests[0].click("Leave", world.messages()[-2])
    assert asked.response is not None
    late = late_click(guests[0], Shown(asked.response.message), "Leave the match")
    await world.play(guests)
    sent = (len(world.posts), len(world.edits))
    assert "This table is closed" in words(*await send(late))
    assert "This table is closed" in words(*await send(reminded))
    assert (len(world.posts), len(world.edits)) == sent
    bookmark = await world.bot.services.storage.bookmarks.bookmark(table)
    assert bookmark is not None
    assert bookmark.message == shown
