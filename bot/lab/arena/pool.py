"""One program against many styles: all matches together, and those against each style."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from bot.lab.arena.matches import Contest, Played
from bot.lab.arena.report import MatchRow, PoolReport
from bot.lab.arena.reporting import report_of
from bot.lab.arena.thinking import Thinking

__all__ = ["pooled"]


def pooled(
    seats: Sequence[str], contests: Sequence[Contest], played: Sequence[Played]
) -> PoolReport:
    """Return the results against each style, and against all of them under one name.

    ``seats`` are the names as they were given, with that of the pool. All contests have the same
    deals, so a deal's mean is that over all styles.
    """
    (program,) = {*seats} & {*contests[0].seats}
    (pool,) = {*seats} - {program}
    rows: list[MatchRow] = []
    thinking = {program: Thinking(), pool: Thinking()}
    for each in played:
        rows += [_renamed(row, program, pool) for row in each.rows]
        for name, times in each.thinking.items():
            thinking[program if name == program else pool].merge(times)
    whole = Played(tuple(sorted(rows, key=attrgetter("deal"))), thinking)
    return PoolReport(
        whole=report_of(replace(contests[0], seats=tuple(seats)), whole),
        styles=tuple(map(report_of, contests, played)),
    )


def _renamed(row: MatchRow, program: str, pool: str) -> MatchRow:
    """Return a match in which all who are not the program have the name of the pool."""
    seats = tuple(name if name == program else pool for name in row.seats)
    return row.model_copy(update={"seats": seats})
