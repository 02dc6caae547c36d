"""The deck (B1.1) and its notation."""

from collections import Counter

import pytest

from bot.games.kabobo.rules.cards import DECK, Card, Spot, Suit, card


def test_fifty_four_cards_b1_1() -> None:
    assert len(DECK) == 54
    suits = Counter(each.suit for each in DECK)
    assert [suits[suit] for suit in Suit] == [13] * 4
    assert suits[None] == 2
    assert sorted({each.value for each in DECK}) == [*range(1, 14), 15]
    assert max(Counter(map(str, DECK)).values()) == 2, "only the jokers are alike"


@pytest.mark.parametrize(
    ("text", "value"),
    [("AS", 1), ("2C", 2), ("10H", 10), ("JD", 11), ("QS", 12), ("KC", 13), ("X", 15)],
)
def test_values_b1_1(text: str, value: int) -> None:
    assert card(text).value == value
    assert str(card(text)) == text


def test_the_notation_reads_back() -> None:
    assert [card(str(each)) for each in DECK] == list(DECK)
    assert str(Spot(1, 3)) == "2.4"


@pytest.mark.parametrize("text", ["", "1S", "11S", "A", "S", "as", "XX", "?"])
def test_other_words_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a card"):
        card(text)


def test_jokers_have_no_suit() -> None:
    assert Card(15, None).is_joker
    assert not card("KS").is_joker
