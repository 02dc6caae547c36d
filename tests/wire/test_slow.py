"""Slow answers: deferred in time, and shown when they are ready."""

import random
from pathlib import Path

import pytest

from bot.review import face as words
from cogs.core.answering import PATIENCE
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import WHY, Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.interactions import FIRST_ANSWER, Answer
from tests.wire.stand_in.orders import Order
from tests.wire.stand_in.world import Message

pytestmark = pytest.mark.bot(command="held")

LATE = 0.5
"""Seconds for which Discord does not respond to an answer."""


def begin_to_hold(file: Path) -> None:
    """Hold the threads up until the file is taken away."""
    file.touch()


def waited(asked: Interaction) -> bool:
    """Whether its answer was announced in time, and not at once."""
    return asked.answered_after >= PATIENCE and asked.answered_after_rest < FIRST_ANSWER


async def reviewed(evening: Evening) -> tuple[Person, Message]:
    """Play a short match, and have it reviewed; return who asked, and the review."""
    ann, ben = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    assert await evening.play([ann, ben], random.Random(3), 3000) < 3000
    shown = (await ann.click(words.BUTTON)).original
    assert shown is not None
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    return ann, shown


async def test_an_explanation_replaces_its_announcement(evening: Evening, hold: Path) -> None:
    ann, ben = await evening.after_kai(), evening.person("Ben")
    before = ann.screen.text
    with holding(hold):
        why = await ben.begin(ann.board.message, (await ann.more()).buttons[WHY])
        await why.wait()
        assert why.answer is Answer.DEFERRED_MESSAGE
        assert waited(why)
        assert not why.shown.is_set()
    await why.settled()
    assert why.original is not None
    assert why.original.reader == why.user.id
    assert Screen(why.original).text.startswith("## Kai's move")
    assert not why.followups
    assert ann.screen.text == before


async def test_a_late_hint_changes_the_hand_it_is_for(evening: Evening, hold: Path) -> None:
    ann = await evening.after_kai()
    assert ann.hand is not None
    before = ann.screen.text
    with holding(hold):
        hint = await ann.begin(ann.hand, ann.screen.buttons["Hint"])
        await hint.wait()
        assert hint.answer is Answer.DEFERRED_UPDATE
        assert waited(hint)
        assert ann.screen.text == before
    await evening.discord.until(lambda: "**Hint:** " in ann.screen.text)
    assert not hint.followups


@pytest.mark.thorough
async def test_the_table_in_words_is_announced_too(evening: Evening, hold: Path) -> None:
    [ann] = await evening.seat("Ann", kai=1, rounds=1, cards=9)
    with holding(hold):
        asked = await ann.begin(ann.board.message, (await ann.more()).buttons["As text"])
        await asked.wait()
        assert asked.answer is Answer.DEFERRED_MESSAGE
        assert waited(asked)
    await asked.settled()
    assert asked.original is not None
    assert asked.original.reader == ann.user.id
    assert "Ann" in Screen(asked.original).text


@pytest.mark.thorough
async def test_a_puzzle_stays_as_it_is_until_it_can_be_drawn(evening: Evening, hold: Path) -> None:
    ann, shown = await reviewed(evening)
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


async def test_a_review_that_ends_while_its_answer_is_being_put_off_is_answered_once(
    evening: Evening, hold: Path
) -> None:
    ann, shown = await reviewed(evening)
    await ann.press(shown, Screen(shown).buttons[words.MORE])
    (menu,) = Screen(shown).menus
    # It can be drawn as soon as the bot says that it takes long, which Discord hears late.
    late = Order("POST /interactions/.*/callback", delay=LATE, done=True, call=hold.unlink)
    evening.discord.orders.add(late)
    begin_to_hold(hold)
    asked = await ann.begin(shown, menu, "1")
    await asked.wait()
    assert asked.answer is Answer.DEFERRED_UPDATE
    await evening.discord.until(lambda: "**Ben** · **The costliest turns**" in Screen(shown).text)
    callbacks = [said for said in evening.discord.tape.said if asked.token in said.path]
    assert [said.status for said in callbacks if said.path.endswith("/callback")] == [200]
    assert not asked.followups


@pytest.mark.thorough
async def test_an_announcement_taken_unheard_is_filled_in(evening: Evening, hold: Path) -> None:
    """Discord is busy once, then takes the announcement and hangs up."""
    ann = await evening.after_kai()
    wanted = (await ann.more()).buttons[WHY]
    evening.discord.order("/callback", status=503, body={"message": "503", "code": 0})
    evening.discord.order("/callback", hang_up=True, done=True)
    with holding(hold):
        why = await ann.begin(ann.board.message, wanted)
        await why.wait()
        assert why.answer is Answer.DEFERRED_MESSAGE
    await why.settled()
    assert why.original is not None
    assert Screen(why.original).text.startswith("## Kai's move")
    assert not why.followups


@pytest.mark.parametrize("label", ["Join", "Add Kai"])
async def test_a_lobby_s_button_is_announced_if_slow(evening: Evening, label: str) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await ann.slash("play", game="kapow")
    await evening.discord.until(lambda: ann.sees(label))
    who, shown = (ben, "Ben") if label == "Join" else (ann, "Kai")
    with evening.bot.locked():
        asked = await who.begin(ann.board.message, ann.board.buttons[label])
        await asked.wait()
        assert asked.answer is Answer.DEFERRED_UPDATE
        assert waited(asked)
    await evening.discord.until(lambda: shown in ann.board.text)
    assert not asked.followups
