"""Two concurrent peeks count once each, even if the bot is killed in between."""

import asyncio
import random
from collections.abc import Sequence

import pytest

from bot.games.kabobo.rules.game import KABOBO
from bot.tables.command import OutdatedError
from bot.tables.entries import Acted
from tests.helpers import PATIENCE
from tests.wire.kill.interrupted import is_acknowledged
from tests.wire.kill.moments import Assassin, Moment
from tests.wire.kill.script import Step, way
from tests.wire.kill.table import KillTable
from tests.wire.screen import Screen

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("table", [KABOBO], indirect=True, ids=["kabobo"]),
]

OUTDATED = str(OutdatedError())


async def test_neither_is_refused(table: KillTable) -> None:
    peeks = await _chosen(table)

    clicks = await asyncio.gather(*map(table.send, peeks))
    for click in clicks:
        await click.settled()

    assert sorted(_peeked(table)) == [0, 1, 2]
    assert not any(OUTDATED in Screen(hand).text for p in table.people if (hand := p.hand))


@pytest.mark.parametrize(
    "moment", [Moment.LOG, Moment.COMMIT, Moment.COMMITTING, Moment.ANSWER, Moment.ANSWERED]
)
async def test_each_counts_once_after_a_kill(table: KillTable, moment: Moment) -> None:
    peeks = await _chosen(table)

    async with Assassin(table.bot, table.trap, random.Random(1)).waiting(moment, PATIENCE):
        clicks = await asyncio.gather(*map(table.send, peeks))
    await table.bot.crash()

    told = {s.who for s, c in zip(peeks, clicks, strict=True) if is_acknowledged(s, c)}
    assert told <= {*_peeked(table)}
    await table.bot.start()
    for peek in peeks:
        if table.offers(peek):  # A person without an answer clicks again.
            await table.click(peek)
    assert sorted(_peeked(table)) == [0, 1, 2]
    await table.shows_truth()


async def _chosen(table: KillTable) -> Sequence[Step]:
    """Begin, and let both choose their first card; return the clicks on their second one."""
    for step in table.script.lobby():
        await table.click(step)
    state = await table.settled()
    ways = [way(state, (seat, "peek 1 2")) for seat in range(2)]
    for first, _ in ways:
        await table.click(first)
    return [peek for _, peek in ways]


def _peeked(table: KillTable) -> list[int]:
    """Return the seats whose peeks are in the log; seat 2 is Kai's."""
    acted = [entry for entry in table.ledger.entries if isinstance(entry, Acted)]
    return [entry.seat for entry in acted if entry.action.startswith("peek")]
