"""The course of a match: each seat's chance to win it, turn by turn and round by round."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.game.contract import Outcome, Seat
from bot.kai.measure import CENT
from bot.review.decisions import Decision

__all__ = ["chances", "gains", "starts"]

_WHOLE = 100 * CENT
"""The chances of all seats together, in hundredths of a percent."""


def chances(
    found: Sequence[Decision], seat: Seat, outcome: Outcome
) -> tuple[tuple[int, float], ...]:
    """Return a seat's chance before each of its turns, and the final result."""
    before: dict[int, float] = {}
    for each in found:
        if each.seat == seat:
            before.setdefault(each.stage.turn, round(each.best.chance, 4))
    end = max((each.stage.turn for each in found), default=0) + 1
    return (*before.items(), (end, round(_result(outcome)[seat], 4)))


def starts(found: Sequence[Decision]) -> Iterator[int]:
    """Yield the first turn of each round."""
    first: dict[int, int] = {}
    for each in found:
        first.setdefault(each.stage.round, each.stage.turn)
    yield from first.values()


def gains(found: Sequence[Decision], outcome: Outcome) -> Iterator[tuple[int, ...]]:
    """Yield by how much each seat's chance grew in each round, in hundredths of a percent.

    A round lasts from each seat's first choice in it to that in the next one. At first all seats
    have the same chance, at last it is the result. The gains of a round add up to 0.
    """
    seats = len(outcome.ranks)
    before = _shared([1.0] * seats)
    for number in range(2, len(outcome.rounds) + 1):
        known = _at_first(found, number)
        # A seat that had nothing to choose is taken to have what it had.
        after = _shared([known.get(seat, before[seat] / _WHOLE) for seat in range(seats)])
        yield _grown(before, after)
        before = after
    yield _grown(before, _shared(_result(outcome)))


def _at_first(found: Sequence[Decision], number: int) -> dict[Seat, float]:
    """Return the chance of each seat that chose in a round, at its first choice."""
    known: dict[Seat, float] = {}
    for each in found:
        if each.stage.round == number:
            known.setdefault(each.seat, each.best.chance)
    return known


def _result(outcome: Outcome) -> Sequence[float]:
    """Return what each seat has won: 1, a share of it, or 0."""
    winners = outcome.ranks.count(1)
    return [(rank == 1) / winners for rank in outcome.ranks]


def _shared(parts: Sequence[float]) -> tuple[int, ...]:
    """Return chances in hundredths of a percent that add up to all of them.

    The seats' own estimates need not add up, as each knows something else. Where all are 0, all
    are equal.
    """
    if not any(parts):
        parts = [1.0] * len(parts)
    whole = sum(parts)
    ends = [round(_WHOLE * sum(parts[:seat]) / whole) for seat in range(len(parts) + 1)]
    return tuple(after - before for before, after in pairwise(ends))


def _grown(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    return tuple(new - old for old, new in zip(before, after, strict=True))
