"""The picture's table: the grid, a panel for each seat, and the battle."""

from collections.abc import Sequence
from typing import Final

from bot.face import palette
from bot.face.face import Scene
from bot.face.fonts import fit
from bot.face.paint import Box, Lettering, paste_text, rounded
from bot.face.rounds import is_scored
from bot.face.table import PLAIN, RADIUS, Chip, Table, uncached_table
from bot.game.contract import Seat
from bot.games.chowpow.face.arithmetic import points_of, sum_of
from bot.games.chowpow.face.change import changed_slots, turned_down
from bot.games.chowpow.face.fights import Side, fight
from bot.games.chowpow.face.labels import in_order, side_words
from bot.games.chowpow.face.layout import CELL, HEADING, playing, scored
from bot.games.chowpow.face.signs import Look, look_of
from bot.games.chowpow.face.sprites import SeenCard, card_sprite, pile_sprite
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.grid import SLOTS
from bot.games.chowpow.rules.view import View

__all__ = ["ChowpowTable"]

_PLACE: Final = Lettering(16, palette.MINT, palette.PANEL)
_NAME: Final = Lettering(18, palette.CREAM, palette.PANEL, bold=True)
_WINNER: Final = Lettering(18, palette.GOLD, palette.PANEL, bold=True)
_SUM: Final = Lettering(16, palette.CREAM, palette.PANEL)

_HIGH: Final = 110
"""The height of a panel, in pixels, from which the hand is drawn below the name."""


class ChowpowTable(Table[View]):
    """Draws the grid, the hands and the battle."""

    def __init__(self, scene: Scene[View]) -> None:
        view = scene.view
        self._fight = None if is_scored(view) else fight(scene)
        if is_scored(view):
            result = view.results[-1]
            self._plan = scored([len(won) for won in result.won])
        else:
            sides = self._fight.sides if self._fight else ()
            self._plan = playing(view.seats, [len(side.cards) for side in sides])
        super().__init__(
            scene, self._plan.seating, uncached_table(self._plan.seating), scene.view.starter
        )

    def look(self, card: Card) -> Look:
        """Return a card's appearance."""
        return look_of(self.view.options.cards, card)

    def grid(self) -> None:
        """Draw the sixteen slots with their row letters and column numbers."""
        self._panel(self._plan.board)
        framed, again = changed_slots(self.scene), turned_down(self.view)
        for slot in SLOTS:
            cards, face, up = self.view.slots[slot.place]
            look = None if face is None else self.look(face)
            top = SeenCard(look) if look and slot in again else look if up else None
            sprite = pile_sprite(
                top, cards, CELL, framed=slot in framed and cards > 0, show_count=True
            )
            self.canvas.paste(sprite, self._plan.slots[slot.place])
        for at in range(4):
            x, y = self._plan.slots[at]
            paste_text(self.canvas, str(at + 1), (x + CELL[0] // 2, y - 21), _PLACE, "middle")
            x, y = self._plan.slots[4 * at]
            paste_text(self.canvas, "abcd"[at], (x - 12, y + CELL[1] // 2 - 11), _PLACE, "middle")

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat with its hand, or with the cards it has won."""
        super().seat(seat, figures, chips, framed=framed)
        if self.is_scored():
            self._won(seat)
        else:
            self._hand(seat)

    def _hand(self, seat: Seat) -> None:
        """Draw a hand, below the name if there is room, otherwise beside it.

        Only the viewer's own hand is face up.
        """
        box, count = self.seating.panels[seat], self.view.counts[seat]
        if not count:
            return
        room = Box(box.x + HEADING, box.y + 5, box.width - HEADING - 10, box.height - 10)
        if box.height >= _HIGH:
            room = Box(box.x + 8, box.y + 54, box.width - 18, box.height - 60)
        high = min(room.height, 96)
        size = (high * 3 // 4, high)
        step = min(size[0] - 4, (room.width - size[0]) // max(1, count - 1))
        for at, look in enumerate(self._looks(seat)):
            sprite = card_sprite(look, size)
            self.canvas.paste(sprite, (room.x + at * step, room.y + (room.height - high) // 2))

    def _looks(self, seat: Seat) -> Sequence[Look | None]:
        """Return the appearance of each card of a hand, as the viewer sees it."""
        view = self.view
        if seat != view.viewer:
            return (None,) * view.counts[seat]
        cards = [held.card for held in (*view.hand, *(view.chosen or ()))]
        return [self.look(card) for card in in_order(view.options.cards, cards)]

    def _won(self, seat: Seat) -> None:
        """Draw the cards that a seat has won, with their arithmetic below."""
        box, view = self.seating.panels[seat], self.view
        result, deck = view.results[-1], view.options.cards
        won, left = result.won[seat], result.left[seat]
        self._cards(in_order(deck, won), self._plan.sides[seat])
        words = sum_of(won, "x")
        if result.hot_sauce:
            kept = " ".join(map(str, left)) or "nothing"
            words = f"{words} · left {kept}: {points_of(result, seat)}"
        if drawn := (view.drawn and view.drawn[seat]):
            words = f"{words} · drew {' '.join(map(str, drawn))}"
        short = fit(words, _SUM.size, box.width - 24)
        paste_text(self.canvas, short, (box.x + 10, box.y + box.height - 28), _SUM)

    def battle(self) -> None:
        """Draw the sides of the battle, if there is one."""
        box, found = self._plan.fight, self._fight
        if box is None or found is None:
            return
        self._panel(box)
        colour = palette.MINT if found.ended else palette.GOLD
        self._chips(box, [(found.title, colour)])
        places = zip(found.sides, self._plan.names, self._plan.sides, strict=True)
        for side, name, corners in places:
            self._side(side, name, wins=side is found.winner)
            self._cards(side.cards, corners)

    def _side(self, side: Side, at: tuple[int, int], *, wins: bool) -> None:
        """Write the name of a side, and what counts in the battle."""
        name = "the board" if side.seat is None else self.name(side.seat)
        style, (x, y) = (_WINNER if wins else _NAME), at
        paste_text(self.canvas, fit(name, style.size, HEADING - 20), (x + 8, y), style)
        words = f"{side_words(side.cards)}{' · wins' * wins}"
        paste_text(self.canvas, words, (x + 10, y + 25), PLAIN)

    def _cards(self, cards: Sequence[Card], corners: Sequence[tuple[int, int]]) -> None:
        for card, corner in zip(cards, corners, strict=True):
            sprite = card_sprite(self.look(card), self._plan.card)
            self.canvas.paste(sprite, corner)

    def _panel(self, box: Box) -> None:
        sprite = rounded((box.width, box.height), palette.PANEL, palette.TABLE, RADIUS)
        self.canvas.paste(sprite, (box.x, box.y))
