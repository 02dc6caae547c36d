"""The picture of Kabobo!: the table during a round, or all kabobs and skewers after it."""

from collections.abc import Iterator, Sequence

from bot.face import palette
from bot.face.numbers import counted
from bot.face.table import Chip, Line, Panel
from bot.face.theme import LIME
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import placed
from bot.games.kabobo.face.band import draw_band
from bot.games.kabobo.face.table import KaboboTable
from bot.games.kabobo.rules.scores import PIECES, RoundResult
from bot.games.kabobo.rules.state import Phase

__all__ = ["KaboboPicture"]


class KaboboPicture(KaboboTable):
    """The table with the texts of each seat and of the band."""

    band = draw_band

    def panel(self, seat: Seat) -> Panel:
        """Return the pieces and the points."""
        view = self.view
        acts = seat not in view.peeked if view.phase is Phase.PEEK else seat == view.to_move
        points = view.totals[seat]
        return Panel(self._figures(seat, f"{points} points"), acts, self._marks(seat))

    def _figures(self, seat: Seat, points: str) -> Sequence[str]:
        pieces = f"{self.view.pieces[seat]} of {PIECES}"
        return f"{pieces} pieces · {points}", f"{pieces} · {points}", points

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if seat == view.caller:
            yield Chip("called", LIME)
        elif view.caller is not None and seat == view.to_move:
            yield Chip("last turn", self.theme.soft, "last")

    def ranks(self) -> Sequence[int]:
        """Return the ranks by handle, pieces and points."""
        return placed(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return what a kabob scored and won; the best are framed."""
        result = self.view.results[-1]
        figures = self._figures(seat, f"round {result.points[seat]}")
        return Panel(figures, seat in result.best, self._won(result, seat))

    def summary(self) -> Line:
        """Return who called, and who won the handle or whether the caller is highest."""
        result = self.view.results[-1]
        if len(result.handle) > 1:
            return f"{len(result.handle)} share the handle!", self.styles.bright
        if result.handle:
            return f"{self.name(result.handle[0])} wins the handle!", self.styles.bright
        if result.caller is None:
            return "nobody called", self.styles.plain
        score = "the highest score" if result.caller in result.best else "too low a score"
        words = f"{self.name(result.caller)} called with {score}"
        return words, self.styles.bright

    def _won(self, result: RoundResult, seat: Seat) -> Iterator[Chip]:
        if seat in result.handle:
            yield Chip("the handle!", palette.GOLD, "handle")
        elif pieces := result.given[seat]:
            yield Chip(f"+{counted(pieces, 'piece')}", LIME, f"+{pieces}")
        if seat == result.caller:
            yield Chip("called", self.theme.soft)
