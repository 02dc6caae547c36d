"""Dividing a pot of league chips (section 6 of the rules)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.game.contract import Pot, Seat, Share
from bot.game.standing import split, totals
from bot.games.capit.rules.state import Phase, State

__all__ = ["PART", "divide"]

PART: Final = 10
"""The lowest score of a round wins a tenth of the starting pot (C6.2)."""


def divide(state: State, pot: Pot) -> Sequence[Share]:
    """Return the shares of the rounds, and of the match once it is over (C6.2).

    Only scores of seats that have put in chips are compared.
    """
    shares = [Share(result.round, _of_round(state, result.points, pot)) for result in state.results]
    if state.phase is Phase.OVER:
        left = pot.chips - sum(sum(share.chips) for share in shares)
        shares.append(Share(None, _of_match(state, left, pot)))
    return shares


def _of_round(state: State, points: Sequence[int], pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of a round; ties split it, a remainder stays in the pot (C6.3)."""
    lowest = _lowest(points, pot.seats)
    return split(pot.chips // PART // len(lowest) * len(lowest), lowest, state.setup.seats)


def _of_match(state: State, left: int, pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of the rest; odd chips go from the last dealer's left (C6.3)."""
    seats = state.setup.seats
    from_left = sorted(pot.seats, key=lambda seat: (seat - state.dealer - 1) % seats)
    return split(left, _lowest(totals(seats, state.results), from_left), seats)


def _lowest(scores: Sequence[int], seats: Iterable[Seat]) -> Sequence[Seat]:
    among = tuple(seats)
    best = min(scores[seat] for seat in among)
    return [seat for seat in among if scores[seat] == best]
