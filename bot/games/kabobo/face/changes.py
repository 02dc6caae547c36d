"""Lines about what a choice would change: a card taken, kept or traded, and the powers.

Without the memory aid (B5.2) there are none: they would have to ignore what players remember.
"""

from collections.abc import Sequence

from bot.face.face import Scene
from bot.face.names import IN_LINE, bold
from bot.game.contract import Seat
from bot.games.kabobo.face.known import cards_words, made_of, offer_line
from bot.games.kabobo.face.labels import card_label
from bot.games.kabobo.face.powers import POWER_PROMPTS
from bot.games.kabobo.face.worth import (
    best,
    known_cards,
    known_of_others,
    offer,
    sure,
    unknown_places,
)
from bot.games.kabobo.rules.actions import Trade
from bot.games.kabobo.rules.cards import PLACES, Card, Suit
from bot.games.kabobo.rules.view import View

__all__ = ["best_take", "best_trade", "by_place", "power_prompt"]


def best_take(view: View, seat: Seat, top: Card) -> str:
    """Say what the top discard would be worth in its best place."""
    if not view.options.memory_aid:
        return ""
    known = known_cards(view.hands[seat])
    found = best([offer(known, place, top) for place in _by_need(view, seat)])
    if found.points <= sure(known).points:
        return f"The {card_label(top)} adds no points to the cards you know."
    return offer_line(known, found, _left_unknown(view, seat, found.place))


def by_place(view: View, seat: Seat, card: Card) -> str:
    """Say what a card would be worth in each place, and what makes the best one."""
    if not view.options.memory_aid:
        return ""
    known = known_cards(view.hands[seat])
    offers = [offer(known, place, card) for place in PLACES]
    chosen = best([offers[place] for place in _by_need(view, seat)])
    gains = chosen.points > sure(known).points
    figures = [str(each.points) for each in offers]
    if gains:
        figures[chosen.place] = f"**{chosen.points}**"
    told = " · ".join(f"{place + 1}: {points}" for place, points in enumerate(figures))
    made = f"Best: {made_of(known, chosen)}." if gains else "It adds none."
    return f"Points with it as card {told}. {made}"


def best_trade(scene: Scene[View], seat: Seat, trades: Sequence[Trade]) -> str:
    """Say which known card of the others would be worth most to trade for."""
    view = scene.view
    if not view.options.memory_aid:
        return ""
    known = known_cards(view.hands[seat])
    cards = dict(known_of_others(view, seat))
    possible = [trade for trade in trades if trade.spot in cards]
    if not possible:
        return "You know none of the cards you could get."
    found = max(possible, key=lambda each: offer(known, each.place, cards[each.spot]).points)
    got = offer(known, found.place, cards[found.spot])
    if got.points <= sure(known).points:
        return "No card that you know of would add points."
    line = offer_line(known, got, _left_unknown(view, seat, found.place))
    owner = bold(scene.seats, found.spot.seat, IN_LINE)
    return line.replace("With the", f"With {owner}'s", 1)


def power_prompt(view: View, seat: Seat, suit: Suit | None) -> str:
    """Return what to do with the power of a suit, and what it is good for."""
    if suit is None:
        return ""
    lines = [POWER_PROMPTS[suit]]
    if suit is Suit.DIAMONDS and (scoring := _scoring(view, seat)):
        lines.append(f"Your points are in {cards_words(scoring)}. A locked card can't be traded.")
    return "\n".join(lines)


def _scoring(view: View, seat: Seat) -> list[int]:
    """Return the places of the known cards that score."""
    recipes = sure(known_cards(view.hands[seat])).recipes
    return sorted({place for scored in recipes for place in scored.places})


def _by_need(view: View, seat: Seat) -> list[int]:
    """Return the places, first those that no known recipe uses."""
    scoring = _scoring(view, seat)
    return sorted(PLACES, key=lambda place: place in scoring)


def _left_unknown(view: View, seat: Seat, place: int) -> int:
    """Return how many cards stay unknown if one is replaced."""
    return len([other for other in unknown_places(view.hands[seat]) if other != place])
