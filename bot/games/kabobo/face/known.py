"""What a player knows of the cards: sure points, as unknown cards only add some, and finds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from bot.face.cards import card_label, rank_sign
from bot.face.face import Scene, is_scored
from bot.face.markdown import IN_LINE, counted
from bot.face.phrases import bold, listed, small
from bot.game.contract import Seat
from bot.games.kabobo.face.descriptions import POWER_PROMPTS, kind, laid_label, terms
from bot.games.kabobo.rules.actions import Trade
from bot.games.kabobo.rules.cards import (
    DECK,
    PLACES,
    Card,
    Kabob,
    Scored,
    Spot,
    Suit,
    points_of_some,
    score,
)
from bot.games.kabobo.rules.view import Laid, LookedAt, Traded, Unlocked, View

Known: TypeAlias = Mapping[int, Card]
"""By their places in a kabob."""

_DECK: Final = Counter(DECK)
_AN: Final = (1, 8)
"""The values whose sign is spoken with a vowel: A and 8."""

_NONE: Final = (
    "Remember what you've seen.",
    "You don't know any of your cards yet.",
)
"""What is said of a kabob of unknown cards, without and with the memory aid (B5.2)."""


def remembered(scene: Scene[View]) -> Scene[View]:
    """Return the scene without what the viewer has to remember, if there's no memory aid (B5.2)."""
    view = scene.view
    if view.options.memory_aid or is_scored(view):
        return scene
    hands = tuple(
        tuple(laid if laid.face_up else laid._replace(card=None) for laid in hand)
        for hand in view.hands
    )
    return replace(scene, view=replace(view, hands=hands))


class Offer(NamedTuple):
    """A card that could lie in a place, and the sure points with it there."""

    place: int
    card: Card
    points: int


def known_cards(hand: Iterable[Laid]) -> Known:
    """Return the cards of a hand that the viewer knows."""
    return {place: laid.card for place, laid in enumerate(hand) if laid.card is not None}


def _unknown_places(hand: Iterable[Laid]) -> list[int]:
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
    """Return the best card for an unknown place, if one adds points; of equals, the smallest."""
    hand = view.hands[seat]
    known, places = known_cards(hand), _unknown_places(hand)
    if not places:
        return None
    seen = Counter(view.discard_pile)
    seen.update(card for each in view.hands for card in known_cards(each).values())
    if view.drawn is not None:
        seen[view.drawn] += 1
    unseen = sorted(card for card, count in _DECK.items() if seen[card] < count)
    find = best([offer(known, places[0], card) for card in unseen])
    return find if find.points > sure(known).points else None


def cards_line(view: View, seat: Seat) -> str:
    """Return a seat's cards as a block quote, ended by an empty line."""
    return f"> {_cards(view.hands[seat])}\n"


def _cards(hand: Iterable[Laid]) -> str:
    return " · ".join(f"{laid_label(laid)}{' face up' * laid.face_up}" for laid in hand)


def points_line(view: View, seat: Seat) -> str:
    """Return the points that are sure, by recipe, and what is still unknown."""
    hand = view.hands[seat]
    known, places = known_cards(hand), _unknown_places(hand)
    if len(places) == len(PLACES):
        return _NONE[view.options.memory_aid]
    kabob = sure(known)
    least = "At least " if places else ""
    first = f"**{least}{counted(kabob.points, 'point')}**: {_recipes(known, kabob.recipes)}."
    if not kabob.recipes:
        first = "**No recipe yet.**" if places else "**0 points**: no recipe."
    return " ".join((first, *_unknown(view, seat, places)))


def sure_points(view: View, seat: Seat) -> Iterator[str]:
    """Yield the points that are sure, if any, in a few words."""
    kabob = sure(known_cards(view.hands[seat]))
    if made := _names(kabob.recipes):
        yield f"You know of **{counted(kabob.points, 'point')}** ({made})."


def _recipes(known: Known, recipes: Iterable[Scored]) -> str:
    return "; ".join(terms(known, scored) for scored in _best_first(recipes))


def _best_first(recipes: Iterable[Scored]) -> list[Scored]:
    return sorted(recipes, key=lambda scored: -scored.points)


def _unknown(view: View, seat: Seat, places: list[int]) -> Iterator[str]:
    if not places:
        return
    if not view.options.memory_aid:
        yield f"Face down, so not counted: {_cards_words(places)}."
        return
    yield f"You don't know {_cards_words(places)}."
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


def _cards_words(places: Iterable[int]) -> str:
    numbers = [str(place + 1) for place in places]
    return f"card{'s' * (len(numbers) > 1)} {listed(numbers)}"


def _offer_line(known: Known, chosen: Offer, missing: int) -> str:
    least = "at least " if missing else ""
    sign, at = card_label(chosen.card), chosen.place + 1
    total = f"{least}**{counted(chosen.points, 'point')}**"
    made = _names(sure({**known, chosen.place: chosen.card}).recipes)
    now = sure(known).points
    return f"With the {sign} as card {at}: {total} ({made}){f' instead of {now}' * (now > 0)}."


