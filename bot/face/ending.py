"""The end of a match in words: who has won by what, and the figure of each seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold, listed
from bot.face.numbers import number
from bot.face.standings import won
from bot.game.contract import Outcome, Seat

__all__ = ["Ending", "by_figures", "by_totals"]


@dataclass(frozen=True, slots=True)
class Ending:
    """What the last message of a match says first."""

    headline: str
    """Who has won, by what: one line of Markdown."""
    figures: tuple[str, ...]
    """What decides each seat's rank, such as ``41`` or ``3 pieces``: Markdown."""


def by_totals(seats: Sequence[SeatSign], outcome: Outcome) -> Ending:
    """Return the end of a match that the totals decide."""
    return by_figures(seats, outcome, outcome.scores, tuple(map(number, outcome.scores)))


def by_figures(
    seats: Sequence[SeatSign], outcome: Outcome, values: Sequence[int], figures: tuple[str, ...]
) -> Ending:
    """Return the end of a match that ``values`` decide; ``figures`` are their words.

    Equal values with another rank mean that something else has broken a tie.
    """
    ranks = outcome.ranks
    winner = ranks.index(1)
    headline, best = won(seats, ranks), figures[winner]
    if ranks.count(1) > 1:
        return Ending(f"{headline} with {best} each!", figures)
    margin, others = _runners_up(ranks, values)
    names = listed([bold(seats, seat, IN_LINE) for seat in others])
    if not others:
        return Ending(f"{headline} with {best}!", figures)
    if margin:
        return Ending(f"{headline} with {best}, {margin} ahead of {names}!", figures)
    return Ending(f"{headline} with {best}, on a tie-break with {names}!", figures)


def _runners_up(ranks: Sequence[int], values: Sequence[int]) -> tuple[int, list[Seat]]:
    """Return by how much the winner is ahead of the seats next in rank, and those seats."""
    behind = sorted({rank for rank in ranks if rank > 1})
    if not behind:
        return 0, []
    others = [seat for seat, rank in enumerate(ranks) if rank == behind[0]]
    return abs(values[ranks.index(1)] - values[others[0]]), others
