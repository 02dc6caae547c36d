"""Lines of a hand about what its owner knows: points and recipes, unknown cards, other hands."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.face.face import Scene
from bot.face.names import IN_LINE, bold, listed
from bot.face.rounds import is_scored
from bot.face.suits import rank_sign
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import kind, terms
from bot.games.kabobo.face.labels import LOCKED, card_label
from bot.games.kabobo.face.remembered import just_seen
from bot.games.kabobo.face.worth import (
    Known,
    Offer,
    best_find,
    known_cards,
    offer,
    sure,
    unknown_places,
)
from bot.games.kabobo.rules.cards import PLACES, Card, Suit
from bot.games.kabobo.rules.scoring import Scored
from bot.games.kabobo.rules.state import Laid
from bot.games.kabobo.rules.view import View

__all__ = [
    "cards_line",
    "cards_words",
    "made_of",
    "offer_line",
    "others_line",
    "points_line",
    "seen_line",
]

_AN: Final = (1, 8)
"""The values whose sign is spoken with a vowel: A and 8."""

_UP: Final = "face up"
_NONE: Final = (
    "All four cards are face down: remember what you have seen.",
    "You don't know any of your cards yet.",
)
"""What is said of a kabob of unknown cards, without and with the memory aid (B5.2)."""


def cards_line(view: View, seat: Seat) -> str:
    """Return a seat's cards as a block quote, ended by an empty line."""
    cards = (_as_laid(laid) for laid in view.hands[seat])
    return f"> {' · '.join(cards)}\n"


def _as_laid(laid: Laid) -> str:
    sign = "?" if laid.card is None else card_label(laid.card)
    up = f" {_UP}" * laid.face_up
    return f"{LOCKED * laid.locked}{sign}{up}"


def points_line(view: View, seat: Seat) -> str:
    """Return the points that are sure, by recipe, and what is still unknown."""
    hand = view.hands[seat]
    known, places = known_cards(hand), unknown_places(hand)
    if len(places) == len(PLACES):
        return _NONE[view.options.memory_aid]
    kabob = sure(known)
    least = "At least " if places else ""
    first = f"**{least}{kabob.points} points**: {_recipes(known, kabob.recipes)}."
    if not kabob.recipes:
        first = "**No recipe yet.**" if places else "**0 points**: no recipe."
    return " ".join((first, *_unknown(view, seat, places)))


def _recipes(known: Known, recipes: Iterable[Scored]) -> str:
    """Write out recipes, the best one first."""
    cards = [known.get(place, _NO_CARD) for place in PLACES]
    return "; ".join(terms(cards, scored) for scored in _best_first(recipes))


def _best_first(recipes: Iterable[Scored]) -> list[Scored]:
    return sorted(recipes, key=lambda scored: -scored.points)


_NO_CARD: Final = Card(0, None)
"""Stands in a place that no recipe uses."""


def _unknown(view: View, seat: Seat, places: list[int]) -> Iterator[str]:
    """Yield which cards are unknown, and the best card that could lie there."""
    if not places:
        return
    if not view.options.memory_aid:
        yield f"Face down, so not counted: {cards_words(places)}."
        return
    yield f"You don't know {cards_words(places)}."
    find = best_find(view, seat)
    if find is not None:
        known = known_cards(view.hands[seat])
        there = "there" if len(places) == 1 else "in one of them"
        yield f"{_name(known, find)} {there} would make it **{find.points}**."


def _name(known: Known, find: Offer) -> str:
    """Begin a sentence with a card: by its value, with its suit only if the suit matters."""
    card = find.card
    if card.suit is None:
        return "A joker"
    alike = (offer(known, find.place, Card(card.value, suit)) for suit in Suit)
    if all(each.points == find.points for each in alike):
        return f"{'An' if card.value in _AN else 'A'} {rank_sign(card.value)}"
    return f"The {card_label(card)}"


def cards_words(places: Iterable[int]) -> str:
    """Name cards by their numbers: ``card 3``, ``cards 2 and 4``."""
    numbers = [str(place + 1) for place in places]
    return f"card{'s' * (len(numbers) > 1)} {listed(numbers)}"


def offer_line(known: Known, chosen: Offer, missing: int) -> str:
    """Say what a card in a place would be worth: ``With the 6 as card 4: 15 points (run 15)``.

    ``missing`` is how many cards would still be unknown then.
    """
    least = "at least " if missing else ""
    sign, at = card_label(chosen.card), chosen.place + 1
    total = f"{least}**{chosen.points} points**"
    return f"With the {sign} as card {at}: {total} ({made_of(known, chosen)})."


def made_of(known: Known, chosen: Offer) -> str:
    """Return the recipes of the cards known with an offered one: ``pair 24 + fifteen 15``."""
    kabob = sure({**known, chosen.place: chosen.card})
    return " + ".join(f"{kind(each)} {each.points}" for each in _best_first(kabob.recipes))


def seen_line(scene: Scene[View]) -> Iterator[str]:
    """Yield the cards that the viewer has seen since their last action: shown once (B5.2)."""
    view = scene.view
    seen = [
        f"{_whose(scene, spot.seat)} card {spot.place + 1}, **{card_label(card)}**"
        for spot, card, _ in just_seen(view)
    ]
    if seen and not is_scored(view):
        yield f"You have just seen {listed(seen)}."


def _whose(scene: Scene[View], seat: Seat) -> str:
    own = seat == scene.view.viewer
    return "your" if own else f"{bold(scene.seats, seat, IN_LINE)}'s"


def others_line(scene: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield what the viewer knows of the others' face-down cards, and their locked cards."""
    told = [
        f"{bold(scene.seats, other, IN_LINE)}: {', '.join(known)}"
        for other, hand in enumerate(scene.view.hands)
        if other != seat and (known := [*_of_note(hand)])
    ]
    if told:
        yield f"Others: {'; '.join(told)}."


def _of_note(hand: Iterable[Laid]) -> Iterator[str]:
    """Yield the cards of another seat that are known though face down, or locked."""
    for place, laid in enumerate(hand, start=1):
        if laid.locked or (laid.card is not None and not laid.face_up):
            sign = "?" if laid.card is None else card_label(laid.card)
            yield f"card {place} {LOCKED * laid.locked}{sign}"
