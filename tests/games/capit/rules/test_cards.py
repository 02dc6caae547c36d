"""The cards (C1.1, C1.2) and what they cost (C5.1)."""

from collections import Counter

import pytest

from bot.games.capit.rules.cards import JOKER, PACK, deck_for, points, read_cards, write_cards


@pytest.mark.parametrize(("seats", "cards", "jokers"), [(4, 108, 4), (5, 162, 6), (6, 162, 6)])
def test_there_are_two_decks_for_four_and_three_for_more_c1_1(
    seats: int, cards: int, jokers: int
) -> None:
    deck = Counter(deck_for(seats))
    assert deck.total() == cards
    assert deck[JOKER] == jokers
    assert {deck[card] for card in PACK} == {jokers // 2}


@pytest.mark.parametrize(
    ("cards", "cost"),
    [
        ("X", 20),
        ("2S", 15),
        ("AH", 15),
        ("KSQSJSTS", 40),
        ("9S8S7S6S5S4S3S", 35),
        ("ASKS9S2SX", 65),
    ],
)
def test_what_is_left_in_the_hand_costs_c5_1(cards: str, cost: int) -> None:
    assert sum(map(points, read_cards(cards))) == cost


def test_jokers_and_twos_are_wild_c1_2() -> None:
    assert {str(card) for card in (*PACK, JOKER) if card.is_wild} == {"2C", "2D", "2H", "2S", "X"}


def test_every_card_reads_back() -> None:
    cards = (*PACK, JOKER)
    assert read_cards(write_cards(cards)) == cards
    assert len({*map(str, cards)}) == 53


@pytest.mark.parametrize("text", ["", "1H", "7h", "7", "H7", "7H ", "10H", "XX7", "7HX7", "J"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a list of cards"):
        read_cards(text)
