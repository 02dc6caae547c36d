"""What goes during a match and comes back (``docs/taken-away.md``), from messages to servers."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import closing
from sqlite3 import connect

import pytest

from bot.tables.state import TableState
from tests.wire.evening import Evening, gather
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Channel
from tests.wire.stand_in.world import ALL_PERMISSIONS, PUBLIC_THREAD
from tests.wire.verdict import assert_right, until_table, verdict

REFUSED = (401, 403, 404, 429)


async def _begin(evening: Evening, clock: str = "no clock", rounds: int = 1) -> list[Person]:
    people = await evening.seat("Ann", "Ben", rounds=rounds, cards=9, clock=clock)
    await evening.play(people, random.Random(1), 30)
    await evening.discord.quiet()
    return people


async def _finish(evening: Evening, people: Sequence[Person]) -> None:
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await assert_right(evening)


def _reason(table: TableState) -> str | None:
    return table.closed.because if table.closed else None


def _refused(evening: Evening, since: int) -> int:
    return sum(said.status in REFUSED for said in evening.discord.tape.said[since:])


async def test_a_deleted_message_is_posted_anew(evening: Evening) -> None:
    people = await _begin(evening)
    before = people[0].board.message
    before.deleted = True

    await _finish(evening, people)

    assert people[0].board.message.id > before.id
    assert _refused(evening, 0) == 1


async def test_a_message_posted_in_the_last_moment_of_a_killed_bot(evening: Evening) -> None:
    people = [evening.person("Ann"), evening.person("Ben")]
    evening.table = await gather(people, "kapow", rounds=1, cards=9, hints=False)
    evening.discord.order("POST /channels", hang_up=True, done=True)
    await people[0].click("Start")
    await evening.discord.until(lambda: people[0].sees("My hand"))
    await evening.bot.crash()

    await evening.bot.start()

    await _finish(evening, people)


async def test_a_message_found_again_while_another_one_is_changed(evening: Evening) -> None:
    """What the other one shows by then is not taken for what the found one shows."""
    ann, _ = people = [evening.person("Ann"), evening.person("Ben")]
    evening.table = await gather(people, "kapow", rounds=1, cards=9, hints=False)
    lobby = ann.board.message
    evening.discord.order("POST /channels", hang_up=True, done=True)
    await ann.click("Start")
    await evening.discord.until(lambda: ann.sees("My hand"))
    found = ann.board
    await evening.bot.crash()
    with closing(connect(evening.bot.database_url.partition(":///")[2])) as database, database:
        database.execute("UPDATE bookmarks SET shows = 0")
    await evening.bot.start()
    await evening.discord.until(lambda: "My hand" in Screen(lobby).buttons)
    let_go = asyncio.Event()
    changing = rf"PATCH /channels/\d+/messages/{lobby.id}"
    order = evening.discord.order(changing, held=let_go, times=-1)
    for person in people:
        person.hand = (await person.slash("hand")).original
    source = random.Random(1)
    while not order.met:
        for person in people:
            if choice := person.pick(source):
                await person.take(choice)
        await asyncio.sleep(0.01)

    before = found.text
    await ann.press(found.message, found.buttons["My hand"])
    let_go.set()

    await evening.discord.until(lambda: found.text != before)
    await _finish(evening, people)


async def test_a_match_in_a_deleted_channel_is_closed_at_once(evening: Evening) -> None:
    people = await _begin(evening)
    asked = len(evening.discord.tape.said)

    await evening.discord.delete_channel(evening.channel)
    await evening.discord.quiet()

    assert _reason((await verdict(evening)).table) == "channel gone"
    assert all(not person.screen.ids for person in people)
    assert _refused(evening, asked) == 0


async def test_a_channel_deleted_while_the_bot_was_down(evening: Evening) -> None:
    await _begin(evening)
    evening.channel.deleted = True
    await evening.bot.crash()
    asked = len(evening.discord.tape.said)

    await evening.bot.start()
    table = await until_table(evening, lambda table: table.closed is not None)

    assert _reason(table) == "channel gone"
    assert _refused(evening, asked) == 1


async def test_without_permission_the_match_goes_on_in_the_hands(evening: Evening) -> None:
    people = await _begin(evening, rounds=2)  # So it can't be over, as one round might.
    await evening.discord.allow(evening.channel, 0)
    asked = len(evening.discord.tape.said)

    await evening.play(people, random.Random(3), 70)
    refused = _refused(evening, asked)
    await evening.discord.allow(evening.channel, ALL_PERMISSIONS)
    await evening.discord.quiet()

    assert 1 <= refused <= 2
    assert (await verdict(evening)).table.ply > 20
    await _finish(evening, people)


@pytest.mark.thorough
async def test_a_server_that_comes_back_finds_its_match_as_it_was(evening: Evening) -> None:
    people = await _begin(evening, clock="30 seconds a turn")
    guild = evening.discord.state.guilds[0]
    before = (await verdict(evening)).table

    await evening.discord.remove_guild(guild)
    await evening.discord.quiet()
    away = (await verdict(evening)).table
    asked = len(evening.discord.tape.said)
    await evening.discord.return_guild(guild)
    await evening.discord.until(lambda: len(evening.discord.tape.said) > asked)
    await evening.discord.quiet()
    after = (await verdict(evening)).table

    assert away.paused is not None
    assert away.paused.cut_off
    assert after.paused is None
    assert after.position == before.position
    assert after.clock_from > before.clock_from
    await _finish(evening, people)


@pytest.mark.thorough
async def test_a_server_that_left_and_came_back_while_the_bot_was_down(evening: Evening) -> None:
    people = await _begin(evening)
    guild = evening.discord.state.guilds[0]
    await evening.bot.crash()
    guild.removed = True
    await evening.bot.start(ready=False)
    await until_table(evening, lambda table: table.paused is not None)
    await evening.bot.crash()
    guild.removed = False
    await evening.bot.start()
    await until_table(evening, lambda table: table.paused is None)

    await _finish(evening, people)


async def _thread(evening: Evening) -> Channel:
    """Add a thread in the first channel, of which the bot is told."""
    discord, channel = evening.discord, evening.channel
    number = discord.state.ids.next()
    made = Channel(number, channel.guild, "Table", PUBLIC_THREAD, parent=channel.id)
    thread = discord.state.add_channel(made)
    await discord.gateway.dispatch(channel.guild.id, "THREAD_CREATE", thread.payload())
    return thread


async def _sit_down(evening: Evening, *, threaded: bool = False) -> list[Person]:
    people = [evening.person("Ann"), evening.person("Ben")]
    if threaded:
        thread = await _thread(evening)
        for person in people:
            person.channel = thread
    await evening.start(*people, rounds=2, cards=9)
    for person in people:
        await person.open_hand()
    await evening.discord.quiet()
    return people


async def _play_on(evening: Evening, people: Sequence[Person]) -> None:
    await evening.play(people, random.Random(3), 60)
    await evening.discord.quiet()


async def test_in_a_locked_thread_hands_tell_it_until_it_is_open(evening: Evening) -> None:
    people = await _sit_down(evening, threaded=True)
    thread = people[0].channel
    before = people[0].board.message.id
    await evening.discord.lock(thread)
    await _play_on(evening, people)
    for person in people:
        assert "This thread is locked. The table goes on, and a moderator" in person.screen.text
    asked = len(evening.discord.tape.said)
    await evening.discord.lock(thread, locked=False)
    await evening.discord.until(lambda: people[0].board.message.id > before)
    await evening.discord.quiet()
    assert len(evening.discord.tape.said) > asked
    for person in people:
        assert "This thread is locked" not in person.screen.text
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await until_table(evening, lambda table: table.closed is not None)
    assert "the match is over" in people[0].board.text


async def test_a_player_who_leaves_the_server_is_not_waited_for(evening: Evening) -> None:
    people = await _sit_down(evening)
    evening.discord.state.gone.add(people[0].user.id)
    refused = await people[1].slash("table pause")
    assert "The match is paused" in str(refused.original and refused.original.content)
    table = await until_table(evening, lambda table: table.host.id == people[1].user.id)
    assert [seat.held for seat in table.seats] == ["left", None]
    await evening.discord.quiet()
    assert "**Ben** is the host now." in people[1].board.text
