"""What Kai teaches where the threads are held up: announced in time, and shown when it is there."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.render.review import words
from cogs.answers import PATIENCE
from tests.wire.evening import Evening
from tests.wire.held import HOLD, holding
from tests.wire.person import Person
from tests.wire.process import BotProcess, Nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction, StandIn
from tests.wire.stand_in.interactions import FIRST_ANSWER, Answer

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHY = "Understand Kai's move"


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that holds the threads up."""
    return tmp_path / "hold"


@pytest_asyncio.fixture(loop_scope="session")
async def evening(bots: Nursery, tmp_path: Path, hold: Path) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, whose threads can be held up."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, {HOLD: str(hold)}, ("held",))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()


def waited(asked: Interaction) -> bool:
    """Whether its answer was announced in time, and not at once."""
    return asked.answered_after >= PATIENCE and asked.answered_after_rest < FIRST_ANSWER


async def after_kai(evening: Evening) -> Person:
    """Let a person play against Kai until Kai has had a turn and the hand offers a hint."""
    ann = evening.person("Ann")
    await evening.start(ann, kai=1, rounds=1, cards=9)
    source = random.Random(7)
    while not ann.sees(WHY) or ann.hand is None or "Hint" not in ann.screen.buttons:
        await evening.one_click(ann, source)
    return ann


async def test_a_hint_and_an_explanation_take_the_place_of_their_announcements(
    evening: Evening, hold: Path
) -> None:
    ann, ben = await after_kai(evening), evening.person("Ben")
    assert ann.hand is not None
    before = ann.screen.text
    with holding(hold):
        hint = await ann.begin(ann.hand, ann.screen.buttons["Hint"])
        why = await ben.begin(ann.board.message, ann.board.buttons[WHY])
        for asked in (hint, why):
            await asked.wait()
            assert asked.answer is Answer.DEFERRED_MESSAGE
            assert waited(asked)
            assert not asked.shown.is_set()
    for asked, heading in ((hint, "### Hint: "), (why, "## Kai's move")):
        await asked.settled()
        assert asked.original is not None
        assert asked.original.reader == asked.user.id
        assert Screen(asked.original).text.startswith(heading)
        assert not asked.followups
    assert ann.screen.text == before
    assert "Traceback" not in evening.bot.log


async def test_a_puzzle_stays_as_it_is_until_it_can_be_drawn(evening: Evening, hold: Path) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1, cards=9)
    assert await evening.play([ann, ben], random.Random(3), 3000) < 3000
    shown = (await ann.click(words.BUTTON)).original
    assert shown is not None
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    review = Screen(shown).text
    with holding(hold):
        puzzle = words.PUZZLE.format(number=1)
        asked = await ann.begin(shown, Screen(shown).buttons[puzzle])
        await asked.wait()
        assert asked.answer is Answer.DEFERRED_UPDATE
        assert waited(asked)
        assert Screen(shown).text == review
    await evening.discord.until(lambda: "What would you do?" in Screen(shown).text)
    assert not asked.followups
    assert "Traceback" not in evening.bot.log
