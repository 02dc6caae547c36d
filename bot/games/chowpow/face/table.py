"""The picture's table: the grid, a panel for each seat, and the cards won after a game."""

from collections.abc import Sequence
from typing import Final

from bot.face.canvas import MakeCanvas
from bot.face.face import Scene
from bot.face.fonts import fit, width
from bot.face.numbers import number
from bot.face.paint import Box, Lettering
from bot.face.palette import CREAM, INK
from bot.face.rounds import is_scored
from bot.face.seating import SMALLEST
from bot.face.table import Panel, Table
from bot.face.theme import SPARK
from bot.game.contract import Seat
from bot.games.chowpow.face.arithmetic import drawn_words
from bot.games.chowpow.face.change import changed_slots, turned_down
from bot.games.chowpow.face.fights import fight
from bot.games.chowpow.face.layout import CARD, FAN, playing, scored, spread
from bot.games.chowpow.face.signs import Look, look_of
from bot.games.chowpow.face.sprites import BadgeArt, FoodArt, HandArt, PileArt, single
from bot.games.chowpow.face.tally import FOOD, tallies
from bot.games.chowpow.face.theme import THEME
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.grid import SLOTS
from bot.games.chowpow.rules.view import View

__all__ = ["ChowpowTable"]

_PLACE: Final = Lettering(SMALLEST, THEME.soft, THEME.ground, bold=True)
_COUNT: Final = Lettering(SMALLEST, INK, CREAM, bold=True)
_TALLY: Final = 32
"""The height of a group of cards won, in pixels."""
_DRAWN: Final = 28
"""The height of the line about cards drawn for a tie, in pixels."""
_LOWEST: Final = 92
"""The lower edge of points, at most so far from the upper edge of a panel, in pixels."""
_MANY: Final = 5
"""From so many seats on, only the first says that its number are points."""


class ChowpowTable(Table[View]):
    """Draws the grid, the seats, and the cards won."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        view = scene.view
        self.fight = None if is_scored(view) else fight(scene)
        if is_scored(view):
            result, seats = view.results[-1], range(view.seats)
            self._tallies = [[*tallies(view.options.cards, won)] for won in result.won]
            widths = [[tally.width for tally in each] for each in self._tallies]
            self.plan = scored(widths, _TALLY, _DRAWN * any(drawn_words(view, at) for at in seats))
        else:
            sides = [len(side.cards) for side in self.fight.sides] if self.fight else []
            own = None if view.viewer is None else view.counts[view.viewer]
            self.plan = playing(view.seats, sides, own)
        super().__init__(scene, self.plan.seating, THEME, make)

    def look(self, card: Card) -> Look:
        """Return a card's appearance."""
        return look_of(self.view.options.cards, card)

    def cards(self, cards: Sequence[Card], box: Box) -> None:
        """Draw cards from left to right; they overlap if there are many."""
        for card, (x, y) in zip(cards, spread(len(cards), box.width), strict=True):
            self.canvas.art(single(self.look(card), CARD), (box.x + x, box.y + y))

    def grid(self) -> None:
        """Draw the sixteen slots with their row letters and column numbers."""
        framed, again = changed_slots(self.scene), turned_down(self.view)
        for slot in SLOTS:
            count, face, up = self.view.slots[slot.place]
            seen = slot in again
            top = None if face is None or not (up or seen) else self.look(face)
            new = slot in framed and count > 0
            cell, corner = self.plan.cell, self.plan.slots[slot.place]
            art = PileArt(cell, THEME.ground, THEME, top, min(count, 2), seen, new)
            self.canvas.art(art, corner)
            if count > 1:
                badge = BadgeArt(cell, SPARK if new else THEME.ground, count, new)
                self.canvas.art(badge, badge.at(corner))
        wide, high = self.plan.cell
        for at in range(4):
            x, y = self.plan.slots[at]
            self.canvas.text(str(at + 1), (x + wide // 2, y - 29), _PLACE, "middle")
            x, y = self.plan.slots[4 * at]
            self.canvas.text("abcd"[at], (x - 10, y + high // 2 - 16), _PLACE, "middle")

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its points and its hand, or with the cards it has won."""
        super().seat(seat, panel)
        if self.is_scored():
            self._won(seat)
        else:
            self._points(seat)
            self._hand(seat)

    def _points(self, seat: Seat) -> None:
        """Write a seat's points, and those of the games before; large if there is room."""
        box, view, size = self.seating.panels[seat], self.view, self.plan.figure
        words, more = str(view.points[seat]), ""
        if view.results:
            more = f"+ {number(view.totals[seat])}"
        elif seat == 0 or view.seats < _MANY:
            more = "points"
        room = box.width - 20 - (0 if view.seats == FAN else self.plan.hand[0])
        if width(words, size, bold=True) + width(more, SMALLEST) > room:
            size, more = (SMALLEST, more) if view.results else (size, "")
        bottom = box.y + min(box.height - 4, _LOWEST)
        style = Lettering(size, CREAM, THEME.panel, bold=True)
        self.canvas.text(words, (box.x + 7, bottom - size * 4 // 3), style)
        if more:
            x = box.x + 12 + width(words, size, bold=True)
            y = bottom - SMALLEST * 4 // 3 - (size - SMALLEST) // 3
            self.canvas.text(more, (x, y), self.styles.plain)

    def _hand(self, seat: Seat) -> None:
        """Draw the back of a seat's hand with the number of cards; with room, all backs."""
        box, count, (wide, high) = self.seating.panels[seat], self.view.counts[seat], self.plan.hand
        x, y = box.x + box.width - wide - 6, box.y + box.height - high - 5
        if self.view.seats == FAN:
            x = box.x + 8
            step = min(wide, (box.width - 16 - wide) // max(1, count - 1))
            for _ in range(count - 1):
                self.canvas.art(single(None, self.plan.hand), (x, y))
                x += step
        self.canvas.art(HandArt(self.plan.hand, THEME.panel, THEME, count), (x, y))
        if count and self.view.seats == FAN:
            badge = BadgeArt(self.plan.hand, THEME.panel, count)
            self.canvas.art(badge, badge.at((x, y)))

    def _won(self, seat: Seat) -> None:
        """Draw the cards that a seat has won, those of one number together."""
        for tally, box in zip(self._tallies[seat], self.plan.tallies[seat], strict=True):
            self.canvas.box(box, CREAM, THEME.panel, 6)
            self.canvas.text(tally.words, (box.x + 3, box.y + 1), _COUNT)
            x = box.x + box.width - len(tally.cards) * (FOOD + 1) - 3
            for card in tally.cards:
                self.canvas.art(FoodArt(FOOD, self.look(card)), (x, box.y + (_TALLY - FOOD) // 2))
                x += FOOD + 1
        if words := drawn_words(self.view, seat):
            box = self.seating.panels[seat]
            short = fit(words, SMALLEST, box.width - 18)
            y = box.y + box.height - _DRAWN - 5
            self.canvas.text(short, (box.x + 7, y), self.styles.plain)
