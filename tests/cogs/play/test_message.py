"""The public message of a table: what it shows, whom it calls, and how often it is sent."""

import random
from dataclasses import replace

import pytest

from bot.games.chowpow.face import FACE
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.faces import face_of
from bot.games.kapow.face.descriptions import card_words
from bot.games.kapow.rules.view import Replaced
from bot.tables.apply import evolve
from bot.tables.clock import HouseRules
from bot.tables.entries import Acted
from bot.tables.sight import look, seat_name, signs
from bot.tables.state import TableState, stage_of
from cogs.play.table import LONGEST_BETWEEN, last_moves, moves_since, table_page
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World, scored
from tests.games.chowpow.rules.at import at
from tests.helpers import not_none

LIVE = "30 seconds a turn"
SLOW = "6 hours a turn"


async def test_it_shows_the_table_and_whose_turn_it_is(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=2)
    board = world.board
    assert "round 1 of 2" in board.text
    assert board.files == ["table.png"]
    assert 0 < len(board.alt) <= 1024
    assert first.mention in board.text
    assert second.mention not in board.text
    assert list(board.buttons) == ["My hand", "More"]


async def test_it_changes_once_a_turn_and_mentions_only_who_has_to_move(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1)
    before = len(world.edits)
    await first.act("reveal 1t 1m")
    await first.act("take draw")
    assert len(world.edits) == before
    await first.act("discard")
    assert len(world.edits) == before + 1
    assert world.mentioned(world.edits[before:]) == [[second.id]]
    assert second.mention in world.board.text
    await second.take_turn()
    assert len(world.edits) == before + 2
    assert world.mentioned(world.edits[before + 1 :]) == [[first.id]]


@pytest.mark.house(edit_interval_seconds=30, kai_pace_seconds=2)
async def test_quick_turns_share_an_edit(world: World) -> None:
    first, *_ = await world.sit("Mina", kai=3)
    for _ in range(5):
        await world.pass_time(30)
    action = not_none(await first.think(world.table_id()))
    before = len(world.edits)
    if action.startswith("reveal"):
        await first.act(action)
    await first.act("take draw")
    await first.act("discard")
    turns = (await world.state()).stage
    await world.pass_time(29)
    assert (await world.state()).stage != turns
    assert len(world.edits) - before <= 2


async def test_a_server_may_turn_mentions_off(world: World) -> None:
    await world.set(mention=False)
    first, second = await world.sit("Mina *x*", "Sam")
    await first.take_turn()
    assert world.mentioned(world.posts + world.edits) == [[]] * len(world.posts + world.edits)
    assert "<@" not in world.board.text
    names = {first.id: first.actor.name, second.id: second.actor.name}
    assert names[second.id].replace("*", "\\*") in world.board.text


async def test_the_last_moves_are_told_in_words(world: World, first: Guest) -> None:
    await first.take_turn()
    moves = [line for line in world.board.text.splitlines() if line.startswith("> ")]
    assert 1 <= len(moves) <= 5
    assert any(first.actor.name in line for line in moves)


async def test_the_text_twin_hides_what_is_hidden(world: World, first: Guest) -> None:
    await first.act("reveal 1t 1m")
    eve = world.guest("Eve")
    before = await eve.told("As text")
    await first.act("take draw")
    drawn = await eve.click("As text")
    assert shown(drawn).message.flags.ephemeral
    assert before
    assert await first.told("As text") == words(drawn)


async def test_the_rules_can_be_leafed_through(first: Guest) -> None:
    opened = await first.click("Rules")
    page = shown(opened)
    assert page.message.flags.ephemeral
    ((menu, topics),) = page.menus.items()
    seen = {page.text}
    for topic in topics:
        await first.choose(page, topic, menu)
        page = shown(opened)
        assert "## Kapow!" in page.text
        seen.add(page.text)
    assert len(seen) == len(topics)


