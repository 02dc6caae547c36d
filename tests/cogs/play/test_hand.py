"""The private hand: whose it is, what it offers, and that it is always the current one."""

import asyncio
from dataclasses import replace
from typing import Final

import pytest

from bot.face.face import Act, Button, Focus, Menu, MenuItem, Screen
from bot.face.plain import PlainFace
from bot.game.contract import AnyGame, Seat
from bot.games.faces import face_of
from bot.tables.clock import deadline
from bot.tables.command import OutdatedError
from bot.tables.state import TableState, human_seats
from cogs.core import page
from cogs.core.click import HandAddress, read_address, read_hand_address
from cogs.play.hand import BETTER, back_button, hand
from tests.cogs.guest import Guest, words
from tests.cogs.shown import shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.short import kapow_first

OUTDATED = str(OutdatedError())
FIFTEEN_MINUTES = 900


async def opening(guest: Guest) -> None:
    """Turn up two cards (K3.1)."""
    await guest.act("reveal 1t 1m")


async def test_hands_are_their_owners_alone(world: World, first: Guest, second: Guest) -> None:
    assert first.hand.message.flags.ephemeral
    seen_by_sam = [message.id for message in world.channel.history(viewer=second.actor)]
    assert first.hand.message.id not in seen_by_sam
    assert second.hand.message.id in seen_by_sam
    assert second.hand.text != first.hand.text


async def test_every_legal_action_is_offered_and_no_other(first: Guest, second: Guest) -> None:
    assert [*second.hand.buttons] == ["More"]
    await opening(first)
    offered = {custom_id.split(":a:")[1] for custom_id in first.hand.ids if ":a:" in custom_id}
    legal = {str(action) for action in (await first.sight()).legal}
    assert offered == legal == {"take draw", "take discard"}


async def test_after_the_draw_no_play_takes_more_than_two_clicks(world: World) -> None:
    guests = await world.sit("Mina", "Sam", rounds=1, cards=9)
    table = world.table_id()
    while not (await world.state(table)).closed:
        action, clicks = await world.step(guests, table)
        assert clicks <= (1 if action.startswith("take") else 2)


async def legal(guest: Guest) -> list[str]:
    return [str(action) for action in (await guest.sight()).legal]