def _names(recipes: Iterable[Scored]) -> str:
    """Return the points of recipes: ``pair 24 + fifteen 15``."""
    return " + ".join(f"{kind(each)} {each.points}" for each in _best_first(recipes))


def seen_line(scene: Scene[View]) -> Iterator[str]:
    """Yield the cards that the viewer has seen since their last action: shown once (B5.2)."""
    view = scene.view
    seen = []
    for seat, hand in enumerate(view.hands):
        whose = "your" if seat == view.viewer else f"{bold(scene.seats, seat, IN_LINE)}'s"
        for place, laid in enumerate(hand, start=1):
            if laid.card is not None and not laid.face_up and view.viewer in laid.fresh:
                seen.append(f"{whose} card {place}, **{card_label(laid.card)}**")
    if seen and not is_scored(view):
        yield f"You saw {listed(seen)}."


def news(scene: Scene[View], seat: Seat) -> str:
    """Tell what no picture shows: a card seen without the aid, and what others did to a hand."""
    seen = [] if scene.view.options.memory_aid else [*seen_line(scene)]
    told = sorted(_done(scene, seat), key=lambda each: each[0])
    return small([*seen, *dict.fromkeys(words for _, words in told)])


def _done(scene: Scene[View], seat: Seat) -> Iterator[tuple[int, str]]:
    """Yield what others did to a seat's cards, the last one first, by how much it matters."""
    for event in reversed(scene.past):
        match event:
            case Traded(by, Spot(_, own), Spot(whose, place)) if whose == seat:
                who = bold(scene.seats, by, IN_LINE)
                yield 0, f"{who} traded their card {own + 1} for your card {place + 1}."
            case Unlocked(by, Spot(whose, place)) if whose == seat != by:
                yield 1, f"{bold(scene.seats, by, IN_LINE)} unlocked your card {place + 1}."
            case LookedAt(by, Spot(whose, place)) if whose == seat != by:
                yield 2, f"{bold(scene.seats, by, IN_LINE)} looked at your card {place + 1}."


def others_line(scene: Scene[View], seat: Seat) -> str:
    """Return the others' pieces, points and cards, as far as the viewer knows them."""
    view = scene.view
    return "; ".join(
        f"{bold(scene.seats, other, IN_LINE)} ({counted(view.pieces[other], 'piece')}, "
        f"{counted(view.totals[other], 'point')}): {_cards(view.hands[other])}"
        for other in (*range(seat + 1, view.seats), *range(seat))
    )


def best_place(view: View, seat: Seat, card: Card) -> str:
    """Say what a card would be worth in its best place."""
    if not view.options.memory_aid:
        return ""
    known = known_cards(view.hands[seat])
    found = best([offer(known, place, card) for place in _by_need(view, seat)])
    now = sure(known).points
    if found.points <= now:
        return f"The {card_label(card)} adds {f'nothing to your {now}' if now else 'no'} points."
    return _offer_line(known, found, _left_unknown(view, seat, found.place))


def best_trade(scene: Scene[View], seat: Seat, trades: Sequence[Trade]) -> str:
    """Say which known card of the others would be worth most to trade for."""
    view = scene.view
    if not view.options.memory_aid:
        return ""
    known = known_cards(view.hands[seat])
    cards = {
        Spot(other, place): card
        for other, hand in enumerate(view.hands)
        if other != seat
        for place, card in known_cards(hand).items()
    }
    possible = [trade for trade in trades if trade.spot in cards]
    if not possible:
        return "You don't know the cards you could get."
    found = max(possible, key=lambda each: offer(known, each.place, cards[each.spot]).points)
    got = offer(known, found.place, cards[found.spot])
    if got.points <= sure(known).points:
        return "No card you know would add points."
    line = _offer_line(known, got, _left_unknown(view, seat, found.place))
    owner = bold(scene.seats, found.spot.seat, IN_LINE)
    return line.replace("With the", f"With {owner}'s", 1)


def power_prompt(view: View, seat: Seat, suit: Suit | None) -> str:
    """Return what to do with the power of a suit, and what it is good for."""
    if suit is None:
        return ""
    lines = [POWER_PROMPTS[suit]]
    if suit is Suit.DIAMONDS and (scoring := _scoring(view, seat)):
        lines.append(f"Your points are in {_cards_words(scoring)}. A locked card can't be traded.")
    return "\n".join(lines)


def _scoring(view: View, seat: Seat) -> list[int]:
    recipes = sure(known_cards(view.hands[seat])).recipes
    return sorted({place for scored in recipes for place in scored.places})


def _by_need(view: View, seat: Seat) -> list[int]:
    """Return the places, first those that no known recipe uses."""
    scoring = _scoring(view, seat)
    return sorted(PLACES, key=lambda place: place in scoring)


def _left_unknown(view: View, seat: Seat, place: int) -> int:
    return len({*_unknown_places(view.hands[seat])} - {place})
