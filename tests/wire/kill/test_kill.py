"""Nothing that was acknowledged is lost, nothing is done twice, whenever the bot is killed."""

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playthroughs.make import FOLDER
from tests.wire.kill.interrupted import Interrupted
from tests.wire.kill.reference import play_through
from tests.wire.kill.script import Phase, Script, drawn, recorded
from tests.wire.kill.table import KillTable
from tests.wire.kill.tally import Tally
from tests.wire.person import Person
from tests.wire.process import Nursery
from tests.wire.stand_in import StandIn

pytestmark = pytest.mark.asyncio(loop_scope="session")

AT_ONCE = 60
"""The usual clicks at which the bot is killed in a drawn match; three times as many in the recorded
one, which has 1,500 actions."""

FAULT = re.compile(r" (ERROR|CRITICAL) (?!discord\.)")
"""A line of the log that an operator would have to look at; Discord's being away is none of ours.
"""


async def test_a_bot_killed_at_any_moment_loses_nothing(
    bots: Nursery, tmp_path: Path, kill_points: int
) -> None:
    tally = Tally()
    async with StandIn().serving() as discord:
        discord.add_guild()
        channel = discord.state.guilds[0].channels[0]
        people = tuple(Person(discord, discord.add_user(n), channel) for n in ("Ann", "Ben"))
        for number, script in enumerate(_scripts(kill_points)):
            if tally.total >= kill_points:
                break
            folders = [tmp_path / f"{number} {name}" for name in ("whole", "killed")]
            for folder in folders:
                folder.mkdir()
            whole, killed = (KillTable(discord, bots, f, script, people) for f in folders)
            reference = await play_through(whole)
            at_once = min(kill_points // 2, AT_ONCE if script.kai else 3 * AT_ONCE)
            interrupted = Interrupted(killed, reference, tally, random.Random(number))

            assert await interrupted.play(at_once) == reference.outcome
            assert not FAULT.search(killed.bot.log)
            discord.tape.said.clear()
    print(f"\n{tally.table()}\n\n{tally.summary()}")
    assert all(tally.phase(phase) for phase in Phase)


def _scripts(kill_points: int) -> Iterator[Script]:
    """Yield matches: a drawn one, the recorded one where there is time for it, more drawn ones."""
    yield drawn(1)
    if kill_points >= 10 * AT_ONCE:
        yield recorded(FOLDER / "kapow-2-seats.record")
    yield from (drawn(seed) for seed in itertools.count(2))
