"""What the cards that a player knows are worth, and what another card would change.

Only known cards count. A card that is still unknown can add points but never take any away, so
these points are sure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import DECK, Card, Spot
from bot.games.kabobo.rules.points import points_of_some
from bot.games.kabobo.rules.scoring import Kabob, score
from bot.games.kabobo.rules.state import Laid
from bot.games.kabobo.rules.view import View

__all__ = [
    "Known",
    "Offer",
    "best",
    "best_find",
    "known_cards",
    "known_of_others",
    "offer",
    "sure",
    "unknown_places",
]

Known: TypeAlias = Mapping[int, Card]
"""The known cards of a kabob by their places."""

_DECK: Final = Counter(DECK)


class Offer(NamedTuple):
    """A card that could lie in a place, and the sure points with it there."""

    place: int
    card: Card
    points: int


def known_cards(hand: Iterable[Laid]) -> Known:
    """Return the cards of a hand that the viewer knows."""
    return {place: laid.card for place, laid in enumerate(hand) if laid.card is not None}


def unknown_places(hand: Iterable[Laid]) -> list[int]:
    """Return the places of a hand whose cards the viewer does not know."""
    return [place for place, laid in enumerate(hand) if laid.card is None]


def sure(known: Known) -> Kabob:
    """Score the known cards; the recipes name the places of the kabob."""
    places = sorted(known)
    kabob = score([known[place] for place in places])
    recipes = tuple(
        each._replace(places=tuple(places[at] for at in each.places)) for each in kabob.recipes
    )
    return Kabob(recipes, kabob.points)


def offer(known: Known, place: int, card: Card) -> Offer:
    """Return what a card would be worth in a place."""
    cards = {**known, place: card}
    return Offer(place, card, points_of_some([*cards.values()]))


def best(offers: Iterable[Offer]) -> Offer:
    """Return the offer with the most points; of equal ones, the first."""
    return max(offers, key=lambda each: each.points)


def best_find(view: View, seat: Seat) -> Offer | None:
    """Return the card that would be worth most in an unknown place, if one would add points.

    Cards that the viewer sees elsewhere are left out. Of equal finds, the smallest card counts.
    """
    hand = view.hands[seat]
    known, places = known_cards(hand), unknown_places(hand)
    if not places:
        return None
    seen = Counter(_seen(view))
    unseen = sorted(card for card, count in _DECK.items() if seen[card] < count)
    find = best([offer(known, places[0], card) for card in unseen])
    return find if find.points > sure(known).points else None


def _seen(view: View) -> Iterator[Card]:
    """Yield the cards that the viewer knows, wherever they lie."""
    for hand in view.hands:
        yield from known_cards(hand).values()
    if view.drawn is not None:
        yield view.drawn
    yield from view.discard_pile


def known_of_others(view: View, seat: Seat) -> Iterator[tuple[Spot, Card]]:
    """Yield the cards of other seats that the viewer knows, face up or not."""
    for other, hand in enumerate(view.hands):
        if other != seat:
            for place, card in known_cards(hand).items():
                yield Spot(other, place), card
