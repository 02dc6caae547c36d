"""Clocks, reminders, Kai for those who are away, leaving, coming back, and pauses."""

import pytest

from bot.game.contract import AnyGame
from bot.tables import match
from bot.tables.match import PATIENCE
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World, scored
from tests.helpers import not_none
from tests.short import kapow_first

LIVE = "60 seconds a turn"


async def leave(guest: Guest) -> str:
    question = await guest.click("Leave")
    return words(await guest.actor.click(shown(question).message, label="Leave the match"))


async def test_a_reminder_calls_the_player_before_the_time_is_up(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    posts = len(world.posts)
    await world.pass_time(44)
    assert len(world.posts) == posts
    await world.pass_time(2)
    assert len(world.posts) == posts + 1
    assert world.mentioned(world.posts[posts:]) == [[first.id]]
    reminder = world.board
    assert first.mention in reminder.text
    assert second.mention not in reminder.text
    assert "Your time is up <t:" in reminder.text
    assert (await first.open_hand(reminder)).buttons
    await world.pass_time(10)
    assert len(world.posts) == posts + 1


def reminders(world: World) -> list[Shown]:
    """The reminders that stand: they have one button, and no picture."""
    of = (["My hand"], ["Next round"])
    return [shown for shown in world.messages() if [*shown.buttons] in of]


async def test_a_reminder_goes_when_the_turn_is_over_not_before(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    await world.pass_time(46)
    (reminder,) = reminders(world)
    await first.act("reveal 1t 1m")
    assert [shown.text for shown in reminders(world)] == [reminder.text]
    await first.act("take draw")
    await first.act("discard")
    assert reminders(world) == []
    await world.pass_time(46)
    (reminder,) = reminders(world)
    assert second.mention in reminder.text


async def test_a_reminder_goes_when_the_time_is_up_and_when_the_match_ends(world: World) -> None:
    _, second = await world.sit("Mina", "Sam", clock=LIVE)
    await world.pass_time(46)
    assert len(reminders(world)) == 1
    await world.pass_time(15)
    assert reminders(world) == []
    await world.pass_time(46)
    assert len(reminders(world)) == 1
    host = world.guest("Admin", manage_guild=True)
    await host.slash("table end")
    assert reminders(world) == []
    assert world.bot.services.surface.reminders.count == 0
    assert second.mention not in world.board.text


async def test_a_reminder_goes_after_a_restart_too(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", clock=LIVE)
    await world.pass_time(46)
    assert len(reminders(world)) == 1
    await world.restart()
    assert len(reminders(world)) == 1
    await first.open_hand(world.messages()[1])
    await first.take_turn()
    assert reminders(world) == []


async def test_a_newer_reminder_replaces_one_that_was_not_deleted(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", clock=LIVE)
    await world.pass_time(46)
    world.fault("DELETE", "messages/*", status=500, times=None)
    await first.take_turn()
    assert len(reminders(world)) == 1
    world.env.backend.faults.clear()
    await world.pass_time(46)
    assert len(reminders(world)) == 1


async def test_a_reminder_says_who_is_still_called(world: World) -> None:
    """Several peek at once in the opening of Kabobo!."""
    guests = await world.sit("Mina", "Sam", game="kabobo", clock=LIVE)
    await world.pass_time(46)
    (reminder,) = reminders(world)
    assert all(guest.mention in reminder.text for guest in guests)
    await guests[0].act("peek 1 2")
    (reminder,) = reminders(world)
    assert guests[0].mention not in reminder.text
    assert guests[1].mention in reminder.text


async def test_reminders_mention_nobody_where_the_server_wants_none(world: World) -> None:
    await world.set(mention=False)
    first, _ = await world.sit("Mina", "Sam", clock=LIVE)
    await world.pass_time(46)
    assert world.mentioned(world.posts[-1:]) == [[]]
    assert first.actor.name in world.board.text
    # Where AutoMod blocks a name, people are numbered.
    world.fault("POST", "messages", status=400, code=200000)
    await world.pass_time(61)
    assert "**Player 1**, it's your turn." in world.board.text


async def test_a_reminder_that_cannot_be_posted_hurts_nobody(world: World) -> None:
    _, second = await world.sit("Mina", "Sam", clock=LIVE)
    world.fault("POST", "messages", status=403, code=50013)
    await world.pass_time(61)
    assert second.mention in world.board.text


async def test_when_the_time_is_up_kai_plays_the_turn(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    stale = late_click(first, first.hand, next(iter(first.hand.buttons)))
    await world.pass_time(61)
    assert second.mention in world.messages()[1].text
    assert [*first.hand.buttons] == ["More"]
    state = await world.state()
    assert first.id == state.seats[state.seat_of(first.id) or 0].user
    before = await world.state()
    await send(stale)
    assert await world.state() == before


async def test_after_two_missed_turns_kai_holds_a_seat_until_its_owner_comes(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE, cards=12)
    table = world.table_id()
    await world.pass_time(61)
    assert f"**Kai (for {first.actor.name})** turned up" in world.messages()[1].text
    await second.open_hand(world.messages()[1])
    await second.take_turn()
    await world.pass_time(61)
    board = world.messages()[1]
    assert f"{first.actor.name}** is away: Kai plays on" in board.text
    hand = await first.open_hand(board)
    assert list(hand.buttons) == ["I'm back"]
    assert "Kai plays for you" in hand.text
    back = await first.press("I'm back")
    assert "Welcome back" in back.text
    assert "is away" not in world.messages()[1].text
    assert not any(seat.held for seat in (await world.state(table)).seats)


async def test_im_back_works_at_any_moment_and_twice(world: World, first: Guest) -> None:
    assert "Kai is playing for you" in await leave(first)
    held = await first.open_hand()
    twice = late_click(first, held, "I'm back")
    await first.press("I'm back")
    assert "Your seat is already yours." in words(*await send(twice))
    stage = not_none((await world.state()).stage)
    assert stage.round == 1


async def test_leaving_asks_first_and_gives_the_seat_to_kai(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    asked = await first.told("Leave")
    assert "Kai will play for you" in asked
    assert not any(seat.held for seat in (await world.state()).seats)
    assert "Kai is playing for you" in await leave(first)
    assert f"{first.actor.name}** has left: Kai plays on" in world.board.text
    assert second.mention in world.board.text
    assert "You've left" in await first.told("Leave")
    more = shown(await world.guest("Eve").click("More"))
    assert "Leave" not in more.buttons


async def test_a_match_that_all_left_is_closed(world: World, first: Guest, second: Guest) -> None:
    await leave(first)
    assert "You're the only player: leaving ends it." in await second.told("Leave")
    assert "You've left, and the match has ended" in await leave(second)
    assert "Everyone left." in world.board.text
    assert "It doesn't count." in world.board.text
    assert list(world.board.buttons) == ["Rematch", "As text"]


async def test_a_pause_stops_clicks_and_clock_and_says_by_whom(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    host = first if (await world.state()).host.id == first.id else second
    await host.slash("table pause")
    assert f"**Paused** by {host.actor.name}" in world.board.text
    assert "It goes on by itself <t:" in world.board.text
    assert world.mentioned(world.edits[-1:]) == [[]]
    assert "The match is paused" in first.hand.text
    assert [*first.hand.buttons] == ["More"]
    ply = (await world.state()).ply
    await world.pass_time(3600)
    assert (await world.state()).ply == ply
    await host.slash("table resume")
    assert first.mention in world.board.text
    assert (await first.open_hand()).buttons


async def test_a_click_on_its_way_into_a_pause_changes_nothing(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    host = first if (await world.state()).host.id == first.id else second
    await first.act("reveal 1t 1m")
    late = late_click(first, first.hand, next(iter(first.hand.buttons)))
    await host.slash("table pause")
    before = await world.state()
    assert "The match is paused" in words(*await send(late))
    assert await world.state() == before


async def test_a_match_that_all_have_left_to_kai_waits_for_the_first_one_back(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    for _ in range(6):
        await world.pass_time(61)
    board = world.messages()[1]
    assert "everyone is away" in board.text
    assert "If nobody comes back, the match closes <t:" in board.text
    assert "Kai plays on" not in board.text, "one thing is said"
    assert "**The match is paused.**" in (await second.open_hand(board)).text
    await second.press("I'm back")
    assert (await world.state()).paused is None
    assert f"{first.actor.name}** is away" in world.messages()[1].text


@pytest.mark.house(abandon_after_hours=1)
async def test_a_table_that_stays_paused_is_closed_in_the_end(world: World) -> None:
    await world.sit("Mina", "Sam", clock=LIVE)
    for _ in range(6):
        await world.pass_time(61)
    await world.pass_time(3601)
    assert "Everyone left" in world.messages()[1].text


@pytest.mark.house(abandon_after_hours=1)
async def test_a_pause_ends_when_it_was_said(world: World, first: Guest, second: Guest) -> None:
    host, other = (first, second) if (await world.state()).host.id == first.id else (second, first)
    told = await host.slash("table pause")
    paused, before = (await world.state()).paused, world.board.message.id
    assert paused is not None
    end, early = paused.at // 1000 + 3600, -(-(paused.at + PATIENCE) // 1000)
    for text in (words(told), world.board.text):
        assert f"It goes on by itself <t:{end}:R>." in text
        assert f"From <t:{early}:t> on, any player can use" in text
    refused = await other.slash("table resume")
    assert f"From <t:{early}:t> on, every player can" in words(refused)
    await world.pass_time(3601)
    assert (await world.state()).paused is None
    assert world.board.message.id > before
    assert first.mention in world.board.text


async def test_the_next_player_is_host_and_everyone_is_told(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    host, other = (first, second) if (await world.state()).host.id == first.id else (second, first)
    await host.slash("table pause")
    await leave(host)
    await world.catch_up()
    assert f"{other.actor.name}** is the host now." in world.board.text
    assert "The match goes on." in words(await other.slash("table resume"))


async def test_a_host_who_is_away_is_host_again(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=LIVE)
    host, other = (first, second) if (await world.state()).host.id == first.id else (second, first)
    while (await world.state()).host.id == host.id:
        await world.pass_time(61)
        await other.open_hand()
        if (action := await other.think(world.table_id())) is not None:
            await other.act(action)
    name, stands_in = host.actor.name, f"{other.actor.name}** is the host"
    assert f"{stands_in} until **{name}** is back." in world.board.text
    await host.open_hand()
    await host.press("I'm back")
    assert (await world.state()).host.id == host.id
    assert "is the host" not in world.board.text


@pytest.mark.house(longest_turn_days=1)
async def test_a_match_without_a_clock_tells_of_its_end(world: World, mina: Guest) -> None:
    await mina.play(level="normal")
    options = shown(await mina.click("Options")).items
    assert any(
        "takes 24 hours, the match closes" in (each.description or "") for _, each in options
    )
    await mina.click("Start")
    began = (await world.state()).clock_from // 1000
    await world.pass_hours(19)
    (reminder,) = reminders(world)
    assert f"If nobody plays on, the match closes <t:{began + 24 * 3600}:R>" in reminder.text
    await mina.slash("table pause")
    await world.pass_hours(2)
    await mina.slash("table resume")
    (reminder,) = reminders(world)
    assert f"If nobody plays on, the match closes <t:{began + 26 * 3600}:R>" in reminder.text
    await world.pass_hours(6)
    closed = [found.text for found in world.messages() if "closed" in found.text]
    assert len(closed) == 1
    assert "Nobody made a move for too long. It doesn't count." in closed[0]
    assert reminders(world) == []


async def test_options_say_that_kai_plays_on_where_it_counts(mina: Guest, sam: Guest) -> None:
    await mina.play(ranked=True)
    for told in ("14 days, the match closes", "14 days, Kai plays on"):
        options = shown(await mina.click("Options")).items
        assert any(told in (each.description or "") for _, each in options)
        await sam.click("Join")


@pytest.mark.house(longest_turn_days=1, reminder_share=0.05)
async def test_a_match_left_between_rounds_tells_of_its_end(world: World) -> None:
    """Also where that is later than it was, because there are six hours after each reminder."""
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    table, posts = world.table_id(), len(world.posts)
    await world.play(guests, scored)
    await world.pass_hours(23)
    (reminder,) = reminders(world)
    assert "the next round is waiting for you. If nobody plays on, the match cl" in reminder.text
    assert world.mentioned(world.posts[posts:]) == [[guest.id for guest in guests]]
    assert reminder.text.split("<t:")[1][:10] in world.messages()[-2].text
    await world.pass_hours(6)
    closed = not_none((await world.state(table)).closed)
    assert closed.because == "stood still"
    assert "Next round" not in world.messages()[-1].buttons


@pytest.mark.house(abandon_after_hours=1, missed_before_kai=1)
async def test_a_match_that_counts_against_kai_alone_says_that_it_closes(world: World) -> None:
    await world.sit("Mina", game="toy", ranked=True, clock=LIVE, kai=1)
    await world.pass_time(61)
    assert "If nobody comes back, the match closes <t:" in world.board.text
    await world.pass_hours(1)
    assert "It doesn't count." in world.board.text


@pytest.mark.house(longest_turn_days=1)
async def test_the_next_round_begins_from_its_reminder(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    await world.play(guests, scored)
    await world.pass_hours(19)
    assert len(reminders(world)) == 1
    table = await world.table(world.table_id())
    with world.env.as_bot():
        for command in (match.leave, match.back):
            await table.do(command(guests[0].id))
    await world.env.settle()
    assert reminders(world) == []  # The time begins anew.
    await world.pass_hours(19)
    assert "hand" in await guests[1].told("Next round", reminders(world)[-1])
    assert "round 2 of 2" in world.board.text
    assert reminders(world) == []


async def kick(world: World, guest: Guest) -> Guest:
    """Remove a player from the newest table; return the moderator who did."""
    moderator = world.guest("Mo", manage_messages=True)
    await moderator.slash("table kick", player=guest.mention)
    return moderator


async def test_a_removed_player_has_nothing_to_click_any_more(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await kick(world, second)
    assert f"{second.actor.name}** was removed: Kai plays on" in world.board.text
    assert "You were removed" in second.hand.text
    assert not second.hand.buttons
    assert "You don't have a seat" in await second.told("My hand")
    assert first.hand.buttons


@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_a_removed_player_s_open_hand_shows_no_card(world: World, game: AnyGame) -> None:
    first, second = await world.sit("Mina", "Sam", game=game.name)
    table = world.table_id()
    moderator = await kick(world, second)
    told = second.hand.text
    assert told.startswith("You were removed: **Kai plays your seat**.\n-# ")
    await world.play([first], until=lambda state: state.ply >= 20)
    assert second.hand.text == told
    await moderator.slash("table end", table=table)
    assert second.hand.text.startswith("This match is closed.\n-# ")
