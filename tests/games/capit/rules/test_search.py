"""What can be laid, listed and lacking: all searches compared with plain brute force."""

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from types import FrameType
from typing import Final

import pytest

from bot.game.contract import IllegalActionError
from bot.games.capit.rules import choices
from bot.games.capit.rules.actions import Swap
from bot.games.capit.rules.cards import (
    EVERY_CARD,
    JOKER,
    PACK,
    WILDS,
    Card,
    Suit,
    deck_for,
    read_cards,
)
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import (
    CONTRACTS,
    Demand,
    Kind,
    Meld,
    best_filling,
    fillings,
    read_meld,
)
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Plan, missing_for, plans
from bot.games.capit.rules.state import State
from lab.bench.playouts import crowded
from tests.games.capit.rules import plain_search
from tests.games.capit.rules.plain_search import all_ways

SMALL: Sequence[Sequence[Demand]] = (
    (Demand(Kind.SET, 3), Demand(Kind.SET, 3)),
    (Demand(Kind.SET, 3), Demand(Kind.RUN, 4)),
    (Demand(Kind.RUN, 4), Demand(Kind.RUN, 4)),
    (Demand(Kind.SET, 2), Demand(Kind.SET, 2), Demand(Kind.SET, 2)),
    (Demand(Kind.RUN, 3), Demand(Kind.RUN, 5)),
)
"""The contracts, the last two smaller: brute force looks at every order of the cards."""


def small_hand(source: random.Random) -> list[Card]:
    """Return nine cards of few ranks and suits, among them many wilds, so that much can be laid."""
    low = source.randint(2, 9)
    pool = [c for c in PACK if low <= c.rank <= low + 5 and c.suit in ("S", "H")] * 2
    wilds = [card for card in PACK if card.is_wild] + [JOKER] * 2
    count = source.randint(0, 4)
    return source.sample(pool, 9 - count) + source.sample(wilds, count)


def in_any_order(ways: Iterator[tuple[Meld, ...]]) -> set[tuple[Meld, ...]]:
    return {tuple(sorted(way, key=str)) for way in ways}


def wilds(way: Sequence[Meld]) -> int:
    return sum(card.is_wild for meld in way for card in meld.cards)


@pytest.mark.parametrize("run_suit", RunSuit)
@pytest.mark.parametrize("contract", SMALL)
def test_all_ways_to_lay_a_contract_are_found_c2_3(
    contract: Sequence[Demand], run_suit: RunSuit, hands: int
) -> None:
    source = random.Random(f"hands {contract} {run_suit}")
    found = 0
    for _ in range(hands):
        hand = small_hand(source)
        expected = in_any_order(all_ways(hand, contract, run_suit))
        planned = plans(hand, contract, run_suit)
        ways = [way for plan in planned for way in fillings(hand, plan.shapes)]
        assert in_any_order(iter(ways)) == expected
        assert len(ways) == len(expected), "each way once"
        for plan in planned:
            check_best(hand, plan)
        found += len(expected)
    assert found > hands


def check_best(hand: list[Card], plan: Plan) -> None:
    """The filling that is proposed is one of them, with as few wilds as any."""
    best = best_filling(hand, plan.shapes)
    ways = {*fillings(hand, plan.shapes)}
    assert tuple(sorted(best, key=str)) in in_any_order(iter(ways))
    assert wilds(best) == plan.wilds == min(map(wilds, ways))


@pytest.mark.parametrize("run_suit", RunSuit)
def test_a_hand_without_naturals_lays_but_twos_c2_2(run_suit: RunSuit) -> None:
    hand = read_cards("2C2D2H2SXXXX")
    assert plans(hand, CONTRACTS[0], run_suit)
    assert not plans(read_cards("XXXXXXXX"), CONTRACTS[0], run_suit)
    assert not plans(read_cards("2CXXXXXXX"), CONTRACTS[0], run_suit), "one natural for two sets"


def test_one_card_is_not_the_natural_one_of_two_melds_c2_2() -> None:
    contract = (Demand(Kind.SET, 3), Demand(Kind.RUN, 3))
    hand = read_cards("7S2C2D2HXX")
    found = plans(hand, contract, RunSuit.SAME)
    assert found
    for plan in found:
        assert {shape.rank for shape in plan.shapes} & {2}


def test_what_needs_few_wilds_comes_first_and_then_what_costs_most() -> None:
    hand = read_cards("7S7H7DKSKHKD9C9DX")
    first, *rest = plans(hand, CONTRACTS[0], RunSuit.SAME)
    assert [shape.rank for shape in first.shapes] == [7, 13]
    assert first.wilds == 0
    assert [plan.wilds for plan in rest] == sorted(plan.wilds for plan in rest)


def test_the_proposal_uses_jokers_before_twos_and_twos_in_their_place() -> None:
    hand = read_cards("2S3S4S5SX7D7C2H")
    (plan,) = (
        plan
        for plan in plans(hand, CONTRACTS[1], RunSuit.SAME)
        if [shape.rank for shape in plan.shapes] == [7, 2]
    )
    assert [*map(str, best_filling(hand, plan.shapes))] == ["set X7C7D", "run 2S3S4S5S"]


