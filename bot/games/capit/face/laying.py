"""The menus for laying off and for new melds, once the contract is laid (C4.2)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.face.face import Scene
from bot.face.menus import menus
from bot.face.numbers import counted
from bot.face.screen import Act, Button, Focus, MenuItem, Row, Style
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import card_label, meld_label
from bot.games.capit.face.menus import card_items
from bot.games.capit.face.shedding import shed_button, shed_step
from bot.games.capit.face.sorting import Sorting, in_order
from bot.games.capit.face.swapping import swap_button, swap_step
from bot.games.capit.face.targets import off_item, target
from bot.games.capit.face.ways import (
    as_cards,
    as_meld,
    cards_line,
    has_other_ways,
    shape_of,
    ways_to_fill,
    wilds_in,
    wilds_line,
)
from bot.games.capit.rules.actions import Action, LayMeld, LayOff
from bot.games.capit.rules.melds import Kind, Meld
from bot.games.capit.rules.view import View

if TYPE_CHECKING:
    from bot.games.capit.rules.cards import Card

__all__ = ["laying_rows", "laying_step"]

_OFF: Final = "off "
_MELD: Final = "meld"
"""Focuses: a card to lay off, and new melds."""


def laying_rows(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> tuple[Row, ...]:
    """Return the menu of cards that can be laid off, and the buttons to melds and replacements."""
    return (*_off_menus(scene, legal, sorting), *_buttons(scene.view, legal))


def laying_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if focus.startswith(_OFF):
        return _which_meld(scene, legal, focus)
    if focus.startswith(_MELD):
        return _new_melds(scene.view, legal, focus)
    return shed_step(scene, legal, focus) or swap_step(scene, legal, focus)


def _buttons(view: View, legal: Sequence[Action]) -> Iterator[Row]:
    melds = sum(isinstance(action, LayMeld) for action in legal)
    new = (Button(f"New meld ({melds})", Focus(_MELD), Style.GOOD),) if melds else ()
    if row := (*shed_button(view, legal), *new, *swap_button(legal)):
        yield row


def _off_menus(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> tuple[Row, ...]:
    does: dict[Card, Act | Focus] = {}
    why = {}
    for card in in_order([*{off.cards[0] for off in _offs(legal)}], sorting):
        fits = [off for off in _offs(legal) if off.cards == (card,)]
        does[card] = Act(str(fits[0])) if len(fits) == 1 else Focus(f"{_OFF}{card}")
        why[card] = f"fits {counted(len(fits), 'place')}"
        if len(fits) == 1:
            why[card] = target(scene, fits[0])
    return menus("Lay a card off", card_items(scene.view.hand, does, why))


def _which_meld(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    fits = [off for off in _offs(legal) if focus == f"{_OFF}{off.cards[0]}"]
    if not fits:
        return None
    text = f"**Pick a meld for the {card_label(fits[0].cards[0])}.**"
    items = [off_item(scene, off, str(off)) for off in fits]
    return Step(text, {}, (*menus("Which meld?", items), (BACK,)))


def _offs(legal: Sequence[Action]) -> list[LayOff]:
    return [action for action in legal if isinstance(action, LayOff)]


def _new_melds(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Offer the new melds; if several cards are possible for one, they are the next step."""
    laid = [action for action in legal if isinstance(action, LayMeld)]
    chosen = next((action for action in laid if str(action) == focus), None)
    if chosen is not None:
        return _with_which_cards(view, as_meld(chosen.meld, view.options.run_suit))
    if focus != _MELD or not laid:
        return None
    melds = [as_meld(action.meld, view.options.run_suit) for action in laid]
    rows = [
        row
        for kind in Kind
        for row in menus(f"New {kind}", [_new(view, meld) for meld in melds if meld.kind is kind])
    ]
    text = "**Pick a meld to lay.** It has three cards; you can add more afterwards."
    return Step(text, {}, (*rows, (BACK,)))


def _with_which_cards(view: View, meld: Meld) -> Step[Any]:
    ways = [way for (way,) in ways_to_fill(view.hand, (shape_of(meld),), (meld,))]
    text = f"**Pick the cards.** You lay: {meld_label(meld)}."
    back = Button("Back", Focus(_MELD))
    return Step(text, {}, (*menus("With which cards?", [*map(_lay, ways)]), (back,)))


def _new(view: View, meld: Meld) -> MenuItem:
    """Return an item that lays the meld if there is one way, else leads to all ways."""
    if not has_other_ways(view.hand, shape_of(meld)):
        return _lay(meld)
    about = f"{cards_line([meld])}, or other cards"
    return MenuItem(meld_label(meld), Focus(str(LayMeld(as_cards(meld)))), about)


def _lay(meld: Meld) -> MenuItem:
    action = Act(str(LayMeld(as_cards(meld))))
    label = f"{meld_label(meld)}: {cards_line([meld])}"
    return MenuItem(label, action, wilds_line(wilds_in([meld])))
