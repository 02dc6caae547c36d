"""Many requests for standings on one server do not delay play on another."""

from collections import Counter
from pathlib import Path

import pytest

from cogs.core.work import SERVER_AT_ONCE
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in.interactions import Answer, Interaction

pytestmark = pytest.mark.bot(command="crowded", guilds=("Quiet", "Crowded"))

CROWD_SIZE = 20
TOO_MANY = "This server is very busy. Please try again in a moment."
NOBODY = "Nobody has finished a ranked match of Kapow! here this season."


def told(asked: Interaction) -> str:
    shown = asked.original
    assert shown is not None
    if asked.answer is Answer.MESSAGE:
        assert shown.reader == asked.user.id
    return Screen(shown).text


async def test_a_crowd_on_a_server_delays_no_other(evening: Evening, hold: Path) -> None:
    quiet, crowded = evening.discord.state.guilds
    people = [
        Person(evening.discord, evening.discord.add_user(f"P{n}"), crowded.channels[0])
        for n in range(CROWD_SIZE)
    ]
    ann = evening.person("Ann")
    assert ann.channel.guild is quiet
    with holding(hold, crowded.id):
        asked = [await person.ask("league standings") for person in people]
        # It reads what the server has set, writes, and looks things up again.
        await evening.start(ann, kai=1, rounds=1)
        await ann.open_hand()
        assert NOBODY in told(await ann.slash("league standings"))
        # On the crowded server, too, people can open tables meanwhile.
        await people[0].slash("play")
        await evening.discord.until(lambda: people[0].sees("Join"))
        for each in asked:
            await each.wait()
        refused = [each for each in asked if each.answer is Answer.MESSAGE]
        assert [told(each) for each in refused] == [TOO_MANY] * (CROWD_SIZE - SERVER_AT_ONCE)
    for each in asked:
        await each.settled()
    answers = Counter(told(each) for each in asked)
    assert answers[TOO_MANY] == len(refused)
    assert sum(count for words, count in answers.items() if NOBODY in words) == SERVER_AT_ONCE
