"""Past turns, Kai's and people's, found in a table's log: decisions with the state before each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.game.contract import AnyGame, Seat
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.entries import Acted, Entry
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState

__all__ = ["Decision", "KaiTurn", "kai_turn", "must_be_over", "over", "own_turn"]


@dataclass(frozen=True, slots=True)
class Decision:
    """An action that was chosen for a seat, and the state before it."""

    before: TableState
    seat: Seat
    action: Any

    @property
    def events(self) -> tuple[object, ...]:
        """The public events that the action caused."""
        events: tuple[object, ...] = self.before.game.apply(
            self.before.position, self.seat, self.action
        ).events
        return events


@dataclass(frozen=True, slots=True)
class KaiTurn:
    """Kai's decisions for one seat in one turn."""

    turn: int
    decisions: tuple[Decision, ...]
    earlier: int | None
    """The ply of Kai's last action before this turn; None for its first turn."""


def over(table: TableState) -> int | None:
    """Return the ply of Kai's last action if its turn is over, else None.

    Until then, Kai's cards may be hidden.
    """
    moved = table.kai_moved
    return moved.ply if moved is not None and _is_over(table, moved.turn) else None


def must_be_over(table: TableState, turn: int) -> None:
    """Refuse while a turn is being played."""
    if not _is_over(table, turn):
        raise RefusedError("Kai hasn't finished this turn yet. Please try again in a moment.")


def _is_over(table: TableState, turn: int) -> bool:
    stage = table.stage
    return stage is not None and (turn < stage.turn or stage.paused or table.closed is not None)


def kai_turn(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], ply: int
) -> KaiTurn:
    """Return Kai's turn whose action led to a ply; ``RefusedError`` if there is none.

    This replays the table's log, so run it in a thread.
    """
    state = open_state(table, entries[0], games)
    last: KaiTurn | None = None
    for entry in entries[1:]:
        after = evolve(state, entry)
        if isinstance(entry, Acted) and entry.by == "kai":
            last = _with(last, state, entry)
        state = after
        if state.ply == ply:
            break
    if last is None or state.kai_moved is None or state.kai_moved.ply != ply:
        raise RefusedError("Kai didn't make that move at this table.")
    return last


def own_turn(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], seat: Seat, ply: int
) -> tuple[Decision, ...]:
    """Return what the owner of a seat decided in the turn in which an action led to a ply.

    What Kai did for them is left out, and what they decided after that action.
    ``RefusedError`` if the action was not theirs. This replays the log, so run it in a thread.
    """
    state = open_state(table, entries[0], games)
    made: tuple[Decision, ...] = ()
    turn = 0
    for entry in entries[1:]:
        after = evolve(state, entry)
        own = isinstance(entry, Acted) and (entry.by, entry.seat) == ("person", seat)
        if isinstance(entry, Acted) and own and state.stage is not None:
            earlier = made if state.stage.turn == turn else ()
            turn = state.stage.turn
            made = (*earlier, Decision(state, seat, state.game.parse(entry.action)))
        state = after
        if state.ply == ply:
            if own:
                return made
            break
    raise RefusedError("You made no such move at this table.")


def _with(last: KaiTurn | None, before: TableState, entry: Acted) -> KaiTurn:
    """Return the turn with one more decision, or a new turn if the decision begins one."""
    turn = before.stage.turn if before.stage is not None else 0
    made = Decision(before, entry.seat, before.game.parse(entry.action))
    if last is not None and last.turn == turn and last.decisions[0].seat == entry.seat:
        return replace(last, decisions=(*last.decisions, made))
    return KaiTurn(turn, (made,), before.kai_moved.ply if before.kai_moved else None)
