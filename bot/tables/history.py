"""The past of a match, read from its log: turns, steps, its record, and who cut the deck.

A *step* is a turn as the clock counts it (``Stage.turn``), not a single action; the deal and the
scoring of a round count as turns too. A step shows the table as everyone saw it when its turn
began, with what the turn before brought.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.moves import UNDO
from bot.game.record import NightTable, Record, printable
from bot.tables import cutting, entries as log
from bot.tables.apply import evolve, open_state
from bot.tables.clock import resting
from bot.tables.command import RefusedError
from bot.tables.entries import Acted, Entry
from bot.tables.sight import people_names, signs
from bot.tables.state import Change, News, TableState, human_seats


@dataclass(frozen=True, slots=True)
class Decision:
    """An action that was chosen for a seat, and the state before it."""

    before: TableState
    seat: Seat
    action: Any

    @property
    def events(self) -> tuple[object, ...]:
        """Its public events."""
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
    """Return the ply of Kai's last action if its turn is over, else None."""
    moved = table.kai_moved  # Until then, Kai's cards may be hidden.
    return moved.ply if moved is not None and _is_over(table, moved.turn) else None


def must_be_over(table: TableState, turn: int) -> None:
    """Refuse while a turn is being played."""
    if not _is_over(table, turn):
        raise RefusedError("Kai hasn't finished this turn. Please try again in a moment.")


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
        raise RefusedError("Kai didn't make that move.")
    return last


def own_turn(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], seat: Seat, ply: int
) -> tuple[Decision, ...]:
    """Return what a seat's owner decided in a turn, up to the action that led to a ply.

    What Kai did for them is left out. ``RefusedError`` if the action was not theirs. This replays
    the log, so run it in a thread.
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
            made = earlier[:-1] if entry.action == UNDO else (*earlier, _decision(state, entry))
        state = after
        if state.ply == ply:
            if own:
                return made
            break
    raise RefusedError("You didn't make that move.")


def _decision(before: TableState, entry: Acted) -> Decision:
    return Decision(before, entry.seat, before.game.parse(entry.action))


def _with(last: KaiTurn | None, before: TableState, entry: Acted) -> KaiTurn:
    turn = before.stage.turn if before.stage is not None else 0
    made = _decision(before, entry)
    if last is not None and last.turn == turn and last.decisions[0].seat == entry.seat:
        return replace(last, decisions=(*last.decisions, made))
    return KaiTurn(turn, (made,), before.kai_moved.ply if before.kai_moved else None)


Wanted: TypeAlias = Callable[[Stage], bool]
"""Whether a step is the one looked for, or lies behind it."""


@dataclass(frozen=True, slots=True)
class MatchStep:
    """A step of a match."""

    table: TableState
    stage: Stage
    """Its turn is the number of the step, from 1."""
    news: tuple[News, ...]
    """Since the step before, oldest first."""


def step_begins(number: int) -> Wanted:
    """Look for the step of a number."""
    return lambda stage: stage.turn >= number


def round_begins(number: int) -> Wanted:
    """Look for the first step of a round."""
    return lambda stage: stage.round >= number


def find_step(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], wanted: Wanted
) -> MatchStep:
    """Return the first step that is wanted, or the last one; ``ValueError`` before the start.

    This replays the log up to that step, so run it in a thread.
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


def _since(before: MatchStep | None, table: TableState) -> tuple[News, ...]:
    """Return the news since a step; of very many the last ones, which are those kept."""
    old = set(map(id, before.table.news)) if before is not None else ()
    return tuple(news for news in table.news if id(news) not in old)


class OwnCut(NamedTuple):
    """The word that a person cut the deck with."""

    word: str
    place: int
    """In the order of the words that were fixed at the start, from 0."""
    of: int
    after: tuple[Change, ...]
    """What has changed the deal after it, other words too."""


def record_of(table: TableState, entries: Sequence[log.Entry]) -> Record:
    """Return the record of a match from its state and its log. It reveals the secret."""
    actions = tuple((e.seat, e.action) for e in entries if isinstance(e, log.Acted))
    return Record(
        game=table.setup.game,
        secret=table.secret,
        seats=tuple(
            printable(f"{sign.name} ({seat.occupant.kai})" if sign.kai else sign.name)
            for sign, seat in zip(signs(table), table.seats, strict=True)
        ),
        cuts=table.cuts,
        options=tuple(table.setup.options.items()),
        actions=actions,
        outcome=table.game.outcome(table.position),
        cuts_made=table.cuts_made,
        night=None if table.night is None else NightTable.read(table.night),
    )


def own_cut(table: TableState, entries: Sequence[log.Entry], user: int) -> OwnCut | None:
    """Return a person's word in a match, from its log; None without one, or without an order."""
    seat = next((at for at in table.cuts_made if table.seats[at].user == user), None)
    if seat is None:
        return None
    place = table.cuts_made.index(seat)
    after = _after_word(table, entries, user)
    return OwnCut(table.cuts[seat], place, len(table.cuts_made), after)


def _after_word(table: TableState, entries: Sequence[log.Entry], user: int) -> tuple[Change, ...]:
    first, *others = entries
    lobby = open_state(table.id, first, {table.game.name: table.game})
    found: list[Change] = []
    for entry in others:
        if isinstance(entry, log.Started):
            break
        if isinstance(entry, log.CutMade):
            name = people_names(lobby).get(entry.user, "")
            found = [] if entry.user == user else [*found, Change("cut", name)]
        elif (changed := cutting.change(lobby, entry)) is not None:
            found.append(changed)
        lobby = evolve(lobby, entry)
    return tuple(found)


def waited(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], until: int
) -> tuple[Mapping[Seat, float], int]:
    """Return for how many milliseconds others waited for each seat's person, and how many sat down.

    Several who have to act at once share the time. Pauses, nights, outages and Kai's time are
    nobody's. It replays the whole log: not on the event loop.
    """
    state = open_state(table, entries[0], games)
    found: defaultdict[Seat, float] = defaultdict(float)
    for before, entry in pairwise(entries):
        missed = entry.milliseconds if isinstance(entry, log.Slept) else 0
        _charge(found, state, entry.at - before.at - missed)
        state = evolve(state, entry)
    _charge(found, state, until - state.last_at)
    return found, sum(seat.occupant.person is not None for seat in state.seats)


def _charge(found: defaultdict[Seat, float], state: TableState, time: int) -> None:
    if state.stage is None or state.stage.paused or state.paused or state.closed:
        return
    if state.out_of_reach is not None or resting(state):
        return
    seats = human_seats(state)
    for seat in seats:
        found[seat] += max(0, time) / len(seats)
