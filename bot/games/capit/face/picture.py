"""The picture of CAP-IT: the table during a round, or all hands after it."""

from collections.abc import Sequence
from typing import Final

from bot.face.numbers import counted
from bot.face.table import Line, Panel
from bot.game.contract import Seat
from bot.games.capit.face.band import draw_band
from bot.games.capit.face.table import CapitTable
from bot.games.capit.rules.scores import End, ranks

__all__ = ["CapitPicture"]

_WHY: Final = {End.STOCK: "The draw pile ran out", End.STALL: "Nobody drew or laid any more"}
"""Why a round ended without anybody going out."""


class CapitPicture(CapitTable):
    """The table with the texts of each seat and of the band."""

    band = draw_band

    def panel(self, seat: Seat) -> Panel:
        """Return the number of cards in hand and the points.

        That the contract is laid need not be said: then melds are in the row.
        """
        cards, total = counted(self.view.counts[seat], "card"), self.view.totals[seat]
        figures = (f"{cards} · {total} pts", f"{cards} · {total}")
        return Panel(figures, seat == self.view.to_move, ())

    def ranks(self) -> Sequence[int]:
        """Return the ranks by total."""
        return ranks(self.view.totals)

    def score(self, seat: Seat) -> Panel:
        """Return the points of a seat's hand; the lowest are framed."""
        result = self.view.results[-1]
        points, total = result.points[seat], self.view.totals[seat]
        figures = (f"round {points} · total {total}", f"{points} · total {total}")
        return Panel(figures, seat in result.best, ())

    def summary(self) -> Line:
        """Return why the round ended."""
        result = self.view.results[-1]
        if result.end is End.OUT:
            return f"{self.name(result.points.index(0))} went out", self.styles.plain
        return f"{_WHY[result.end]}: all hands count", self.styles.plain
