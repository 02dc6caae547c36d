"""Whenever the bot is killed, no acknowledged action is lost, and none is done twice."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from tests.helpers import PATIENCE, not_none
from tests.short import kapow_first
from tests.wire.evening import Evening, opened
from tests.wire.kill.interrupted import Interrupted
from tests.wire.kill.moments import Assassin, Moment
from tests.wire.kill.plan import LOBBY, MATCH_END, ROUND_END, Plan, Tally, plan_of
from tests.wire.kill.reference import play_through
from tests.wire.kill.script import Script, Step, drawn, recorded
from tests.wire.kill.table import KillTable, settings_of
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import Message

AT_ONCE = 60
"""The usual clicks at which the bot is killed in a drawn match; three times as many in the recorded
one, which has up to 1,500 actions."""

NAMES = ("Ann", "Ben", "Cat", "Dan")
"""As many people as play a recorded match; of drawn ones only the first two do."""


@pytest.mark.faulty(" ERROR discord.")  # Discord is away while its line is cut: no fault of ours.
@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_a_bot_killed_at_any_moment_loses_nothing(
    bots: Nursery, tmp_path: Path, kill_points: int, game: AnyGame
) -> None:
    plan, share = plan_of(game), kill_points // len(GAMES)
    tally = Tally()
    async with opened(bots, tmp_path, starts=False) as evening:
        discord, people = evening.discord, tuple(map(evening.person, NAMES))
        for number, script in enumerate(_scripts(plan, share)):
            if tally.total >= share:
                break
            here = people[: len(script.cuts)]
            whole, killed = (
                KillTable(_bot(evening, script, tmp_path / f"{number} {name}"), script, here)
                for name in ("whole", "killed")
            )
            reference = await play_through(whole)
            at_once = min(share // 2, AT_ONCE if script.kai else 3 * AT_ONCE)
            interrupted = Interrupted(killed, reference, tally, random.Random(number))

            assert await interrupted.play(at_once) == reference.outcome
            discord.tape.said.clear()
    print(f"\n{game.title}\n\n{tally.table()}\n\n{tally.summary()}")
    assert {LOBBY, ROUND_END, MATCH_END, *plan.kinds} <= {*tally.phases}
    assert all(map(tally.phase, tally.phases))


def _bot(evening: Evening, script: Script, folder: Path) -> BotProcess:
    folder.mkdir()
    settings = settings_of(script, folder)
    return replace(evening.bot, folder=folder, settings=settings, command=("trapped",))


def _scripts(plan: Plan, kills: int) -> Iterator[Script]:
    """Yield matches: a drawn one, the recorded one where there is time for it, more drawn ones."""
    yield drawn(plan, plan.first)
    if kills >= 5 * AT_ONCE:
        yield recorded(plan)
    yield from (drawn(plan, seed) for seed in itertools.count(plan.first + 1))


async def test_the_first_message_is_found_again(table: KillTable) -> None:
    left_behind = await _kill_before_it_is_noted(table, Step(0, "play"))

    await table.bot.start()

    await table.noted(left_behind)
    await table.shows_truth()
    assert table.messages == [left_behind]


async def test_a_later_message_is_found_again_and_brought_up_to_date(table: KillTable) -> None:
    for step in (Step(0, "play"), Step(1, "join")):
        await table.click(step)
    await table.shows_truth()
    left_behind = await _kill_before_it_is_noted(table, Step(0, "start"))

    await table.bot.start()

    await table.noted(left_behind)
    await table.shows_truth()
    lobby, found = table.discord.messages(left_behind.channel)
    assert lobby.id < found.id == left_behind.id


async def _kill_before_it_is_noted(table: KillTable, step: Step) -> Message:
    """Kill the bot between posting a message and noting it; return the message."""
    assassin = Assassin(table.bot, table.trap, random.Random(1))
    async with assassin.waiting(Moment.MARK, PATIENCE):
        await table.send(step)
    await table.bot.crash()
    return not_none(table.unnoted)
