"""The picture of Chow Pow!: the grid and the battle, or the scores after a game."""

from collections.abc import Iterator, Sequence

from bot.face import palette
from bot.face.numbers import counted, number
from bot.face.rounds import is_over
from bot.face.table import BRIGHT, PLAIN, Chip, Line, Panel
from bot.game.contract import Seat
from bot.games.chowpow.face.arithmetic import standing
from bot.games.chowpow.face.band import draw_band
from bot.games.chowpow.face.doing import is_last_turn
from bot.games.chowpow.face.table import ChowpowTable
from bot.games.chowpow.rules.scores import End
from bot.games.chowpow.rules.state import Phase

__all__ = ["ChowpowPicture"]


class ChowpowPicture(ChowpowTable):
    """The table with the texts of each seat and of the band."""

    def playing(self) -> None:
        """Draw the grid, the seats, the battle and the band."""
        self.grid()
        super().playing()

    def panel(self, seat: Seat) -> Panel:
        """Return the number of cards in hand and the points."""
        view = self.view
        points = counted(view.points[seat], "point")
        if view.results:
            points = f"{view.points[seat]} + {self.standing(seat)} points"
        figures = f"{counted(view.counts[seat], 'card')} · {points}"
        return Panel(figures, seat in view.to_act, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if seat == view.to_move and view.phase is not Phase.BUFFET:
            yield "last turn" if is_last_turn(view) else "to move", palette.GOLD
        elif seat in view.to_act:
            yield "to act", palette.BANDS[7]

    def band(self) -> None:
        """Draw the battle, then the band."""
        self.battle()
        draw_band(self)

    def ranks(self) -> Sequence[int]:
        """Return the ranks by points and tie-breaks."""
        return standing(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return a seat's score and the cards won; the best are framed."""
        result = self.view.results[-1]
        points, won = result.points[seat], counted(len(result.won[seat]), "card")
        chips = [(f"{won} won", palette.BACK_MARK)]
        if seat == result.starter:
            chips.append((self.began, palette.MINT))
        figures = f"round {number(points)} · {self.standing(seat)} in all"
        return Panel(figures, points == max(result.points), chips)

    def standing(self, seat: Seat) -> str:
        """Return the total."""
        return number(self.view.totals[seat])

    def summary(self) -> Iterator[Line]:
        """Return how the game ended, and what broke ties."""
        view, end = self.view, self.view.results[-1].end
        yield "the deck was empty" if end is End.DECK else "all turns were played", PLAIN
        if is_over(view) and len(set(view.totals)) < view.seats:
            tie = "more cards won, then a draw" if any(view.drawn) else "more cards won"
            yield f"ties: {tie}", BRIGHT
