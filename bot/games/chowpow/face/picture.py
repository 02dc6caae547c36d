"""The picture of Chow Pow!: the grid and the battle, or the scores after a game."""

from collections.abc import Sequence

from bot.face.numbers import counted, number
from bot.face.rounds import is_over
from bot.face.table import Line, Panel
from bot.game.contract import Seat
from bot.games.chowpow.face.arithmetic import points_of, standing
from bot.games.chowpow.face.band import draw_band
from bot.games.chowpow.face.table import ChowpowTable
from bot.games.chowpow.rules.cards import total
from bot.games.chowpow.rules.scores import End

__all__ = ["ChowpowPicture"]


class ChowpowPicture(ChowpowTable):
    """The table with the texts of each seat and of the band."""

    band = draw_band

    def header(self, title: str, corner: str) -> None:
        """Write the line above the table: with the deck, or with the turns left without one."""
        view = self.view
        if corner and view.last is None:
            corner = f"deck {view.draw_pile} · {corner}"
        elif corner:
            corner = counted(view.last, "more turn") if view.last else "last turn"
        super().header(title, corner)

    def playing(self) -> None:
        """Draw the grid, the seats, and the band."""
        self.grid()
        super().playing()

    def panel(self, seat: Seat) -> Panel:
        """Return whether a seat has to act; points and hand are drawn."""
        return Panel(("",), seat in self.view.to_act, ())

    def ranks(self) -> Sequence[int]:
        """Return the ranks by points and tie-breaks."""
        return standing(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return a seat's points; the best are framed."""
        view, result = self.view, self.view.results[-1]
        points = str(total(result.won[seat]))
        if result.left[seat]:
            points = points_of(result, seat)
        figures = [f"{points} points", points]
        if view.options.games > 1:
            figures = [
                f"{each} · total {number(view.totals[seat])}"
                for each in (points, number(result.points[seat]))
            ]
        return Panel(figures, self.ranks()[seat] == 1, ())

    def summary(self) -> Line:
        """Return how the game ended, or what broke ties."""
        view, end = self.view, self.view.results[-1].end
        if is_over(view) and len(set(view.totals)) < view.seats:
            tie = "more cards won, then a draw" if any(view.drawn) else "more cards won"
            return f"ties: {tie}", self.styles.bright
        words = "the deck was empty" if end is End.DECK else "all turns were played"
        return words, self.styles.plain
