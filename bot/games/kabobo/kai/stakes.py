"""The value of a round's end: pieces and the handle (section 4 of the rules)."""

from collections.abc import Sequence
from typing import Final

from bot.game.contract import Seat
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.view import View

__all__ = ["Stakes"]

STRENGTH: Final = (1.0, 1.6, 2.0, 3.7, 4.6, 14.0)
"""Weights for the chance to win the match by number of pieces.

Rough guesses. With five pieces the next highest score wins (B4.2), so the fifth is worth most.
"""


class Stakes:
    """One seat's chance to win the match, from 0 to 1, depending on how the round ends.

    As long as nobody has called, all seats are assumed to be possible callers.
    """

    def __init__(self, view: View, seat: Seat, caller: Seat | None) -> None:
        self._seat = seat
        self._pieces = view.pieces
        self._callers = range(view.seats) if caller is None else (caller,)
        self._found: dict[tuple[Seat, ...], float] = {}

    def now(self) -> float:
        """Return the chance with the present pieces."""
        return self._share(self._pieces)

    def if_best(self, best: tuple[Seat, ...]) -> float:
        """Return the chance if these seats, in order, have the highest score."""
        if best not in self._found:
            ends = [self._at_the_end(best, caller) for caller in self._callers]
            self._found[best] = sum(ends) / len(ends)
        return self._found[best]

    def _at_the_end(self, best: tuple[Seat, ...], caller: Seat) -> float:
        winners = [seat for seat in best if self._pieces[seat] == PIECES]
        if caller in winners:
            winners = [caller]
        if winners:
            return (self._seat in winners) / len(winners)
        given = [
            2 * (seat == caller) if caller in best else seat != caller
            for seat in range(len(self._pieces))
        ]
        had = zip(self._pieces, given, strict=True)
        return self._share([min(PIECES, pieces + more) for pieces, more in had])

    def _share(self, pieces: Sequence[int]) -> float:
        return STRENGTH[pieces[self._seat]] / sum(STRENGTH[had] for had in pieces)
