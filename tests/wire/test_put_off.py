"""Deferred answers are completed, after a crash, at a shutdown, and when Discord fails."""

import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.store import TOKEN_LIFE
from cogs.core.answering import RESTARTED, RESTARTING
from cogs.core.answers import WENT_WRONG
from tests.helpers import until
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import WHY, Person
from tests.wire.process import BotProcess
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.interactions import Answer
from tests.wire.stand_in.world import LOADING

pytestmark = pytest.mark.bot(command="held")

ANSWER = "POST /webhooks/"


async def put_off(ann: Person) -> Interaction:
    """Ask Kai for its reasons, an answer that is put off because the threads are held up."""
    why = (await ann.more()).buttons[WHY]
    asked = await ann.begin(ann.board.message, why)
    await asked.wait()
    assert asked.answer is Answer.DEFERRED_MESSAGE
    assert not asked.shown.is_set()
    return asked


async def told(asked: Interaction) -> str:
    """Wait for what stands where "thinking" stood, and see that nothing else came."""
    await asked.settled()
    assert asked.original is not None
    assert not asked.original.flags & LOADING
    assert asked.original.reader == asked.user.id
    assert not asked.followups
    return Screen(asked.original).text


def noted(bot: BotProcess) -> int:
    """Return how many answers the database says are awaited."""
    with closing(sqlite3.connect(bot.folder / "cards.db")) as database:
        [count] = database.execute("SELECT count(*) FROM deferrals").fetchone()
    return int(count)


async def forgotten(bot: BotProcess) -> None:
    """Wait until the database has no token any more, and see that the log never had one."""
    await until(lambda: not noted(bot))
    assert not any(token in bot.log for token in bot.discord.state.interactions)


async def test_after_a_crash_someone_is_told_to_click_again(evening: Evening, hold: Path) -> None:
    ann = await evening.after_kai()
    with holding(hold):
        asked = await put_off(ann)
        assert noted(evening.bot) == 1
        await evening.bot.crash()
    await evening.bot.start()
    assert await told(asked) == RESTARTED
    await forgotten(evening.bot)


async def test_a_deferral_is_stored_before_discord_is_told(evening: Evening, hold: Path) -> None:
    """Killed at the very moment at which Discord learns that an answer comes."""
    ann = await evening.after_kai()
    with holding(hold):
        why = (await ann.more()).buttons[WHY]
        evening.discord.order("/callback", done=True, hang_up=True, call=evening.bot.kill)
        asked = await ann.begin(ann.board.message, why)
        await evening.bot.end()
    await evening.bot.crash()
    await evening.bot.start()
    assert await told(asked) == RESTARTED
    await forgotten(evening.bot)


@pytest.mark.thorough
async def test_an_answer_from_before_the_crash_stays(evening: Evening, hold: Path) -> None:
    """Killed when Discord has taken the answer and the database has not forgotten its token."""
    ann = await evening.after_kai()
    with holding(hold):
        asked = await put_off(ann)
        evening.discord.order(ANSWER, done=True, hang_up=True, call=evening.bot.kill)
    await evening.bot.end()
    await evening.bot.crash()
    assert noted(evening.bot) == 1
    await evening.bot.start()
    await forgotten(evening.bot)
    assert (await told(asked)).startswith("## Kai's move")
    assert asked.changes == 0


@pytest.mark.thorough
async def test_a_slash_command_is_no_exception(evening: Evening) -> None:
    ann = evening.person("Ann")
    evening.discord.order("POST /channels/.*/messages", call=evening.bot.kill, hang_up=True)
    asked = await ann.ask("play", game="kapow")
    await evening.bot.end()
    await evening.bot.crash()
    await evening.bot.start()
    assert await told(asked) == RESTARTED
    await forgotten(evening.bot)


@pytest.mark.thorough
async def test_an_expired_token_is_only_deleted(evening: Evening) -> None:
    await evening.bot.crash()
    with closing(sqlite3.connect(evening.bot.folder / "cards.db")) as database:
        over = round(time.time() * 1000) - TOKEN_LIFE
        database.execute("INSERT INTO deferrals VALUES ('over', 1, 0, ?)", (over,))
        database.commit()
    await evening.bot.start()
    await until(lambda: not noted(evening.bot))
    assert not [said for said in evening.discord.tape.said if "/webhooks/" in said.path]


@pytest.mark.bot(command="held, patient")
async def test_people_who_wait_during_a_shutdown_are_told(evening: Evening, hold: Path) -> None:
    ann = await evening.after_kai()
    with holding(hold):
        asked = await put_off(ann)
        evening.bot.kill(signal.SIGTERM)
        assert await told(asked) == RESTARTING
    assert await evening.bot.stopped() == 0
    assert noted(evening.bot) == 0


@pytest.mark.thorough
async def test_a_sentence_follows_a_refused_answer(evening: Evening, hold: Path) -> None:
    """It hangs up at the answer, and at the sentence that follows at once."""
    ann = await evening.after_kai()
    with holding(hold):
        asked = await put_off(ann)
        evening.discord.order(ANSWER, hang_up=True, times=2)
    assert await told(asked) == WENT_WRONG
    await forgotten(evening.bot)
