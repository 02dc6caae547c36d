"""What a hand lacks for a contract: compared with brute force and with every card of the deck."""

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest

from bot.games.capit.rules.cards import JOKER, Card, Suit, deck_for, read_cards
from bot.games.capit.rules.melds import CONTRACTS, Demand, Kind
from bot.games.capit.rules.missing import EVERY_CARD, WILD_CARDS, missing_for
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import plans
from tests.games.capit.rules.plain_search import all_ways

SMALL: Sequence[Sequence[Demand]] = (
    (Demand(Kind.SET, 2), Demand(Kind.SET, 2)),
    (Demand(Kind.SET, 2), Demand(Kind.RUN, 3)),
    (Demand(Kind.RUN, 3), Demand(Kind.RUN, 3)),
)
"""Contracts of up to six cards: brute force looks at every order of them."""

POOL = read_cards("3S3H4S5S2SX")
"""Cards for small hands: a pair, a run, a 2 in its natural place, and a joker."""


LARGEST = 3


def laid_by_brute_force(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> bool:
    return any(True for _ in all_ways(hand, contract, run_suit))


def check(hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit, now: bool) -> int:  # noqa: FBT001 - what is compared
    """Check what a hand lacks against what it lacks with any one card more.

    With these checks of all hands, no hand can be told to lack more or fewer cards than it does:
    none without a card more is told complete wrongly, and each card changes the number by one.
    """
    lack = missing_for(hand, contract, run_suit)
    assert (lack.cards == 0) == now
    after = {card: missing_for((*hand, card), contract, run_suit).cards for card in EVERY_CARD}
    assert {*after.values()} <= {lack.cards, max(0, lack.cards - 1)}
    if lack.cards:
        assert min(after.values()) == lack.cards - 1
    completing = {card for card, cards in after.items() if not cards}
    assert lack.any_of == (completing if lack.cards == 1 else set())
    return lack.cards


@pytest.mark.parametrize("run_suit", RunSuit)
@pytest.mark.parametrize("contract", SMALL)
def test_all_small_hands_lack_what_brute_force_says(
    contract: Sequence[Demand], run_suit: RunSuit, *, thorough: bool
) -> None:
    """C2.2, C2.3: every hand of two or three cards at most, and each of them with any card more."""
    lacking, largest = set(), LARGEST if thorough else LARGEST - 1
    for size in range(largest + 1):
        for hand in combinations_with_replacement(POOL, size):
            now = laid_by_brute_force(hand, contract, run_suit)
            lacking.add(check(hand, contract, run_suit, now))
    whole = sum(demand.size for demand in contract)
    assert {*range(whole - largest, whole + 1)} <= lacking


@pytest.mark.parametrize("run_suit", RunSuit)
@pytest.mark.parametrize("number", range(5))
def test_large_hands_lack_what_the_search_for_plans_says(number: int, run_suit: RunSuit) -> None:
    """C2.3, C8.7: hands as they are dealt and grow, some with many wilds."""
    wheel, contract = random.Random(f"{number} {run_suit}"), CONTRACTS[number]
    deck = deck_for(6)
    wilds = [card for card in deck if card.is_wild]
    lacking = set()
    for size, extra in ((3, 0), (6, 2), (9, 0), (10, 0), (11, 3), (14, 1), (20, 0), (5, 6)):
        hand = [*wheel.sample(deck, size), *wheel.sample(wilds, extra)]
        lacking.add(check(hand, contract, run_suit, bool(plans(hand, contract, run_suit))))
    assert len(lacking) > 1


@pytest.mark.parametrize("run_suit", RunSuit)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_nearest_choice_lacks_as_many_cards(
    contract: Sequence[Demand], run_suit: RunSuit
) -> None:
    """Its melds are those of the contract; with natural cards in its unfilled places it is laid."""
    wheel, deck = random.Random(5), deck_for(4)
    for size in (5, 8, 10, 12) * 3:
        hand = wheel.sample(deck, size)
        lack = missing_for(hand, contract, run_suit)
        assert [Demand(part.shape.kind, part.shape.size) for part in lack.nearest] == [*contract]
        places = [place for part in lack.nearest for place in part.unfilled]
        suits = [place.suit or min(EVERY_CARD - WILD_CARDS).suit for place in places]
        filled = [Card(place.rank, suit) for place, suit in zip(places, suits, strict=True)]
        found = plans((*hand, *filled), contract, run_suit)
        shapes = tuple(part.shape for part in lack.nearest)
        assert any(sorted(map(str, plan.shapes)) == sorted(map(str, shapes)) for plan in found)
        assert len(places) - sum(card.is_wild for card in hand) <= lack.cards


@pytest.mark.parametrize(
    ("number", "hand", "cards", "any_of"),
    [
        (2, "7H7S7D8H9HTH", 1, "7 JH"),
        (2, "7S7D8H9HTHX", 1, "7 JH"),
        (1, "7H7S7D9C9D", 1, "9"),
        (1, "XXXX7H", 1, "any natural"),
        (1, "XX7H", 3, ""),
        (1, "7H7S7D9C9D9S", 0, ""),
        (3, "", 8, ""),
    ],
)
def test_examples(number: int, hand: str, cards: int, any_of: str) -> None:
    """C2.3: a set of 7s and 8-10 of hearts, for instance, lack a 7 or a jack of hearts."""
    lack = missing_for(read_cards(hand) if hand else (), CONTRACTS[number - 1], RunSuit.SAME)
    assert lack.cards == cards
    if any_of == "any natural":
        assert lack.any_of == EVERY_CARD - {JOKER}
    else:
        naturals = {card for word in any_of.split() for card in _meant(word)}
        assert lack.any_of == (naturals | WILD_CARDS if naturals else set())


def _meant(word: str) -> tuple[Card, ...]:
    """Read ``7`` as all four of them, ``JH`` as one card."""
    return read_cards(word) if len(word) > 1 else read_cards("".join(word + suit for suit in Suit))