async def test_a_game_without_rules_text_says_so(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", game="toy")
    assert "aren't written down yet" in await first.told("Rules")


async def test_each_round_gets_a_message_of_its_own(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    await world.play(guests, scored)
    board = world.board
    assert "The round is over" in board.text
    assert "If nobody goes on, the match closes <t:" in board.text
    assert "Next round" in board.buttons
    assert len(world.posts) == 2
    await guests[1].click("Next round")
    assert "round 2 of 2" in world.board.text
    assert len(world.posts) == 3
    assert "round 1 of 2" in world.messages()[-2].text


async def test_the_round_s_results_are_explained(world: World) -> None:
    guests = await world.sit("Mina", "Sam", rounds=2, cards=9)
    state = await world.play(guests, scored)
    points = state.position.results[-1].points
    for guest in guests:
        assert guest.actor.name in world.board.text
        seat = not_none(state.seat_of(guest.id))
        assert str(points[seat]).replace("-", "\N{MINUS SIGN}") in world.board.text


async def test_between_rounds_the_sums_are_in_words_alone(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="capit", kai=2, rounds=2)
    await world.play(guests, scored)
    sums = [f"- **{guest.actor.name}** **" for guest in guests]
    assert not any(line in world.board.text for line in sums)
    last, *before = quoted(world)[::-1]
    assert "went out" in last or "ran out" in last
    assert not before or sum(map(len, (last, *before))) <= LONGEST_BETWEEN
    told = await guests[0].told("As text")
    assert all(line in told for line in sums)


async def test_next_round_opens_the_hand_and_counts_once(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    await world.play(guests, scored)
    board = world.board
    eve = world.guest("Eve")
    assert "You don't have a seat" in await eve.told("Next round")
    first = await guests[0].told("Next round", board)
    assert "hand" in first
    second = await guests[1].told("Next round", board)
    assert "The next round has started" in second
    assert "hand" in second


@pytest.mark.house(edit_interval_seconds=20)
async def test_the_results_are_shown_even_if_the_next_round_begins_at_once(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    await world.play(guests, scored)
    await guests[0].open_hand()
    await guests[0].act("next")
    assert "The round is over" not in world.board.text
    for _ in range(3):
        await world.catch_up()
    *_, first, second = world.messages()
    assert "The round is over" in first.text
    assert "round 2 of 2" in second.text


@pytest.mark.house(round_pause_seconds=45)
async def test_the_next_round_begins_by_itself(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    table = world.table_id()
    await world.play(guests, scored)
    assert "Next round: <t:" in world.board.text
    await world.pass_time(46)
    assert "round 2 of 2" in world.board.text
    assert (await world.state(table)).to_act


async def test_buttons_on_the_last_round_s_message_go_on_working(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    await world.play(guests, scored)
    old = world.board
    await guests[0].click("Next round")
    assert "hand" in (await guests[1].open_hand(old)).text
    assert await guests[0].told("As text", old)


@pytest.mark.house(fresh_message_minutes=10)
async def test_an_old_message_is_followed_by_a_fresh_one(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await world.pass_time(590)
    await first.take_turn()
    assert len(world.posts) == 2
    await world.pass_time(11)
    await second.open_hand()
    await second.take_turn()
    assert len(world.posts) == 3
    assert world.mentioned(world.posts[-1:]) == [[first.id]]


async def test_with_a_slow_clock_each_turn_is_posted_so_that_it_is_noticed(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock=SLOW)
    before = len(world.posts)
    await first.take_turn()
    await second.take_turn()
    assert world.mentioned(world.posts[before:]) == [[second.id], [first.id]]
    assert "My hand" in world.messages()[-2].buttons


async def test_the_clock_is_shown_as_a_time_that_runs(world: World) -> None:
    await world.sit("Mina", "Sam", clock=LIVE)
    state = await world.state()
    assert f"<t:{state.clock_from // 1000 + 30}:R>" in world.board.text


async def test_discord_s_trouble_is_waited_out_and_then_the_newest_is_shown(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    world.fault("*", "messages*", status=503, times=3)
    await first.take_turn()
    await second.take_turn()
    assert second.mention not in world.board.text
    await world.pass_time(60)
    assert first.mention in world.board.text


async def test_nothing_of_a_message_is_kept_in_the_library(world: World, first: Guest) -> None:
    await first.take_turn()
    store = world.bot._connection._view_store
    assert store._views == {}
    assert store._modals == {}
    assert store._dynamic_items == {}


async def test_a_table_in_a_thread_stays_there(world: World, mina: Guest) -> None:
    await world.set(threads=True)
    await mina.play(kai=1)
    (thread,) = world.channel.threads
    await mina.click("Start", Shown(thread.history()[-1]))
    board = Shown(thread.history()[-1])
    assert "round 1 of 10" in board.text
    await mina.open_hand(board)
    await mina.want_words()
    hand = mina.hand
    assert f"{thread.id}/{board.message.id}" in hand.text
    assert world.posts == []


async def test_two_tables_share_a_channel(world: World, first: Guest) -> None:
    board = world.board
    await world.sit("Ada", "Bob", game="toy")
    await first.take_turn()
    assert world.board.message.id != board.message.id
    assert "High Card" in world.board.text
    assert first.mention not in world.messages()[1].text


async def test_the_last_moves_are_a_line_a_turn_since_the_mover_s_own(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.take_turn()
    (moved,) = quoted(world)
    assert moved.startswith("> **Round 1** begins. ")
    assert f" **{first.actor.name}** turned up " in moved
    assert moved.endswith(" and discarded it.")
    await second.take_turn()
    (moved,) = quoted(world)
    assert moved.startswith(f"> **{second.actor.name}** turned up ")


async def test_both_in_a_battle_are_told_at_their_next_turn_how_it_ended(world: World) -> None:
    """An answer in another's turn is no turn of one's own."""
    await world.sit("Mina", "Sam", "Ada", "Bob", game="chowpow")
    table, position = await world.state(), at("F6F1 V2 B3 V5V1", phase="pow")
    stage, to_act = CHOWPOW.stage(position), CHOWPOW.to_act(position)
    table = replace(table, position=position, stage=stage, to_act=to_act, news=())
    mina, sam, ada, bob = [seat_name(table, seat) for seat in range(4)]
    table = acted(table, "pow 4 F6", "defend V5", "decline", "flip a1", "flip a2", "pass")
    table = acted(table, "flip a3", "flip a4", "pass")
    battle, *others = last_moves(table).splitlines()
    assert battle.endswith(f"{mina} won the battle for 11 points!")
    assert [line.partition(" flipped")[0] for line in others] == [f"> {sam}", f"> {ada}"]
    assert moves_since(table, 3) == last_moves(table)
    won = f"You beat {bob}, 6 to 5."
    lost = f"{mina} beat you, 6 to 5."
    assert in_hands(table) == in_hands(acted(table, "flip b1", "flip b2")) == [won, "", "", lost]
    assert in_hands(acted(table, "flip b1", "flip b2", "pass")) == [won, "", "", ""]


async def test_a_new_round_is_told_nothing_of_the_last_one(world: World) -> None:
    await world.sit("Mina", "Sam", rounds=2, cards=9)
    table, chance = await world.state(), random.Random(3)
    while stage_of(table).round == 1:
        last, legal = table, table.game.legal(table.position, min(table.to_act))
        table = acted(table, str(chance.choice(legal)))
    for seat in range(2):
        assert any(isinstance(each, Replaced) for each in look(last, seat).scene.past)
        assert not any(isinstance(each, Replaced) for each in look(table, seat).scene.past)


def acted(table: TableState, *actions: str) -> TableState:
    for action in actions:
        table = evolve(table, Acted(at=0, seat=min(table.to_act), action=action))
    return table


def in_hands(table: TableState) -> list[str]:
    texts = [FACE.screen(look(table, seat).scene, ()).lead for seat in range(4)]
    return [text.partition("\n-# ")[2] for text in texts]


def quoted(world: World) -> list[str]:
    return [line for line in world.board.text.splitlines() if line.startswith("> ")]


async def test_a_hand_in_words_begins_with_what_happened_since_its_owner_s_turn(
    first: Guest, second: Guest
) -> None:
    await first.want_words()
    await first.take_turn()
    await second.take_turn()
    shown = (await first.open_hand()).text
    assert f"> **{second.actor.name}** turned up " in shown
    assert f"> **{first.actor.name}**" not in shown
    await first.act("take draw")
    assert f"> **{second.actor.name}** turned up " in first.hand.text
    assert f"**{first.actor.name}** drew" not in first.hand.text


async def test_the_lines_hide_a_card_that_only_its_owner_has_seen(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.act("reveal 1t 1m")
    await first.act("take draw")
    state = await world.state()
    seat = not_none(state.seat_of(second.id))
    assert last_moves(state).endswith(" and drew a card.")
    assert moves_since(state, seat) == ""
    await first.act("discard")
    assert " and discarded it." in moves_since(await world.state(), seat)


async def test_the_table_says_whose_turn_it_is_and_what_for(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1)
    assert f"{first.mention}'s turn: turn up two cards." in world.board.text
    for guest in (first, second):
        await guest.act("reveal 1t 1m")
        await guest.act("take draw")
        await guest.act("discard")
    top = card_words((await first.sight()).scene.view.discard_pile[0])
    assert f"{first.mention}'s turn: draw a card or take the {top}." in world.board.text
    moderator = world.guest("Mo", manage_messages=True)
    await moderator.slash("table pause")
    await moderator.slash("table resume")
    assert f"{first.mention}'s turn: draw a card" in world.board.text


async def test_several_at_once_are_named_together_and_whom_kai_plays_for(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", game="kabobo")
    assert f"{first.mention} and {second.mention}: look at two cards." in world.board.text
    state = await world.state()
    seats = [replace(seat, held="left") if seat.user == second.id else seat for seat in state.seats]
    left = replace(state, seats=tuple(seats))
    page = table_page(left, face_of(left.game), b"", HouseRules(), mention=True)
    assert f"{first.mention} and **{second.actor.name}** (Kai plays): " in str(page.parts)


async def test_several_kais_have_numbers_everywhere(world: World, mina: Guest) -> None:
    await mina.play(rounds=1, cards=9, kai=2)
    assert "2. **Kai 1** (normal)\n3. **Kai 2** (normal)" in world.board.text
    await mina.click("Start")
    await mina.open_hand()
    await world.catch_up()
    assert {"Kai 1", "Kai 2"} <= {sign.name for sign in signs(await world.state())}
    await world.play([mina])
    for number in (1, 2):
        assert f"**Kai {number}**: **" in world.board.text
