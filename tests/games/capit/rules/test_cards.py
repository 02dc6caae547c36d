"""The cards (C1.1, C1.2), what they cost (C5.1), and actions in words that read back."""

from collections import Counter

import pytest

from bot.game.contract import UnreadableActionError
from bot.games.capit.rules.cards import JOKER, PACK, deck_for, read_cards, write_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.scoring import points


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


@pytest.mark.parametrize(
    "text",
    [
        "take",
        "push",
        "draw",
        "next",
        "discard 7H",
        "discard X",
        "lay set 7H7S2D set 8C8DX",
        "lay run 3H4H5H run 8S9STSXQSKSAS",
        "meld run 2S3S4S",
        "off 2 7H",
        "off 12 low 3S4S",
        "off 2 7H 12 low 3S4S 3 KD",
        "swap 2.3 5S: off 4 X",
        "swap 10.13 AS: off 4 low X",
        "swap 2.3 5S: meld set KHKSX",
    ],
)
def test_actions_read_back(text: str) -> None:
    assert str(CAPIT.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "discard",
        "discard 7H7S",
        "discard 1H",
        "discard H7",
        "lay",
        "lay set",
        "lay set 7H7",
        "lay set 7H7S7D ",
        "lay set 7H7S7D run",
        "meld 7H7S7D",
        "meld pair 7H7S",
        "off 0 7H",
        "off 1",
        "off 1 high 7H",
        "off 1000 7H",
        "off 1 7H 2",
        "off 1 7H 2 high 8H",
        "off 1 7H  2 8H",
        "off 1 7H 1000 8H",
        "off 1 7H off 2 8H",
        "swap 2.3 5S: off 4 X 5 7H",
        "swap 2.3 5S",
        "swap 2.3 5S6S: off 4 X",
        "swap 2.3 5S: discard X",
        "swap 2.0 5S: off 4 X",
        "swap 2x3 5S: off 4 X",
        "swap 2.3 5S: swap 1.1 X: off 4 X",
        "take 7H",
        "push\n",
    ],
)
def test_other_texts_do_not(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        CAPIT.parse(text)
