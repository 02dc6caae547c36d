"""The picture's table: a row for each seat with its melds, or after a round with its hand."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.face import Scene
from bot.face.paint import Lettering, paste_text
from bot.face.rounds import is_scored
from bot.face.table import PLAIN, Chip, Table, uncached_table
from bot.game.contract import Seat
from bot.games.capit.face.change import changed_cards
from bot.games.capit.face.layout import CELL, layout
from bot.games.capit.face.sorting import Sorting, in_order
from bot.games.capit.face.sprites import card_sprite
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Place
from bot.games.capit.rules.view import View

__all__ = ["CapitTable"]

_NUMBER: Final = Lettering(15, palette.MINT, palette.PANEL)


class _Shown(NamedTuple):
    """A group of cards: a meld with its number, or a hand."""

    number: int | None
    cards: tuple[Card, ...]
    places: tuple[Place | None, ...]
    """The place that each wild card stands for."""
    framed: frozenset[int]
    """The indexes of cards that have just been laid."""


class CapitTable(Table[View]):
    """Draws the rows of melds or hands."""

    room = 178

    def __init__(self, scene: Scene[View]) -> None:
        view = scene.view
        groups = _hands(view) if is_scored(view) else _melds(scene)
        sizes = [[len(group.cards) for group in seat] for seat in groups]
        self._groups = groups
        self._plan = layout(sizes, numbered=not is_scored(view))
        super().__init__(
            scene, self._plan.seating, uncached_table(self._plan.seating), scene.view.dealer
        )

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat with its cards."""
        super().seat(seat, figures, chips, framed=framed)
        if not any(group.cards for group in self._groups[seat]):
            self._nothing(seat)
        for group, corners in zip(self._groups[seat], self._plan.cards[seat], strict=True):
            self._group(group, corners)

    def _nothing(self, seat: Seat) -> None:
        box = self.seating.bodies[seat]
        words = "went out" if self.is_scored() else "nothing laid yet"
        paste_text(self.canvas, words, (box.x + 8, box.y + box.height // 2 - 11), PLAIN)

    def _group(self, group: _Shown, corners: Sequence[tuple[int, int]]) -> None:
        if group.number is not None:
            x, y = corners[0][0] - 1, corners[0][1] + CELL[1] // 2 - 11
            paste_text(self.canvas, str(group.number), (x, y), _NUMBER, "right")
        # The margins of neighbouring cards overlap: draw frames last, so that they stay whole.
        for at in sorted(range(len(group.cards)), key=group.framed.__contains__):
            sprite = card_sprite(
                group.cards[at],
                group.places[at],
                CELL,
                palette.PANEL,
                framed=at in group.framed,
            )
            self.canvas.paste(sprite, corners[at])


def _melds(scene: Scene[View]) -> list[list[_Shown]]:
    """Return the melds of each seat; the viewer's hand follows theirs, without a number."""
    view = scene.view
    new = changed_cards(scene.events, [laid.meld for laid in view.melds])
    groups: list[list[_Shown]] = [[] for _ in range(view.seats)]
    for number, (seat, meld) in enumerate(view.melds):
        size = len(meld.cards)
        places = tuple(None if meld.is_natural(at) else meld.place(at) for at in range(size))
        framed = frozenset(at for at in range(size) if (number, at) in new)
        groups[seat].append(_Shown(number + 1, meld.cards, places, framed))
    if view.viewer is not None:
        groups[view.viewer].append(_hand(in_order([held.card for held in view.hand], Sorting.RANK)))
    return groups


def _hands(view: View) -> list[list[_Shown]]:
    """Return the hands at the end of a scored round."""
    return [[_hand(cards)] for cards in view.results[-1].hands]


def _hand(cards: Sequence[Card]) -> _Shown:
    return _Shown(None, tuple(cards), (None,) * len(cards), frozenset())
