"""The picture of Kapow!: the table during a round, or the scoreboard after it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.numbers import number
from bot.face.table import Chip, Line, Panel
from bot.face.theme import LIME
from bot.game.contract import Seat
from bot.games.kapow.face.arithmetic import doubling_threatens, showing
from bot.games.kapow.face.band import draw_band
from bot.games.kapow.face.table import KapowTable
from bot.games.kapow.rules.scores import RoundReason
from bot.games.kapow.rules.scoring import ranks

__all__ = ["KapowPicture"]

_DOUBLE: Final = "\N{MULTIPLICATION SIGN}2"
"""Marks points that are doubled."""

_ENDED: Final = {
    RoundReason.NO_CARDS: "no cards were left",
    RoundReason.STALLED: "nothing moved any more",
    RoundReason.RESHUFFLES: "too many reshuffles",
}


class KapowPicture(KapowTable):
    """The table with the texts of each seat and of the band."""

    band = draw_band

    def panel(self, seat: Seat) -> Panel:
        """Return the points that a hand shows."""
        view = self.view
        shown, total = number(showing(view.hands[seat])), number(view.totals[seat])
        figures = (f"shows {shown} · total {total}", f"{shown} · total {total}", f"total {total}")
        return Panel(figures, seat == view.to_move, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if view.out == seat:
            risk = doubling_threatens(view, seat)
            yield Chip(f"out · {_DOUBLE}?" if risk else "out", LIME, "out")
        elif view.final_turn and seat == view.to_move:
            yield Chip("last turn", self.theme.soft, "last")

    def ranks(self) -> Sequence[int]:
        """Return the ranks by total."""
        return ranks(self.view.totals)

    def score(self, seat: Seat) -> Panel:
        """Return a hand's score, and whether it went out; the leaders are framed."""
        result, chips = self.view.results[-1], list[Chip]()
        if result.out == seat:
            chips.append(_went_out(doubled=result.hands[seat].doubled))
        points, total = number(result.points[seat]), number(self.view.totals[seat])
        figures = (f"round {points} · total {total}", f"{points} · total {total}", f"total {total}")
        return Panel(figures, self.ranks()[seat] == 1, chips)

    def summary(self) -> Line:
        """Return why the round ended, and what was doubled."""
        result = self.view.results[-1]
        if result.out is None:
            return _ENDED[result.reason], self.styles.plain
        out, name = result.hands[result.out], self.name(result.out)
        if out.doubled:
            words = f"{name} went out first: {out.total} doubled to {out.points}"
            return words, self.styles.bright
        return f"{name} went out first", self.styles.plain


def _went_out(*, doubled: bool) -> Chip:
    return Chip(f"out · {_DOUBLE}", LIME, _DOUBLE) if doubled else Chip("out", LIME)
