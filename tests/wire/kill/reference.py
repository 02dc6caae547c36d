"""A match that nobody interrupts, click by click: what every interrupted one must come to."""

from dataclasses import dataclass
from typing import Any

from bot.games.kapow.game import KAPOW
from bot.tables.state import TableState, kai_seat
from cogs.surface.moment import needs_showing
from db.storage import open_storage
from tests.wire.kill.ledger import Fact
from tests.wire.kill.script import Phase, Step, phase_of
from tests.wire.kill.table import KillTable

__all__ = ["Outcome", "Passage", "Reference", "outcome_of", "play_through"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A step and what it leads to once Kai, too, has moved."""

    step: Step
    phase: Phase
    before: int
    """How many facts the log has before it."""
    after: int
    shows: bool
    """Whether the table's message is changed or posted."""
    posts: bool
    """Whether it is posted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended for everybody."""

    facts: list[Fact]
    results: list[Any]
    standings: list[Any]
    record: bytes


@dataclass(frozen=True, slots=True)
class Reference:
    """A whole match."""

    passages: list[Passage]
    outcome: Outcome


async def play_through(table: KillTable) -> Reference:
    """Play a match of a script to its end."""
    await table.bot.start()
    passages: list[Passage] = []
    state: TableState | None = None
    for step in table.script.lobby():
        passage, state = await _pass(table, step, state)
        passages.append(passage)
    assert state is not None
    while not state.closed:
        for step in table.script.next(state):
            passage, state = await _pass(table, step, state)
            passages.append(passage)
    await table.shows_truth()
    await table.bot.crash()
    return Reference(passages, await outcome_of(table))


async def outcome_of(table: KillTable) -> Outcome:
    """Return how a match ended, from the database and the message with the record."""
    async with open_storage(table.bot.database_url) as storage:
        guild = table.people[0].channel.guild.id
        await storage.league.change_settings(guild, {"count_short": True})
        standings = await storage.league.standings(guild, KAPOW.name, KAPOW.scoring)
    uploads = (upload for said in table.discord.tape.said for upload in said.uploads)
    records = [upload.content for upload in uploads if upload.name.endswith(".record")]
    return Outcome(table.ledger.facts, table.ledger.results, list(standings), records[-1])


async def _pass(
    table: KillTable, step: Step, state: TableState | None
) -> tuple[Passage, TableState]:
    before = table.ledger.length
    click = await (await table.send(step)).settled()
    table.take_in(step, click)
    after = await _settled(table)
    if state is None:
        await table.shows_truth()
    length, shows = table.ledger.length, needs_showing(state, after)
    passage = Passage(step, phase_of(state, after), before, length, shows, _posts(state, after))
    return passage, after


def _posts(before: TableState | None, after: TableState) -> bool:
    """Whether the change is shown by a new message: at the opening, the start, a new round."""
    if before is None or after.stage is None or after.closed:
        return before is None
    return before.stage is None or before.stage.round != after.stage.round


async def _settled(table: KillTable) -> TableState:
    """Wait until a person is to act, or nobody."""
    length, state = table.ledger.length, table.ledger.state
    while _is_kais_turn(state):
        await table.reached(length + 1)
        length, state = table.ledger.length, table.ledger.state
    return state


def _is_kais_turn(state: TableState) -> bool:
    """Whether Kai has yet to act before anybody else can."""
    playing = state.stage is not None and not state.stage.paused and not state.closed
    return playing and kai_seat(state) is not None
