"""What the end of a round is worth: its pieces, and the handle (section 4 of the rules)."""

from collections.abc import Sequence
from typing import Final

from bot.game.contract import Seat
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.view import View

__all__ = ["Stakes"]

STRENGTH: Final = (1.0, 1.6, 2.0, 3.7, 4.6, 14.0)
"""How likely a player is to win the match, beside the others, by its pieces.

Rough weights. With five a player wins as soon as it is highest (B4.2): the fifth is worth most.
"""


class Stakes:
    """What a round means to one seat: its chance to win the match, from 0 to 1.

    Until somebody has called, anybody may be the one who does.
    """

    def __init__(self, view: View, seat: Seat, caller: Seat | None) -> None:
        self._seat = seat
        self._pieces = view.pieces
        self._callers = range(view.seats) if caller is None else (caller,)
        self._found: dict[tuple[Seat, ...], float] = {}

    def now(self) -> float:
        """Return the chance by the pieces there are."""
        return self._share(self._pieces)

    def if_best(self, best: tuple[Seat, ...]) -> float:
        """Return the chance if these seats, in their order, have the highest score."""
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
