"""The picture of Chow Pow!: the grid and the battle, or the scores after a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.canvas import LIME, SPARK, MakeCanvas
from bot.face.cards import star
from bot.face.face import Scene, is_over, is_scored
from bot.face.markdown import counted, number
from bot.face.paint import Area, Box, Lettering, Pen, fit, width
from bot.face.palette import BURST, BURST_EDGE, CREAM, INK, Colour
from bot.face.seating import SMALLEST
from bot.face.table import RADIUS, Line, Panel, Table
from bot.game.contract import Seat
from bot.games.chowpow.face import descriptions, labels, sprites
from bot.games.chowpow.face.layout import (
    CARD,
    FAN,
    MIDDLE,
    OWN,
    playing,
    scored,
    spread,
    tallies,
)
from bot.games.chowpow.rules.cards import SLOTS, Card, total
from bot.games.chowpow.rules.view import Flipped, Phase, View

_PLACE: Final = Lettering(SMALLEST, sprites.THEME.soft, sprites.THEME.ground, bold=True)
_COUNT: Final = Lettering(SMALLEST, INK, CREAM, bold=True)
_TALLY: Final = 32
"""The height of a group of cards won, in pixels."""
_DRAWN: Final = 28
"""The height of the line about cards drawn for a tie, in pixels."""
_LOWEST: Final = 92
"""The lower edge of points, at most so far from the upper edge of a panel, in pixels."""
_MANY: Final = 5
"""From this many seats on, only the first says that its number is of points."""

_INSET: Final = 10
"""The distance of text from the band's edge, in pixels."""

_SHOWN: Final = 3
"""The most flips of a turn that are shown: its last ones."""

_SLOT: Final = 27
"""The width of a slot's name beside a card, in pixels."""

_STEP: Final = 28
"""The line height of text, in pixels."""

_HINT: Final = ("Two cards of the", "same food match.")


