"""Names and signs: of cards, places, powers and recipes, and of actions as advice."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.face import cards
from bot.face.cards import article, card_name, card_sign
from bot.face.face import Emoji, Scene, SeatSign
from bot.face.markdown import NAME_LIMIT
from bot.face.phrases import bold
from bot.game.contract import Seat
from bot.game.moves import Decline, Draw, NextRound
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import Card, Kabob, Recipe, Scored, Spot, Suit
from bot.games.kabobo.rules.view import Laid, View, ranks

HIDDEN: Final = "?"
LOCKED: Final = "\N{LOCK}"
"""The signs of a hidden card and of a lock."""

_PLACES: Final = ("first", "second", "third", "fourth")


def card_label(card: Card) -> str:
    """Return a card's sign: ``Q`` and its suit, or ``Joker``."""
    return card_sign(card.value, card.suit)


def card_emoji(card: Card) -> str:
    """Return the name of a card's emoji: ``kabobo_queen_hearts``."""
    return cards.card_emoji("kabobo", card.value, card.suit)


def hidden_emoji(place: int) -> str:
    """Return the name of the emoji of a hidden card, which has the number of its place."""
    return f"kabobo_hidden_{place + 1}"


def laid_emoji(laid: Laid, place: int, beside: str = "") -> Emoji:
    """Return a card's emoji; beside it stands a lock if it is locked."""
    name = hidden_emoji(place) if laid.card is None else card_emoji(laid.card)
    return Emoji(name, f"{beside} {LOCKED}".lstrip() if laid.locked else beside)


def card_words(card: Card) -> str:
    """Name a card: ``queen of hearts``, ``10 of spades``, ``joker``."""
    return card_name(card.value, card.suit)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a joker``, ``an ace of clubs``, ``an 8 of hearts``."""
    return f"{article(card.value)} {card_words(card)}"


def place_words(place: int) -> str:
    """Return the name of a place, from the left: ``third``."""
    return _PLACES[place]


def whose(
    seats: Sequence[SeatSign], spot: Spot, by: Seat | None = None, limit: int = NAME_LIMIT
) -> str:
    """Name a card by its owner and place: ``Sam's third card``, ``their own third card``."""
    owner = "their own" if spot.seat == by else f"{bold(seats, spot.seat, limit)}'s"
    return f"{owner} {place_words(spot.place)} card"


def laid_words(laid: Laid) -> str:
    """Describe a card as displayed: ``face up, queen of hearts, locked``."""
    card = "" if laid.card is None else f", {card_words(laid.card)}"
    return f"face {'up' if laid.face_up else 'down'}{card}{', locked' if laid.locked else ''}"


def laid_label(laid: Laid) -> str:
    """Return the label of a card, with a lock if it is locked."""
    sign = HIDDEN if laid.card is None else card_label(laid.card)
    return f"{LOCKED}{sign}" if laid.locked else sign


POWER_NAMES: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "Check",
    Suit.CLUBS: "Look",
    Suit.HEARTS: "Trade",
    Suit.DIAMONDS: "Lock or unlock",
}

POWER_PROMPTS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "**Check: pick one of your face-down cards to look at.**",
    Suit.CLUBS: "**Look: pick a face-down card of another player.**",
    Suit.HEARTS: "**Trade: pick your card to give away.**",
    Suit.DIAMONDS: "**Pick a card of yours to lock, or any card to unlock.**",
}

_WORDS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "look at one of your face-down cards",
    Suit.CLUBS: "look at a face-down card of another player",
    Suit.HEARTS: "trade one of your cards for another player's",
    Suit.DIAMONDS: "lock one of your cards or unlock any",
}


def power_words(suit: Suit | None) -> str:
    """Describe a suit's power; a joker has none."""
    return "do nothing" if suit is None else _WORDS[suit]


_MATCHES: Final = {2: "pair", 3: "triple", 4: "four of a kind"}


def placed(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the rounds scored so far (B4.2, B4.3)."""
    return ranks(view.pieces, view.totals, view.results[-1].handle)


def kind(scored: Scored) -> str:
    """Name a recipe: ``pair``, ``triple``, ``run``, ``fifteen``, ``flush``, ``joker``."""
    if scored.recipe is Recipe.MATCH:
        return _MATCHES[len(scored.places)]
    return "joker" if scored.recipe is Recipe.KABOBO else scored.recipe.value


def terms(cards: Sequence[Card] | Mapping[int, Card], scored: Scored) -> str:
    """Write out a recipe by the cards in its places: ``triple 3 + 3 + 3 = 9``, ``joker 15``."""
    values = [cards[place].value for place in scored.places]
    if len(values) == 1:
        return f"{kind(scored)} {scored.points}"
    return f"{kind(scored)} {' + '.join(map(str, values))} = {scored.points}"


def sum_of(cards: Sequence[Card], kabob: Kabob) -> str:
    """Write out a kabob, recipe by recipe."""
    return "; ".join(terms(cards, scored) for scored in kabob.recipes) or "no recipe"


def short_sum(kabob: Kabob, *, named: bool) -> str:
    """Write a kabob's sum in one line: ``triple 9 + fifteen 15 = 24``, or without names."""
    points = [str(scored.points) for scored in kabob.recipes]
    if named:
        parts = zip(map(kind, kabob.recipes), points, strict=True)
        points = [f"{name} {scored}" for name, scored in parts] or ["no recipe"]
    sum_needed = len(points) > 1 or not kabob.recipes
    return f"{' + '.join(points)}{f' = {kabob.points}' * sum_needed}".removeprefix(" = ")


def proposal(scene: Scene[View], action: act.Action) -> str:  # noqa: C901, PLR0911, PLR0912 - an action each
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    match action:
        case act.Peek(first, second):
            return f"Look at your {place_words(first)} and {place_words(second)} cards"
        case act.TakeDiscard(place):
            card = card_words(view.discard_pile[0])
            return f"Take the {card} in place of your {place_words(place)} card"
        case Draw():
            return "Draw a card"
        case act.Keep(place):
            return f"Keep {_drawn(view)} in place of your {place_words(place)} card"
        case act.Season():
            return f"Discard {_drawn(view)}"
        case Decline():
            return "Leave the power unused"
        case act.Call():
            return "Call “Kabobo!”"
        case act.Check(place):
            return f"Look at your {place_words(place)} card"
        case act.Look(spot):
            return f"Look at {_spot_words(scene, spot)}"
        case act.Trade(place, spot):
            return f"Trade your {place_words(place)} card for {_spot_words(scene, spot)}"
        case act.Lock(place):
            return f"Lock your {place_words(place)} card"
        case act.Unlock(spot):
            return f"Unlock {_spot_words(scene, spot)}"
        case NextRound():
            return "Go on to the next round"


def _spot_words(scene: Scene[View], spot: Spot) -> str:
    if spot.seat == scene.view.viewer:
        return f"your {place_words(spot.place)} card"
    return whose(scene.seats, spot)


def _drawn(view: View) -> str:
    return "the card you drew" if view.drawn is None else f"the {card_words(view.drawn)}"
