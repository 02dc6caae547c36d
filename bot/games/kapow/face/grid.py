"""The hand as a grid of buttons, with the piles below."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.face.screen import Act, Button, Style
from bot.face.step import Click, rows_of
from bot.games.kapow.face.labels import GONE, ROWS, card_label, position_label
from bot.games.kapow.rules.actions import Pile, Take
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View

__all__ = ["COMPLETE", "chosen_place", "grid", "piles"]

COMPLETE: Final = "\N{CHECK MARK}"
"""Marks the cards of a complete triad."""


def grid(hand: Hand, controls: Mapping[Place, Click]) -> tuple[tuple[Button, ...], ...]:
    """Return three rows with one button for each triad."""
    places = [[Place(column, row) for column in range(len(hand))] for row in range(len(ROWS))]
    return rows_of(places, lambda place: _label(hand[place.column], place.row), controls)


def _label(triad: Triad | None, row: int) -> str:
    if triad is None:
        return GONE
    label = position_label(triad[row])
    return f"{COMPLETE} {label}" if triad.is_complete else label


def piles(view: View, legal: Sequence[object]) -> tuple[Button, Button]:
    """Return the two piles as buttons, enabled if a card can be taken."""
    top = f": {card_label(view.discard_pile[0])}" if view.discard_pile else ""
    drawn = _pile(Pile.DRAW, f"Draw pile ({view.draw_pile})", legal)
    if view.drawing_ends_round:
        drawn = _pile(Pile.DRAW, "End the round (draw pile)", legal, Style.DANGER)
    return drawn, _pile(Pile.DISCARD, f"Discard pile{top or ' (0)'}", legal)


def _pile(pile: Pile, label: str, legal: Sequence[object], style: Style = Style.MAIN) -> Button:
    take = Take(pile)
    return Button(label, Act(str(take)), style) if take in legal else Button(label)


def chosen_place(focus: str, places: Mapping[Place, object]) -> Place | None:
    """Return the place that the focus names, if it is one of ``places``."""
    return next((place for place in places if str(place) == focus), None)
