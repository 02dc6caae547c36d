"""The picture of CAP-IT: the table during a round, or all hands after it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face import palette
from bot.face.fonts import fit
from bot.face.numbers import counted
from bot.face.table import BRIGHT, PLAIN, Chip, Line, Panel
from bot.game.contract import Seat
from bot.games.capit.face.band import draw_band
from bot.games.capit.face.table import CapitTable
from bot.games.capit.rules.scores import End, ranks

__all__ = ["CapitPicture"]

_WHY: Final = {End.STOCK: "the stock ran out", End.STALL: "nobody drew or laid any more"}
"""Why a round ended without anybody going out."""


class CapitPicture(CapitTable):
    """The table with the texts of each seat and of the band."""

    band = draw_band

    began = "dealt"

    def panel(self, seat: Seat) -> Panel:
        """Return the number of cards in hand and the points."""
        figures = f"{counted(self.view.counts[seat], 'card')} · {self.standing(seat)}"
        return Panel(figures, seat == self.view.to_move, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        if seat == self.view.to_move:
            yield "to move", palette.GOLD
        if seat in self.view.laid:
            yield "contract laid", palette.BANDS[3]

    def ranks(self) -> Sequence[int]:
        """Return the ranks by total."""
        return ranks(self.view.totals)

    def score(self, seat: Seat) -> Panel:
        """Return the points of a seat's hand; the lowest are framed."""
        result, chips = self.view.results[-1], list[Chip]()
        if seat in result.best:
            chips.append(("fewest points", palette.BANDS[3]))
        if seat == result.dealer:
            chips.append((self.began, palette.BACK_MARK))
        figures = f"round {result.points[seat]} · {self.view.totals[seat]} in all"
        return Panel(figures, seat in result.best, chips)

    def standing(self, seat: Seat) -> str:
        """Return the total."""
        return counted(self.view.totals[seat], "point")

    def summary(self) -> Iterator[Line]:
        """Return why the round ended."""
        result = self.view.results[-1]
        if result.end is End.OUT:
            name = fit(self.name(result.points.index(0)), PLAIN.size, 200)
            yield f"{name} went out", PLAIN
        else:
            yield _WHY[result.end], PLAIN
            yield "all hands count", BRIGHT
