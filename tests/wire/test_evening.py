"""The bot as a process on real sockets plays, shows and reviews matches, through crashes too."""

import random
import re

import pytest

from bot.review import face as words
from tests.wire.evening import Evening, gather
from tests.wire.screen import Screen
from tests.wire.stand_in.interactions import FIRST_ANSWER
from tests.wire.stand_in.tape import Said


@pytest.mark.thorough
async def test_every_click_is_answered_in_the_time_that_discord_gives(evening: Evening) -> None:
    """By the clock: elsewhere a busy machine is no fault of the bot's."""
    people = await evening.seat("Ann", "Ben", "Cleo", "Dan", kai=2, hints=True, rounds=2)
    assert await evening.play(people, random.Random(5), 5000) < 5000
    clicks = evening.discord.state.interactions.values()
    assert max(click.answered_after for click in clicks) < FIRST_ANSWER


async def test_people_of_one_name_and_one_called_kai_are_told_apart(evening: Evening) -> None:
    """In the lobby, the match and its text: as Discord shows it to each of them."""
    people = [evening.person(name) for name in ("Sam", "Sam", "Kai")]
    names = ("Sam", "Sam (2)", "Kai (person)", "Kai")
    await gather(people, "kapow", 1)
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


@pytest.mark.parametrize(
    "evening", ["quick", pytest.param("run", marks=pytest.mark.thorough)], indirect=True
)
async def test_a_finished_match_is_reviewed(evening: Evening) -> None:
    ann, ben = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    assert await evening.play([ann, ben], random.Random(3), 3000) < 3000

    asked = await ann.click(words.BUTTON)
    assert asked.original is not None
    assert words.AGAIN in Screen(asked.original).buttons
    await evening.bot.crash()
    await evening.bot.start()

    again = await ben.slash("match review")
    shown = again.original
    assert shown is not None
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    assert "**Ben** · **The costliest turns**" in Screen(shown).text
    puzzle = Screen(shown).buttons[words.PUZZLE.format(number=1)]
    await ben.press(shown, puzzle)
    assert "What would you do?" in Screen(shown).text
    await ben.press(shown, Screen(shown).ids[0])
    assert "In the match, **Ben** chose" in Screen(shown).text


async def test_messages_that_are_up_to_date_are_left_alone(evening: Evening) -> None:
    ann, ben = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await ann.slash("play", game="kapow")  # A lobby beside it.
    await evening.play([ann, ben], random.Random(4), 30)
    await evening.discord.quiet()

    assert await _shown_by_a_restart(evening) == []


async def test_a_message_that_is_behind_is_brought_up_to_date(evening: Evening) -> None:
    ann, ben = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    source = random.Random(5)
    await evening.play([ann, ben], source, 20)
    await evening.discord.quiet()
    evening.discord.order("PATCH /channels/", status=503, times=-1)
    await evening.play([ann, ben], source, 40)

    assert [said.method for said in await _shown_by_a_restart(evening)] == ["PATCH"]


async def _shown_by_a_restart(evening: Evening) -> list[Said]:
    """Crash, start again, and return what has then been posted or changed in channels."""
    await evening.bot.crash()
    evening.discord.orders.clear()
    before = len(evening.discord.tape.said)
    await evening.bot.start()
    await evening.discord.quiet(1)
    asked = evening.discord.tape.said[before:]
    return [said for said in asked if said.path.startswith("/channels/")]