class ChowpowPicture(Table[View]):
    """The grid, a panel for each seat, and the band with flips or a battle; or the cards won."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        view = scene.view
        self._found = None if is_scored(view) else descriptions.fight(scene)
        if is_scored(view):
            result, seats = view.results[-1], range(view.seats)
            self._tallies = [[*tallies(won)] for won in result.won]
            widths = [[tally.width for tally in each] for each in self._tallies]
            self.plan = scored(
                widths, _TALLY, _DRAWN * any(labels.drawn_words(view, at) for at in seats)
            )
        else:
            sides = [len(side.cards) for side in self._found.sides] if self._found else []
            hands = [len(cards) for cards in view.seen_hands.values()]
            self.plan = playing(view.seats, sides, hands)
        super().__init__(scene, self.plan.seating, sprites.THEME, make)

    def look(self, card: Card) -> sprites.Look:
        """Return a card's appearance."""
        return sprites.look_of(self.view.options.cards, card)

    def cards(self, cards: Sequence[Card], box: Box) -> None:
        """Draw cards from left to right; they overlap if there are many."""
        for card, (x, y) in zip(cards, spread(len(cards), box.width), strict=True):
            self.canvas.art(sprites.single(self.look(card), CARD), (box.x + x, box.y + y))

    def grid(self) -> None:
        """Draw the sixteen slots with their row letters and column numbers."""
        framed, again = descriptions.changed_slots(self.scene), descriptions.turned_down(self.view)
        for slot in SLOTS:
            count, face, up = self.view.slots[slot.place]
            seen = slot in again
            top = None if face is None or not (up or seen) else self.look(face)
            new = slot in framed and count > 0
            cell, corner = self.plan.cell, self.plan.slots[slot.place]
            two = min(count, 2)
            art = sprites.PileArt(
                cell, sprites.THEME.ground, sprites.THEME, top, seen, count=two, changed=new
            )
            self.canvas.art(art, corner)
            if count > 1:
                badge = sprites.BadgeArt(cell, SPARK if new else sprites.THEME.ground, count, new)
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
            more = "point" if view.points[seat] == 1 else "points"
        room = box.width - 20 - (0 if view.seats == FAN else self.plan.back[0])
        if width(words, size, bold=True) + width(more, SMALLEST) > room:
            size, more = (SMALLEST, more) if view.results else (size, "")
        bottom = box.y + min(box.height - 4, _LOWEST)
        style = Lettering(size, CREAM, sprites.THEME.panel, bold=True)
        self.canvas.text(words, (box.x + 7, bottom - size * 4 // 3), style)
        if more:
            x = box.x + 12 + width(words, size, bold=True)
            y = bottom - SMALLEST * 4 // 3 - (size - SMALLEST) // 3
            self.canvas.text(more, (x, y), self.styles.plain)

    def _hand(self, seat: Seat) -> None:
        box, count, (wide, high) = self.seating.panels[seat], self.view.counts[seat], self.plan.back
        x, y = box.x + box.width - wide - 6, box.y + box.height - high - 5
        if self.view.seats == FAN:
            x = box.x + 8
            step = min(wide, (box.width - 16 - wide) // max(1, count - 1))
            for _ in range(count - 1):
                self.canvas.art(sprites.single(None, self.plan.back), (x, y))
                x += step
        self.canvas.art(
            sprites.HandArt(self.plan.back, sprites.THEME.panel, sprites.THEME, count=count), (x, y)
        )
        if count and self.view.seats == FAN:
            badge = sprites.BadgeArt(self.plan.back, sprites.THEME.panel, count)
            self.canvas.art(badge, badge.at((x, y)))

    def _won(self, seat: Seat) -> None:
        for tally, box in zip(self._tallies[seat], self.plan.tallies[seat], strict=True):
            self.canvas.box(box, CREAM, sprites.THEME.panel, 6)
            self.canvas.text(tally.words, (box.x + 3, box.y + 1), _COUNT)
            x = box.x + box.width - len(tally.cards) * (sprites.FOOD + 1) - 3
            for card in tally.cards:
                food = sprites.FoodArt(self.look(card))
                self.canvas.art(food, (x, box.y + (_TALLY - sprites.FOOD) // 2))
                x += sprites.FOOD + 1
        if words := labels.drawn_words(self.view, seat):
            box = self.seating.panels[seat]
            short = fit(words, SMALLEST, box.width - 18)
            y = box.y + box.height - _DRAWN - 5
            self.canvas.text(short, (box.x + 7, y), self.styles.plain)

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
        return labels.standing(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return a seat's points; the best are framed."""
        view, result = self.view, self.view.results[-1]
        won = total(result.won[seat])
        points = labels.points_of(result, seat) if result.left[seat] else str(won)
        figures = [f"{points} points" if result.left[seat] else counted(won, "point"), points]
        if view.options.games > 1:
            figures = [
                f"{each} · total {number(view.totals[seat])}"
                for each in (points, number(result.points[seat]))
            ]
        return Panel(figures, self.ranks()[seat] == 1, ())

    def summary(self) -> Line:
        """Return how the game ended, or what broke ties."""
        view = self.view
        if is_over(view) and len(set(view.totals)) < view.seats:
            tie = "more cards won, then a draw" if any(view.drawn) else "more cards won"
            return f"ties: {tie}", self.styles.bright
        return descriptions.ended(view.results[-1].end), self.styles.plain

    def band(self) -> None:
        """Draw the band during a game."""
        band = self.seating.band
        if self._found is not None:
            self._fight(self._found)
        else:
            half = band.width // 2
            self._now(Box(band.x, band.y, half, band.height))
            self._before(Box(band.x + half, band.y, half, band.height))
        for (seat, cards), box in zip(self.view.seen_hands.items(), self.plan.hands, strict=True):
            self._seen_hand(seat, cards, box)

    def _now(self, box: Box) -> None:
        """Draw the flips of this turn; before there are any, write who has to do what."""
        view, styles = self.view, self.styles
        if view.phase is Phase.BUFFET:
            self._words([("Showdown", styles.strong), (labels.doing(view), styles.plain)], box)
        elif view.flips:
            self._flips(labels.doing(view), view.flips, box)
        else:
            who = self.name(labels.acting(view))
            self._words([(who, styles.strong), (labels.doing(view), styles.plain)], box)

    def _before(self, box: Box) -> None:
        """Draw the flips of the turn before; without any, write what was done last."""
        view, styles = self.view, self.styles
        play = descriptions.last_play(self.scene)
        if view.last_flips:
            self._flips("before", view.last_flips, box)
        elif play is None:
            self._words([(line, styles.plain) for line in _HINT], box)
        else:
            self._words([(self.name(play.seat), styles.strong), (play.done, styles.plain)], box)

    def _words(self, lines: Sequence[Line], box: Box) -> None:
        y = box.y + (box.height - len(lines) * _STEP) // 2
        for at, (words, style) in enumerate(lines):
            short = fit(words, style.size, box.width - 2 * _INSET, bold=style.bold)
            self.canvas.text(short, (box.x + _INSET, y + at * _STEP), style)

    def _flips(self, caption: str, flips: Sequence[Flipped], box: Box) -> None:
        self.canvas.text(caption, (box.x + _INSET, box.y + 14), self.styles.plain)
        x, y = box.x + 3, box.y + 46
        for flip in flips[-_SHOWN:]:
            self.canvas.text(
                str(flip.slot), (x + _SLOT // 2 + 2, y + 15), self.styles.count, "middle"
            )
            self.canvas.art(sprites.single(self.look(flip.card), CARD), (x + _SLOT, y))
            x += _SLOT + CARD[0] + 2

    def _fight(self, found: descriptions.Fight) -> None:
        for side, box in zip(found.sides, self.plan.sides, strict=True):
            self._side(found, side, box)
        if len(found.sides) == 2:
            band = self.seating.band
            corner = (band.middle - MIDDLE // 2, band.y + (band.height - MIDDLE) // 2)
            self.canvas.art(_Pow(), corner)

    def _side(self, found: descriptions.Fight, side: descriptions.Side, box: Box) -> None:
        strong, count = self.styles.strong, self.styles.count
        if side is found.winner:
            self.canvas.box(box, sprites.THEME.panel, sprites.THEME.ground, RADIUS, (LIME, 4))
            count = count._replace(colour=LIME)
        short = "The board"
        if side.seat is not None:
            short = self.fitted(side.seat, strong.size, box.width - 2 * _INSET, bold=True)
        self.canvas.text(short, (box.x + _INSET, box.y + 4), strong)
        inner = Box(box.x + 8, box.y + 37, box.width - 16, box.height)
        self.cards(labels.in_order(side.cards), inner)
        if side.cards:
            words = _sum(found, side, box.width - 2 * _INSET)
            self.canvas.text(words, (box.x + _INSET, box.y + box.height - 33), count)

    def _seen_hand(self, seat: Seat, cards: Sequence[Card], box: Box) -> None:
        self.box(box)
        style, room = self.styles.count, box.width - OWN - 8 - _INSET
        own = seat == self.view.viewer
        short = "Your hand" if own else self.fitted(seat, style.size, room, bold=style.bold)
        self.canvas.text(short, (box.x + _INSET, box.y + 18), style)
        inner = Box(box.x + box.width - OWN - 8, box.y + 4, OWN, box.height)
        self.cards(labels.in_order(cards), inner)


def _sum(found: descriptions.Fight, side: descriptions.Side, room: int) -> str:
    """Return what counts in the battle, and, if there is room, who has won."""
    words = labels.side_words(side.cards)
    if not found.ended or found.winner not in (None, side):
        return words
    longer = f"{words} · {'tie' if found.winner is None else 'wins'}"
    return longer if width(longer, SMALLEST, bold=True) <= room else words


@dataclass(frozen=True, slots=True)
class _Pow:
    """The burst between the two sides of a battle."""

    size: tuple[int, int] = (MIDDLE, MIDDLE)
    ground: Colour = sprites.THEME.panel

    def draw(self, pen: Pen) -> None:
        area = Area(0, 0, *self.size)
        star(pen, area, 0.5, BURST_EDGE)
        star(pen, area, 0.46, BURST)
        pen.letters("POW!", area.middle, SMALLEST, CREAM)
