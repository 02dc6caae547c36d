"""Names of melds in menus: number, owner, and what an added card would be there."""

from typing import Final

from bot.face.face import Scene
from bot.face.markdown import plain
from bot.face.numbers import ordinal
from bot.face.screen import Act, MenuItem
from bot.games.capit.face.labels import card_label, cards_label, meld_cards, meld_label, place_label
from bot.games.capit.rules.actions import LayOff, Swap
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Kind, Meld, Side
from bot.games.capit.rules.view import View

__all__ = ["exchange", "freed", "off_item", "target", "whose"]

_NAME: Final = 16


def exchange(scene: Scene[View], swap: Swap) -> str:
    """Describe a replacement; a place in a set is named by its number."""
    meld = _meld(scene.view, swap.meld)
    wild = card_label(freed(scene.view, swap))
    at = f" ({ordinal(swap.at + 1)} card)" if meld.kind is Kind.SET else ""
    owned = f"meld {swap.meld + 1}, {_owned(scene, swap.meld)}"
    return f"{card_label(swap.card)} for the {wild}{at} of {owned}"


def off_item(scene: Scene[View], off: LayOff, action: str) -> MenuItem:
    """Return the menu item of a lay-off."""
    meld = _meld(scene.view, off.meld)
    about = meld_cards(meld) if len(meld.cards) < 10 else cards_label(meld.cards)
    return MenuItem(target(scene, off), Act(action), about)


def target(scene: Scene[View], off: LayOff) -> str:
    """Describe where a card is laid off: ``4: Mina's run 3-6, as the 7``."""
    meld = _meld(scene.view, off.meld)
    where = whose(scene, off.meld)
    if meld.kind is Kind.SET:
        return where
    place = meld.place(-1 if off.side is Side.LOW else len(meld.cards))
    return f"{where}, as the {place_label(place)}"


def whose(scene: Scene[View], number: int) -> str:
    """Name a meld by its number and owner: ``4: Mina's set of 7s``."""
    return f"{number + 1}: {_owned(scene, number)}"


def _owned(scene: Scene[View], number: int) -> str:
    seat, meld = scene.view.melds[number]
    own = seat == scene.view.viewer
    owner = "your" if own else f"{plain(scene.seats[seat].name, _NAME)}'s"
    return f"{owner} {meld_label(meld)}"


def _meld(view: View, number: int) -> Meld:
    return view.melds[number].meld


def freed(view: View, swap: Swap) -> Card:
    """Return the wild card that a replacement frees."""
    return _meld(view, swap.meld).cards[swap.at]
