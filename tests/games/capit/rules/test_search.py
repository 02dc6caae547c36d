"""The search for contracts and melds finds all there is: compared with plain brute force."""

import random
from collections.abc import Iterator, Sequence

import pytest

from bot.games.capit.rules.cards import JOKER, PACK, Card, read_cards
from bot.games.capit.rules.fillings import best_filling, fillings
from bot.games.capit.rules.melds import CONTRACTS, Demand, Kind, Meld
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Plan, plans
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
    source = random.Random(f"{contract} {run_suit}")
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
