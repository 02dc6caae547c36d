"""What is taken away from a match on Discord, on real sockets: people are told, and it comes back.

``docs/taken-away.md`` has the whole table; these rows need what only a socket shows: that it is
tried again without a click, how often, and what stands in hands that nobody clicks on.
"""

import random
from collections.abc import Sequence

from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.stand_in import Channel
from tests.wire.stand_in.world import PUBLIC_THREAD
from tests.wire.verdict import until_table


async def _thread(evening: Evening) -> Channel:
    """Add a thread in the first channel, of which the bot is told."""
    discord, channel = evening.discord, evening.channel
    number = discord.state.ids.next()
    made = Channel(number, channel.guild, "Table", PUBLIC_THREAD, parent=channel.id)
    thread = discord.state.add_channel(made)
    await discord.gateway.dispatch(channel.guild.id, "THREAD_CREATE", thread.payload())
    return thread


async def _begin(evening: Evening, *, threaded: bool = False) -> list[Person]:
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
    people = await _begin(evening, threaded=True)
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
    people = await _begin(evening)
    evening.discord.state.gone.add(people[0].user.id)
    refused = await people[1].slash("table pause")
    assert "The match is paused" in str(refused.original and refused.original.content)
    table = await until_table(evening, lambda table: table.host.id == people[1].user.id)
    assert [seat.held for seat in table.seats] == ["left", None]
    await evening.discord.quiet()
    assert "**Ben** is the host now." in people[1].board.text
