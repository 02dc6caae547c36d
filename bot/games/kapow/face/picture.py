"""The picture of Kapow!: the table during a round, or the scoreboard after it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face import palette
from bot.face.fonts import fit
from bot.face.numbers import number
from bot.face.table import BRIGHT, PLAIN, Chip, Line, Panel
from bot.game.contract import Seat
from bot.games.kapow.face.arithmetic import doubling_threatens, showing
from bot.games.kapow.face.band import draw_band
from bot.games.kapow.face.table import KapowTable
from bot.games.kapow.rules.scores import RoundReason
from bot.games.kapow.rules.scoring import ranks

__all__ = ["KapowPicture"]

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
        shown, total = number(showing(view.hands[seat])), self.standing(seat)
        return Panel(f"showing {shown} · total {total}", seat == view.to_move, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if seat == view.to_move:
            yield "final turn" if view.final_turn else "to move", palette.GOLD
        if view.out == seat:
            risk = doubling_threatens(view, seat)
            yield "out · doubles if beaten" if risk else "out first", palette.BANDS[7]

    def ranks(self) -> Sequence[int]:
        """Return the ranks by total."""
        return ranks(self.view.totals)

    def score(self, seat: Seat) -> Panel:
        """Return a hand's score, and whether it went out; the leaders are framed."""
        result, chips = self.view.results[-1], list[Chip]()
        if result.out == seat:
            doubled = result.hands[seat].doubled
            chips.append(("out · doubled" if doubled else "out first", palette.BANDS[7]))
        figures = f"round {number(result.points[seat])} · total {self.standing(seat)}"
        return Panel(figures, self.ranks()[seat] == 1, chips)

    def standing(self, seat: Seat) -> str:
        """Return the total."""
        return number(self.view.totals[seat])

    def summary(self) -> Iterator[Line]:
        """Return why the round ended, and what was doubled."""
        result = self.view.results[-1]
        if result.out is None:
            yield _ENDED[result.reason], PLAIN
            return
        out = result.hands[result.out]
        yield f"{fit(self.name(result.out), PLAIN.size, 134)} went out first", PLAIN
        if out.doubled:
            yield f"{out.total} doubled to {out.points}", BRIGHT
