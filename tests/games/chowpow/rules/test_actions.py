"""Actions in words, and what is listed of what may be laid (P3.1, P3.6)."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import UnreadableActionError
from bot.games.chowpow.rules.cards import Card, read_cards
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.hand import MOST, SOME, fit, plays, singles
from bot.games.chowpow.rules.options import default_deck


@pytest.mark.parametrize(
    "text",
    [
        "flip b3", "pair a1 b3", "take d4", "pow 2 F1F6W3", "board F6", "pass", "defend V5",
        "counter T2V1", "decline", "lay F1F6W3", "next",
    ],
)  # fmt: skip
def test_actions_read_back(text: str) -> None:
    assert str(CHOWPOW.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [("pair b3 a1", "pair a1 b3"), ("pow 2 W3F6F1", "pow 2 F1F6W3"), ("lay F6F1", "lay F1F6")],
)
def test_slots_of_a_pair_and_cards_may_come_in_any_order(text: str, same: str) -> None:
    assert CHOWPOW.parse(text) == CHOWPOW.parse(same)
    assert str(CHOWPOW.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    [
        "flip", "flip e1", "flip a5", "flip A1", "flip a1 ", "pair a1", "take", "pow F1",
        "pow 0 F1", "pow 7 F1", "pow 2", "pow 2 F", "pow 2 F0", "pow 2 f1", "pow 2 F1 F2",
        "board F1F2", "board", "defend", "counter ", "lay x", "Pass", "declines", "next 1",
    ],
)  # fmt: skip
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        CHOWPOW.parse(text)


DECK = default_deck().cards


def brute(hand: tuple[Card, ...], laid: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    return {
        tuple(sorted(way))
        for size in range(1, len(hand) + 1)
        for way in combinations(hand, size)
        if fit((*laid, *way))
    }


@given(st.permutations(DECK), st.integers(1, 9), st.integers(0, 3))
def test_all_ways_are_listed_once_if_not_too_many(deck: list[Card], size: int, before: int) -> None:
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
