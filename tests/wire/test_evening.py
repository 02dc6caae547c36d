"""The bot as a process on real sockets plays a match from the lobby to the end."""

import random
import re

import pytest

from tests.wire.evening import Evening
from tests.wire.screen import Screen
from tests.wire.stand_in.interactions import FIRST_ANSWER

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_match_is_played_by_clicks_alone(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1, cards=9)
    source = random.Random(1)

    clicks = await evening.play([ann, ben], source, 3000)

    assert clicks < 3000
    assert "Traceback" not in evening.bot.log


@pytest.mark.thorough
async def test_every_click_is_answered_in_the_time_that_discord_gives(evening: Evening) -> None:
    """By the clock: elsewhere a busy machine is no fault of the bot's."""
    people = [evening.person(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    await evening.start(*people, kai=2, hints=True, rounds=2)
    assert await evening.play(people, random.Random(5), 5000) < 5000
    clicks = evening.discord.state.interactions.values()
    assert max(click.answered_after for click in clicks) < FIRST_ANSWER


async def test_a_match_goes_on_after_a_crash(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    source = random.Random(2)
    await evening.play([ann, ben], source, 20)

    await evening.bot.crash()
    await evening.bot.start()

    assert await evening.play([ann, ben], source, 3000) < 3000


async def test_people_of_one_name_and_one_called_kai_are_told_apart(evening: Evening) -> None:
    """In the lobby, the match and its text: as Discord shows it to each of them."""
    people = [evening.person(name) for name in ("Sam", "Sam", "Kai")]
    names = ("Sam", "Sam (2)", "Kai (person)", "Kai")
    await people[0].play("kapow", 1)
    for person in people[1:]:
        await person.click("Join")
    await evening.discord.until(lambda: "4. **Kai**" in people[0].board.text)
    listed = "".join(f"{at}. **{name}**" for at, name in enumerate(names, 1))
    said = people[0].board.text.replace(" (host)", "").replace(" (normal)", "")
    assert listed in said.replace("\n", "")
    await people[0].click("Start")
    await evening.discord.until(lambda: people[0].sees("My hand"))
    asked = await (await people[1].click("As text")).settled()
    assert asked.original is not None
    for text in (people[0].board.alt, Screen(asked.original).text):
        assert all(name in text.replace("\\", "") for name in names)
        assert len(re.findall(r"\bSam\b(?! \(2\))", text.replace("\\", ""))) >= 1
