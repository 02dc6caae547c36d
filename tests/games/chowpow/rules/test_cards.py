"""The cards (P1.1, P1.2), their notation, and the slots of the grid (P2.1)."""

from collections import Counter

import pytest

from bot.games.chowpow.rules.cards import (
    SLOTS,
    match,
    neighbours,
    read_cards,
    read_slot,
    write_cards,
)
from bot.games.chowpow.rules.deck import default_deck
from tests.games.chowpow.rules.at import card


def test_eighty_four_cards_p1_1() -> None:
    deck = default_deck()
    kinds = Counter(map(str, deck.cards))
    assert len(deck.cards) == 84
    assert [faction.name for faction in deck.factions] == [
        "Fruit", "Veg", "Bakery", "Grill", "Sweets", "Sea"
    ]  # fmt: skip
    plain = {f"{code}{number}": 2 for code in "FVBGSE" for number in range(1, 7)}
    assert kinds == {**plain, "W3": 6, "T2": 6}


def test_the_order_before_the_shuffle_p7_1() -> None:
    assert write_cards(default_deck().cards[:14]) == "F1F1F2F2F3F3F4F4F5F5F6F6V1V1"
    assert write_cards(default_deck().cards[-12:]) == "W3" * 6 + "T2" * 6


@pytest.mark.parametrize(
    ("one", "other", "matches"),
    [
        ("F1", "F6", True), ("F1", "V1", False), ("F1", "W3", True), ("T2", "F1", True),
        ("W3", "T2", True), ("W3", "W3", True), ("T2", "T2", True),
    ],
)  # fmt: skip
def test_cards_match_by_faction_and_wilds_match_all_p2_2_p1_2(
    one: str, other: str, *, matches: bool
) -> None:
    assert match(card(one), card(other)) == matches
    assert match(card(other), card(one)) == matches


def test_the_notation_of_cards_reads_back() -> None:
    every = default_deck().cards
    assert read_cards(write_cards(every)) == every


@pytest.mark.parametrize("text", ["", "F", "F0", "f1", "F10", "1F", "F1 F2", "?"])
def test_other_words_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a list of cards"):
        read_cards(text)


def test_sixteen_slots_p2_1() -> None:
    assert [str(slot) for slot in SLOTS] == [row + column for row in "abcd" for column in "1234"]
    assert [read_slot(str(slot)) for slot in SLOTS] == list(SLOTS)
    assert [slot.place for slot in SLOTS] == list(range(16))


@pytest.mark.parametrize("text", ["", "a", "a0", "a5", "e1", "A1", "a11"])
def test_other_words_are_no_slots(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a slot"):
        read_slot(text)


@pytest.mark.parametrize(
    ("slot", "touching"),
    [
        ("a1", "a2 b1 b2"),
        ("b2", "a1 a2 a3 b1 b3 c1 c2 c3"),
        ("c4", "b3 b4 c3 d3 d4"),
    ],
)
def test_slots_touch_diagonally_too_p2_3(slot: str, touching: str) -> None:
    assert " ".join(map(str, neighbours(read_slot(slot)))) == touching
