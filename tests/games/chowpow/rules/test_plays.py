"""What is listed of what may be laid: all of it, or some of each sort (P3.1, P3.6)."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.games.chowpow.rules.cards import Card, read_cards
from bot.games.chowpow.rules.deck import default_deck
from bot.games.chowpow.rules.hand import MOST, SOME, fit, plays, singles

DECK = default_deck().cards


def brute(hand: tuple[Card, ...], laid: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Return every way, by trying all."""
    return {
        tuple(sorted(way))
        for size in range(1, len(hand) + 1)
        for way in combinations(hand, size)
        if fit((*laid, *way))
    }


@given(st.permutations(DECK), st.integers(1, 9), st.integers(0, 3))
def test_all_ways_are_listed_once_if_they_are_not_too_many(
    deck: list[Card], size: int, before: int
) -> None:
    hand, laid = tuple(deck[:size]), tuple(deck[size : size + before])
    if not fit(laid):
        laid = ()
    found, every = plays(hand, laid), brute(hand, laid)
    assert len(set(found)) == len(found)
    assert set(found) <= every
    if len(every) <= MOST:
        assert set(found) == every
        assert list(singles(hand, laid)) == [way for way in found if len(way) == 1]


@given(st.permutations(DECK), st.integers(10, 40))
def test_of_a_large_hand_the_best_of_each_faction_is_listed(deck: list[Card], size: int) -> None:
    hand = tuple(deck[:size])
    found = plays(hand)
    assert len(found) <= 1000
    assert all(fit(way) for way in found)
    for code in {card.code for card in hand if not card.is_wild}:
        best = tuple(sorted(card for card in hand if card.code == code or card.is_wild))
        if len(best) <= SOME:
            assert best in found
        assert all((card,) in found for card in (min(best), max(best)) if card.code == code)


def test_a_large_hand_is_listed_quickly_and_in_short_texts() -> None:
    found = plays(DECK)
    assert found
    assert max(map(len, found)) <= SOME + 1
    assert read_cards("T2") in found
