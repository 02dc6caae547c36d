"""The reference: an uninterrupted match, with which interrupted ones are compared."""

from dataclasses import dataclass
from typing import Any

from bot.tables.history import record_of
from bot.tables.state import TableState
from cogs.play.message import needs_showing
from tests.wire.kill.ledger import Fact
from tests.wire.kill.plan import phase_of
from tests.wire.kill.script import Step, way
from tests.wire.kill.table import KillTable


@dataclass(frozen=True, slots=True)
class Passage:
    """A step and what it leads to once Kai, too, has moved."""

    step: Step
    phase: str
    before: int
    """How many facts the log has before it."""
    after: int
    shows: bool
    """Whether the table's message is changed or posted."""
    posts: bool
    """Whether it is posted."""
    books: bool
    """Whether chips are booked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended for everyone."""

    facts: list[Fact]
    results: list[Any]
    record: bytes


@dataclass(frozen=True, slots=True)
class Reference:
    """A whole match."""

    passages: list[Passage]
    outcome: Outcome


async def play_through(table: KillTable) -> Reference:
    await table.bot.start()
    passages: list[Passage] = []
    state: TableState | None = None
    for step in table.script.lobby():
        passage, state = await _pass(table, step, state)
        passages.append(passage)
    assert state is not None
    while not state.closed:
        move = table.script.move(state)
        for step in way(state, move):
            passage, state = await _pass(table, step, state, action=move[1])
            passages.append(passage)
    await table.shows_truth()
    await table.bot.crash()
    return Reference(passages, outcome_of(table))


def outcome_of(table: KillTable) -> Outcome:
    ledger = table.ledger
    record = str(record_of(ledger.state, ledger.entries)).encode()
    return Outcome(ledger.facts, ledger.results, record)


async def _pass(
    table: KillTable, step: Step, state: TableState | None, action: str = ""
) -> tuple[Passage, TableState]:
    before = table.ledger.length
    await table.click(step)
    after = await table.settled()
    if state is None:
        await table.shows_truth()
    phase = phase_of(state, after, action)
    length, shows = table.ledger.length, needs_showing(state, after)
    books = bool(after.setup.ante) and (step.verb == "ante" or after.closed is not None)
    passage = Passage(step, phase, before, length, shows, _posts(state, after), books)
    return passage, after


def _posts(before: TableState | None, after: TableState) -> bool:
    """Whether the change is shown by a new message: at the opening, the start, a new round."""
    if before is None or after.stage is None or after.closed:
        return before is None
    return before.stage is None or before.stage.round != after.stage.round