async def test_a_drawn_card_is_seen_by_its_drawer_alone_on_every_device(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await opening(first)
    others, edits = second.hand.text, len(world.edits)
    await first.act("take draw")
    shown = first.hand
    assert (await first.sight()).scene.view.drawn.card is not None
    assert (await second.sight()).scene.view.drawn.card is None
    assert len(world.edits) == edits
    assert second.hand.text == others
    again = await first.open_hand()
    assert again.message.id != shown.message.id
    assert again.text == shown.text
    await world.restart()
    assert (await first.open_hand()).text == shown.text


async def test_the_next_player_s_open_hand_can_be_played(first: Guest, second: Guest) -> None:
    await first.take_turn()
    assert second.hand.buttons
    assert {*first.hand.buttons} <= {BETTER, "More"}
    await opening(second)
    assert "take draw" in await legal(second)


async def test_only_changed_hands_are_refreshed(world: World, first: Guest, second: Guest) -> None:
    before = len(world.requests("PATCH", "@original"))
    await opening(first)
    unchanged = second.hand.text
    refreshed = len(world.requests("PATCH", "@original")) - before
    assert refreshed <= 1
    before += refreshed
    await first.press_id(next(i for i in first.hand.ids if i.endswith("take draw")))
    assert second.hand.text == unchanged
    assert len(world.requests("PATCH", "@original")) == before


@pytest.mark.house(edit_interval_seconds=1)
async def test_refreshes_keep_a_second_apart(world: World, first: Guest, second: Guest) -> None:
    await first.take_turn()
    await world.pass_time(1)
    before = len(world.requests("PATCH", "@original"))
    await second.take_turn()
    assert len(world.requests("PATCH", "@original")) - before <= 1
    await world.pass_time(1)
    assert first.hand.buttons


async def test_a_hand_older_than_fourteen_minutes_is_left_alone(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    old = second.hand.text
    await world.pass_time(FIFTEEN_MINUTES - 50)
    await first.open_hand()
    await opening(first)
    await first.act("take draw")
    before = len(world.requests("PATCH", "@original"))
    await first.act("discard")
    assert second.hand.text == old
    assert len(world.requests("PATCH", "@original")) == before
    assert (await second.open_hand()).buttons


async def test_a_replaced_hand_is_written_over_nothing(world: World, second: Guest) -> None:
    hands = world.bot.services.surface.hands
    before = len(world.requests("PATCH", "@original"))
    table = await world.table()
    with world.env.as_bot():
        hands.look_again(table, second.id)
        await asyncio.sleep(0)  # The hands are about to be looked at.
        hands.put_aside(table.id, second.id)
    await world.env.settle()
    assert len(world.requests("PATCH", "@original")) == before


async def test_a_token_is_forgotten_when_it_is_of_no_more_use(world: World) -> None:
    await world.sit("Mina", "Sam")
    assert world.bot.services.surface.hands.count == 2
    await world.pass_time(FIFTEEN_MINUTES)
    ada = world.guest("Ada")
    await ada.play(kai=1)
    await ada.click("Start")
    await ada.open_hand()
    assert world.bot.services.surface.hands.count == 1


async def test_nothing_is_remembered_of_a_closed_table(world: World) -> None:
    (mina,) = await world.sit("Mina", kai=1, rounds=1, cards=9)
    table = world.table_id()
    state = await world.state(table)
    while not state.closed:
        before = state.ply
        # With its one open hand being clicked on, there is nothing to refresh at the very end.
        await mina.act(await mina.think(table) or "")
        state = await world.state(table)
        assert state.ply > before
    surface = world.bot.services.surface
    assert (surface.hands.tables, surface.count) == (0, 0)
    # The watch may look for its message just after the end.
    await surface.look_for(state)
    assert not surface.is_barred(state)
    assert surface.count == 0


async def test_a_click_on_an_old_hand_revives_it(world: World, first: Guest, second: Guest) -> None:
    await opening(first)
    await world.pass_time(FIFTEEN_MINUTES + 1)
    drawing = next(label for label, i in first.hand.buttons.items() if i.endswith("take draw"))
    await first.press(drawing)
    await first.act("discard")
    await second.open_hand()
    await second.take_turn()
    assert first.hand.buttons


async def test_a_token_that_discord_refuses_is_dropped_at_once(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    world.env.inject_error("PATCH", "/webhooks/*/@original", status=401, code=50027, times=None)
    await first.take_turn()
    assert len(world.requests("PATCH", "@original")) <= 1
    assert (await second.open_hand()).buttons


async def test_a_double_click_counts_once_and_shows_the_hand(world: World, first: Guest) -> None:
    await opening(first)
    click = late_click(first, first.hand, next(iter(first.hand.buttons)))
    ply = (await world.state()).ply
    once, twice = await send(click, click)
    assert (await world.state()).ply == ply + 1
    assert once.acknowledged
    assert twice.acknowledged
    assert OUTDATED in first.hand.text


async def test_a_stale_hand_becomes_the_current_one(world: World, first: Guest) -> None:
    await opening(first)
    late = late_click(first, first.hand, next(iter(first.hand.buttons)))
    await first.act("take draw")
    ply = (await world.state()).ply
    (result,) = await send(late)
    assert (await world.state()).ply == ply
    assert OUTDATED in words(result)
    assert words(result).replace(f"{OUTDATED}\n", "") == (await first.open_hand()).text


async def test_strangers_and_spectators_get_a_sentence(world: World, first: Guest) -> None:
    eve = world.guest("Eve")
    assert "You don't have a seat at this table" in await eve.told("My hand")
    await opening(first)
    stolen = late_click(eve, first.hand, next(iter(first.hand.buttons)))
    ply = (await world.state()).ply
    answer = words(*await send(stolen))
    assert answer == "These buttons belong to another player's hand."
    assert (await world.state()).ply == ply


async def test_ids_are_one_table_s(world: World, first: Guest, second: Guest) -> None:
    table = world.table_id()
    here = await world.state(table)
    label, custom_id = next(iter(first.hand.buttons.items()))
    ada = world.guest("Ada")
    await ada.play(kai=1)
    other = world.table_id()
    await ada.click("Start")
    forged = custom_id.replace(table, other)
    answer = words(*await send(late_click(first, first.hand, label, forged)))
    assert "another player's hand" in answer
    assert await world.state(table) == here
    unknown = custom_id.replace(table, "0123456789")
    assert "This table is gone" in words(*await send(late_click(first, first.hand, label, unknown)))
    assert second.hand.text


GARBAGE: Final = (
    ("h:{own}:0:0:a:fly away", "doesn't belong to this game"),
    ("h:{own}:0:0:a:take draw", "Turn up two of your cards first. (K3.1)"),
    ("h:{own}:0:0:a", "doesn't belong to this game"),
    ("h:{other}:0:0:a:take draw", "another player's hand"),
    ("h:7:0:0:a:take draw", "another player's hand"),
    ("h:{own}:0:0:x:take draw", "This button is broken"),
    ("h:-1:0:0:a:take draw", "This button is broken"),
    ("h", "This button is broken"),
    ("h:{own}:99:0:a:take draw", OUTDATED),
    ("fly", "too old to work"),
    ("", "too old to work"),
)
OF_ANOTHER_VERSION: Final = ("k2:whatever", "k1:", "k1::", "k1:\n", "k1:" + "9" * 97)


async def test_garbage_gets_a_clear_sentence(world: World, first: Guest) -> None:
    before = await world.state()
    own = before.seat_of(first.id) or 0

    async def told(custom_id: str) -> str:
        click = late_click(first, first.hand, next(iter(first.hand.buttons)), custom_id)
        said = words(*await send(click))
        assert await world.state() == before
        return said

    for said, sentence in GARBAGE:
        forged = f"k1:{world.table_id()}:{said.format(own=own, other=1 - own)}"
        assert sentence in await told(forged), said
    for custom_id in OF_ANOTHER_VERSION:
        assert "too old to work" in await told(custom_id), custom_id


async def test_a_hand_in_words_leads_to_the_table(world: World, first: Guest) -> None:
    await first.want_words()
    assert f"{world.channel.id}/{world.board.message.id}" in first.hand.text


async def test_others_leave_a_half_made_choice(world: World, first: Guest, second: Guest) -> None:
    await first.press_id(next(i for i in first.hand.ids if i.endswith(":f:1t")))
    chosen = first.hand
    assert "Pick the second card" in chosen.text
    sure = await second.click("Leave")
    await second.actor.click(shown(sure).message, label="Leave the match")
    assert "Kai plays on" in world.board.text
    assert first.hand.text == chosen.text


class Sorted(PlainFace):
    """A face whose screen has a lasting word, and a button that takes it back."""

    def screen(self, _scene: object, _legal: object, focus: str = "") -> Screen:
        """Show what was asked for."""
        menu = Menu("Which?", (MenuItem("One", Act("one")), MenuItem("Two", Focus("two"))))
        row = (Button("On", Focus("on")), Button("Plain", Focus("", lasting="")))
        return Screen(focus, (row, menu), lasting="suit")


async def test_every_control_brings_the_lasting_word_back(world: World) -> None:
    await world.sit("Mina", "Sam")
    shown = hand(await world.state(), Sorted("Toy"), 0, "suit|on")
    assert page.Text("suit|on", elastic=True) in shown.parts
    row, menu = shown.parts[-3:-1]
    assert isinstance(row, tuple)
    assert isinstance(menu, page.Menu)
    foci = [_pressed(button.id).focus for button in row if isinstance(button, page.Button)]
    assert foci == ["suit|on", ""]
    chosen = [_pressed(menu.id, choice.value).focus for choice in menu.choices]
    assert chosen == ["suit|", "suit|two"]


def _pressed(custom_id: str, chosen: str | None = None) -> HandAddress:
    return read_hand_address(read_address(custom_id).words, chosen)


async def test_a_hand_stays_sorted_over_clicks_actions_and_turns(world: World) -> None:
    first, second, *_ = await world.sit("Mina", "Sam", "Ada", "Zoe", game="capit")
    for guest in (first, second):
        await guest.press("Sort")
    assert not first.hand.menus  # Nothing can be laid or discarded before the draw.
    await first.act("push")
    assert first.hand.menus
    assert "pushed you the" in second.hand.text
    for guest in (first, second):
        assert "=suit" not in guest.hand.buttons["Sort"]
    discard = next(action for action in await legal(first) if action.startswith("discard"))
    assert await first.act(discard) == 1
    assert "take" in await legal(second)
    for guest in (first, second):
        assert "=suit" not in guest.hand.buttons["Sort"]
    await second.press("Sort")
    await second.act("take")
    assert "=suit" in second.hand.buttons["Sort"]
    assert "=suit" in (await first.open_hand()).buttons["Sort"]


def told(table: TableState, seat: Seat) -> str:
    shown = hand(table, face_of(table.game), seat)
    return "\n".join(part.text for part in shown.parts if isinstance(part, page.Text))


def changed(table: TableState, seat: Seat, **changes: object) -> TableState:
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]  # its fields
    return replace(table, seats=tuple(seats))


@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_whose_turn_it_is_sees_the_deadline(world: World, game: AnyGame) -> None:
    guests = await world.sit("Mina", "Sam", game=game.name, clock="60 seconds a turn")
    seen = 0
    for _ in range(8):
        state = await world.state()
        up, turn = deadline(state), state.stage.turn if state.stage else 0
        time = f"Your time is up <t:{(up or 0) // 1000}:R>."
        for seat in (n for n, each in enumerate(state.seats) if each.user):
            assert (time in told(state, seat)) is (seat in state.to_act)
        for seat in human_seats(state):
            absent = [changed(state, seat, held=why) for why in ("left", "away")]
            for table in (*absent, changed(state, seat, covered=turn)):
                words = told(table, seat)
                assert "Kai plays" in words
                assert "our turn" not in words
                assert "last turn" not in words
                assert "our time is up" not in words
                last = hand(table, face_of(table.game), seat).parts[-1]
                assert last == (back_button(table),)
                seen += 1
        for guest in guests:
            if (action := await guest.think(world.table_id())) is not None:
                await guest.act(action)
                break
    assert seen >= 24
