"""A match on real sockets is reviewed, through a crash in the middle of it."""

import random

import pytest

from bot.face.review import words
from tests.wire.evening import Evening
from tests.wire.screen import Screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    "evening", ["quick", pytest.param("run", marks=pytest.mark.thorough)], indirect=True
)
async def test_a_finished_match_is_reviewed(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1, cards=9)
    assert await evening.play([ann, ben], random.Random(3), 3000) < 3000

    asked = await ann.click(words.BUTTON)
    assert asked.original is not None
    assert words.AGAIN in Screen(asked.original).buttons
    await evening.bot.crash()
    await evening.bot.start()

    again = await ben.slash("review")
    shown = again.original
    assert shown is not None
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    assert "**Ben** · **The costliest turns**" in Screen(shown).text
    puzzle = Screen(shown).buttons[words.PUZZLE.format(number=1)]
    await ben.press(shown, puzzle)
    assert "What would you do?" in Screen(shown).text
    await ben.press(shown, Screen(shown).ids[0])
    assert "In the match, **Ben** chose" in Screen(shown).text
    assert "Traceback" not in evening.bot.log
