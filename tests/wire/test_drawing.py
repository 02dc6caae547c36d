"""Pictures are drawn by a process of its own, and come even where that is killed or stuck."""

import random
import signal
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from bot.games.faces import Turn
from tests.helpers import until
from tests.wire.evening import Evening
from tests.wire.stand_in.tape import Said


def drawing(evening: Evening) -> psutil.Process:
    (process,) = psutil.Process(evening.bot.number).children()
    return process


def pictures(said: Iterable[Said], name: str) -> int:
    return sum(upload.name.startswith(name) for each in said for upload in each.uploads)


@pytest.mark.parametrize(
    ("sent", "told"), [(signal.SIGKILL, "has ended"), (signal.SIGSTOP, "is stuck")]
)
async def test_pictures_come_without_it(evening: Evening, sent: signal.Signals, told: str) -> None:
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    drawing(evening).send_signal(sent)
    await people[0].open_hand()
    await evening.bot.says(f"the process that draws {told}")
    before = len(evening.discord.tape.said)
    assert await evening.play(people, random.Random(5), 5000) < 5000
    later = evening.discord.tape.said[before:]
    assert pictures(later, "hand") > 10
    assert pictures(later, "table") > 10


def test_those_who_wait_come_first() -> None:
    turn, order = Turn(), list[str]()

    def draw(who: str, *, soon: bool) -> None:
        assert turn.take(soon=soon)
        order.append(who)
        turn.give_back()

    with ThreadPoolExecutor(2) as threads:
        assert turn.take(soon=False)
        later = threads.submit(draw, "nobody waits", soon=False)
        soon = threads.submit(draw, "someone waits", soon=True)
        while turn.waiting < 2:
            time.sleep(0.001)
        turn.give_back()
        later.result()
        soon.result()
    assert order == ["someone waits", "nobody waits"]


async def test_it_ends_with_the_bot(evening: Evening) -> None:
    process = drawing(evening)
    await evening.bot.crash()
    await until(lambda: not process.is_running())


async def test_a_signal_to_everyone_is_left_to_the_bot(evening: Evening) -> None:
    """Ctrl-C and a service's end reach both; the bot, which ends first, still shows tables."""
    process = drawing(evening)
    for each in (signal.SIGINT, signal.SIGTERM):
        process.send_signal(each)
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await evening.play(people, random.Random(5), 30)
    assert process.is_running()
    evening.bot.kill(signal.SIGTERM)
    assert await evening.bot.stopped() == 0
    await until(lambda: not process.is_running())
    assert "the process that draws" not in evening.bot.log