def test_a_plan_that_cannot_be_laid_has_no_filling() -> None:
    (plan, *_) = plans(read_cards("7S7H7D"), (Demand(Kind.SET, 3),), RunSuit.SAME)
    with pytest.raises(ValueError, match="too few"):
        best_filling(read_cards("7S7H"), plan.shapes)
    with pytest.raises(ValueError, match="no natural"):
        best_filling(read_cards("XXX"), plan.shapes)


MOST_STEPS: Final = 20_000
"""Calls of functions that a list may take: the worst takes a few milliseconds."""


@pytest.mark.parametrize("run_suit", RunSuit)
def test_contracts_are_those_of_a_plain_search_c2_3(run_suit: RunSuit, hands: int) -> None:
    source = random.Random(f"contracts {run_suit}")
    found = 0
    for contract in CONTRACTS:
        for _ in range(hands):
            hand = random_hand(source, [*deck_for(4)])
            listed = [*choices.contracts(hand, contract, run_suit)]
            assert listed == [*plain_search.contracts(hand, contract, run_suit)]
            found += len(listed)
    assert found > hands


@pytest.mark.parametrize("run_suit", RunSuit)
def test_what_is_laid_later_is_that_of_a_plain_search_c4_2(run_suit: RunSuit, hands: int) -> None:
    source = random.Random(f"melds {run_suit}")
    found = 0
    for _ in range(3 * hands):
        deck = [*deck_for(6)]
        melds = [meld for _ in range(8) if (meld := random_meld(source, deck, run_suit))]
        hand = random_hand(source, deck)
        listed = [
            *choices.new_melds(hand, run_suit),
            *choices.lay_offs(hand, melds),
            *choices.swaps(hand, melds, run_suit),
        ]
        assert listed == [*plain_search.after_contract(hand, melds, run_suit)]
        found += sum(isinstance(action, Swap) for action in listed)
    assert found > hands


def random_hand(source: random.Random, deck: list[Card]) -> tuple[Card, ...]:
    """Return a hand of neighbouring ranks and some wilds, so that much can be laid."""
    low = source.randint(2, 10)
    few = [card for card in deck if low <= card.rank <= low + 4 or card.is_wild]
    return tuple(sorted(source.sample(few, source.randint(1, min(16, len(few))))))


def random_meld(source: random.Random, deck: list[Card], run_suit: RunSuit) -> Meld | None:
    """Take a meld with wilds out of a deck, or None if that fails."""
    kind, lowest, suit = source.choice([*Kind]), source.randint(2, 12), source.choice("CDHS")
    cards: list[Card] = []
    for at in range(source.randint(3, 5)):
        rank = lowest + (at if kind is Kind.RUN else 0)
        fit = [
            card for card in deck if card.rank == rank and (kind is Kind.SET or card.suit == suit)
        ]
        wild = [card for card in deck if card.is_wild]
        card = source.choice(wild if wild and (not fit or source.random() < 0.5) else fit or deck)
        deck.remove(card)
        cards.append(card)
    try:
        return read_meld(kind, tuple(cards), run_suit)
    except IllegalActionError:
        return None


@pytest.mark.parametrize("state", [*crowded()])
def test_even_the_most_crowded_position_takes_few_steps(state: State) -> None:
    assert len(CAPIT.legal(state, 0)) > 50
    assert steps(state) < MOST_STEPS


def steps(state: State) -> int:
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        CAPIT.legal(state, 0)
    finally:
        sys.setprofile(None)
    return calls


SMALLEST: Sequence[Sequence[Demand]] = (
    (Demand(Kind.SET, 2), Demand(Kind.SET, 2)),
    (Demand(Kind.SET, 2), Demand(Kind.RUN, 3)),
    (Demand(Kind.RUN, 3), Demand(Kind.RUN, 3)),
)
"""Contracts of up to six cards: brute force looks at every order of them."""

POOL = read_cards("3S3H4S5S2SX")
"""Cards for small hands: a pair, a run, a 2 in its natural place, and a joker."""

LARGEST = 3


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
@pytest.mark.parametrize("contract", SMALLEST)
def test_all_small_hands_lack_what_brute_force_says(
    contract: Sequence[Demand], run_suit: RunSuit, *, thorough: bool
) -> None:
    """C2.2, C2.3: every hand of two or three cards at most, and each of them with any card more."""
    lacking, largest = set(), LARGEST if thorough else LARGEST - 1
    for size in range(largest + 1):
        for hand in combinations_with_replacement(POOL, size):
            now = any(True for _ in all_ways(hand, contract, run_suit))
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
def test_the_nearest_choice_lacks_as_many(contract: Sequence[Demand], run_suit: RunSuit) -> None:
    """Its melds are those of the contract; with natural cards in its unfilled places it is laid."""
    wheel, deck = random.Random(5), deck_for(4)
    for size in (5, 8, 10, 12) * 3:
        hand = wheel.sample(deck, size)
        lack = missing_for(hand, contract, run_suit)
        assert [Demand(part.shape.kind, part.shape.size) for part in lack.nearest] == [*contract]
        places = [place for part in lack.nearest for place in part.unfilled]
        suits = [place.suit or min(EVERY_CARD - {*WILDS}).suit for place in places]
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
        each = (
            "".join(word + suit for suit in Suit) if len(word) == 1 else word
            for word in any_of.split()
        )
        naturals = {card for word in each for card in read_cards(word)}
        assert lack.any_of == (naturals | {*WILDS} if naturals else set())
