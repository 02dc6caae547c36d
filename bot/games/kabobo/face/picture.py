"""The picture of Kabobo!: the table during a round, or all kabobs and skewers after it."""

from collections.abc import Iterator, Sequence

from bot.face import palette
from bot.face.fonts import fit
from bot.face.numbers import counted
from bot.face.table import BRIGHT, PLAIN, Chip, Line, Panel
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
        figures = f"{self.standing(seat)} pieces · {view.totals[seat]} points"
        return Panel(figures, acts, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if view.phase is not Phase.PEEK and seat == view.to_move:
            yield "last turn" if view.caller is not None else "to move", palette.GOLD
        if seat == view.caller:
            yield "called Kabobo!", palette.BANDS[7]

    def ranks(self) -> Sequence[int]:
        """Return the ranks by handle, pieces and points."""
        return placed(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return what a kabob scored and won; the best are framed."""
        result = self.view.results[-1]
        figures = f"round {result.points[seat]} · {self.standing(seat)} pieces"
        return Panel(figures, seat in result.best, _won(result, seat))

    def standing(self, seat: Seat) -> str:
        """Return the pieces."""
        return f"{self.view.pieces[seat]} of {PIECES}"

    def summary(self) -> Iterator[Line]:
        """Return who called, and who won the handle or whether the caller is highest."""
        result = self.view.results[-1]
        name = "nobody"
        if result.caller is not None:
            name = fit(self.name(result.caller), PLAIN.size, 170)
        yield f"{name} called", PLAIN
        if result.handle:
            yield self._handle(result), BRIGHT
        elif result.caller is not None:
            highest = result.caller in result.best
            yield "and is the highest" if highest else "and is not the highest", BRIGHT

    def _handle(self, result: RoundResult) -> str:
        if len(result.handle) > 1:
            return f"{len(result.handle)} share the handle!"
        return f"{fit(self.name(result.handle[0]), BRIGHT.size, 130)} wins the handle!"


def _won(result: RoundResult, seat: Seat) -> Iterator[Chip]:
    if seat in result.handle:
        yield "the handle!", palette.GOLD
    elif pieces := result.given[seat]:
        yield f"+{counted(pieces, 'piece')}", palette.BANDS[7]
    if seat == result.caller:
        yield "called", palette.BACK_MARK
