"""The steps of a match, found in its log, to look at one after the other.

A step is a turn as the clock counts it (``Stage.turn``), and not a single action: Kapow! takes two
or three actions in a turn, and ten rounds of them nobody would go through. The deal and the scoring
of a round count as turns, and in Chow Pow! so does each decision of another seat. A step shows the
table as its turn began: as everybody saw it between two turns, with what the turn before brought.
So the number of steps and that of a step are ``Stage.turn``, and no index has to be kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.game.contract import AnyGame, Stage
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.entries import Entry
from bot.tables.core.state import TableState

__all__ = ["MatchStep", "Wanted", "find_step", "round_begins", "step_begins"]

Wanted: TypeAlias = Callable[[Stage], bool]
"""Whether a step is the one looked for, or lies behind it."""


@dataclass(frozen=True, slots=True)
class MatchStep:
    """A step of a match."""

    table: TableState
    """The table as it was."""
    stage: Stage
    """The stage of the match then; its turn is the number of the step, from 1."""
    events: tuple[object, ...]
    """The public events since the step before, oldest first."""


def step_begins(number: int) -> Wanted:
    """Look for the step of a number."""
    return lambda stage: stage.turn >= number


def round_begins(number: int) -> Wanted:
    """Look for the first step of a round."""
    return lambda stage: stage.round >= number


def find_step(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], wanted: Wanted
) -> MatchStep:
    """Return the first step that is wanted; the last one if none is.

    ``entries`` are the log of a match that has started, else ``ValueError``. This replays it up to
    that step, so run it in a thread.
    """
    state = open_state(table, entries[0], games)
    last: MatchStep | None = None
    for entry in entries[1:]:
        state = evolve(state, entry)
        stage = state.stage
        if stage is None or (last is not None and stage.turn == last.stage.turn):
            continue
        last = MatchStep(state, stage, _since(last, state))
        if wanted(stage):
            break
    if last is None:
        raise ValueError(f"the match of table {table} has not started")
    return last


def _since(before: MatchStep | None, table: TableState) -> tuple[object, ...]:
    """Return the events since a step; of very many the last ones, which are those kept."""
    old = set(map(id, before.table.news)) if before is not None else ()
    return tuple(news.event for news in table.news if id(news) not in old)
