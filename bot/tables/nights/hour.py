"""The end of a round's time: Kai plays a table that isn't done to its end, and nobody gains.

Whoever leads would gain if the standings at that moment counted, and whoever has points from before
if everyone got their average. So the match is finished, at once, by an equal for each seat. Whom
the others waited for too long is judged as away: the time is shared equally by the people at a
table, and who has had :data:`SLOW` times their share was slow. Not everyone can be, and nobody who
was not slow could have made the table late alone.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.game.contract import AnyGame, Seat
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.entries import Entry, Slept
from bot.tables.core.resting import resting
from bot.tables.core.state import TableState, human_seats

__all__ = ["FINISHING", "SLOW", "slow", "waited"]

SLOW: Final = 1.25
"""Times an equal share of a round's time: more is too much. A quarter is for harder choices."""

FINISHING: Final = 300_000
"""Milliseconds that Kai has to finish the match; a table that isn't done then is given up."""


def slow(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], until: int, longest: int
) -> Collection[Seat]:
    """Return the seats whose people took too long in a round of this length, until a time.

    It replays the whole log: not on the event loop.
    """
    found, people = waited(table, entries, games, until)
    return [seat for seat, time in found.items() if time * people > SLOW * longest]


def waited(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], until: int
) -> tuple[Mapping[Seat, float], int]:
    """Return for how many milliseconds others waited for each seat's person, and how many sat down.

    Several who have to act at once share the time. Pauses, nights and outages are nobody's, and so
    is time in which Kai plays.
    """
    state = open_state(table, entries[0], games)
    found: defaultdict[Seat, float] = defaultdict(float)
    for before, entry in pairwise(entries):
        missed = entry.milliseconds if isinstance(entry, Slept) else 0
        _charge(found, state, entry.at - before.at - missed)
        state = evolve(state, entry)
    _charge(found, state, until - state.last_at)
    return found, sum(seat.occupant.person is not None for seat in state.seats)


def _charge(found: defaultdict[Seat, float], state: TableState, time: int) -> None:
    """Let the people who have to act pay for some time."""
    if state.stage is None or state.stage.paused or state.paused or state.closed:
        return
    if state.out_of_reach is not None or resting(state):
        return
    seats = human_seats(state)
    for seat in seats:
        found[seat] += max(0, time) / len(seats)
