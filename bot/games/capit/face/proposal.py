"""Actions phrased as advice: ``Discard the 9 of hearts``."""

from collections.abc import Iterator

from bot.face.face import Scene
from bot.face.names import listed
from bot.games.capit.face.labels import card_label, card_words, cards_label, meld_label
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    Draw,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.melds import Side
from bot.games.capit.rules.view import View

__all__ = ["proposal"]


def proposal(scene: Scene[View], action: Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case TakeDiscard():
            words = f"Take the {card_words(view.discard_pile[0])} from the discard pile"
        case Push():
            words = "Push: two cards go to your left, and you draw the next one"
        case Draw():
            words = "Draw a card"
        case Discard(card):
            words = f"Discard the {card_words(card)}"
        case LayContract() | LayMeld() | LayOff() | LayOffs() | Swap():
            words = f"Lay {listed(list(_laid(view, action)))}"
    return words


def _laid(view: View, action: LayContract | LayMeld | LayOff | LayOffs | Swap) -> Iterator[str]:
    """Yield the cards and where they go."""
    match action:
        case LayContract(melds):
            yield from (f"{cards_label(cards.cards)} as a {cards.kind}" for cards in melds)
        case LayMeld(cards):
            yield f"{cards_label(cards.cards)} as a {cards.kind}"
        case LayOff(number, cards, side):
            low = ", at its lower end" if side is Side.LOW else ""
            yield f"{cards_label(cards)} off on the {meld_label(view.melds[number].meld)}{low}"
        case LayOffs(offs):
            for off in offs:
                yield from _laid(view, off)
        case Swap(number, at, card, use):
            meld = view.melds[number].meld
            wild, there = card_label(meld.cards[at]), meld_label(meld)
            yield f"{card_label(card)} in the place of {wild} in the {there}"
            yield from _laid(view, use)
