"""Cards and costs (C1, C5.1), melds and what wilds stand for (section 2), and actions in words."""

from collections import Counter

import pytest

from bot.game.contract import IllegalActionError, UnreadableActionError
from bot.games.capit.rules.cards import JOKER, PACK, deck_for, points, read_cards, write_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Kind, Side, joined, read_meld
from bot.games.capit.rules.options import RunSuit
from tests.games.capit.rules.at import at, card, do, laid, meld, refusal


@pytest.mark.parametrize(("seats", "cards", "jokers"), [(4, 108, 4), (5, 162, 6), (6, 162, 6)])
def test_there_are_two_decks_for_four_and_three_for_more_c1_1(
    seats: int, cards: int, jokers: int
) -> None:
    deck = Counter(deck_for(seats))
    assert deck.total() == cards
    assert deck[JOKER] == jokers
    assert {deck[card] for card in PACK} == {jokers // 2}


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
        *("take", "push", "draw", "next", "discard 7H", "discard X", "lay set 7H7S2D set 8C8DX"),
        *("lay run 3H4H5H run 8S9STSXQSKSAS", "meld run 2S3S4S", "off 2 7H", "off 12 low 3S4S"),
        *("off 2 7H 12 low 3S4S 3 KD", "swap 2.3 5S: off 4 X", "swap 10.13 AS: off 4 low X"),
        "swap 2.3 5S: meld set KHKSX",
    ],
)
def test_actions_read_back(text: str) -> None:
    assert str(CAPIT.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("discard", "discard 7H7S", "discard 1H", "discard H7", "lay", "lay set", "lay set 7H7"),
        *("lay set 7H7S7D ", "lay set 7H7S7D run", "meld 7H7S7D", "meld pair 7H7S", "off 0 7H"),
        *("off 1", "off 1 high 7H", "off 1000 7H", "off 1 7H 2", "off 1 7H 2 high 8H"),
        *("off 1 7H  2 8H", "off 1 7H 1000 8H", "off 1 7H off 2 8H", "swap 2.3 5S: off 4 X 5 7H"),
        *("swap 2.3 5S", "swap 2.3 5S6S: off 4 X", "swap 2.3 5S: discard X"),
        *("swap 2.0 5S: off 4 X", "swap 2x3 5S: off 4 X", "swap 2.3 5S: swap 1.1 X: off 4 X"),
        *("take 7H", "push\n"),
    ],
)
def test_other_texts_do_not(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        CAPIT.parse(text)


SAME, ANY = RunSuit


def rule_against(kind: str, cards: str, run_suit: RunSuit = SAME) -> str:
    with pytest.raises(IllegalActionError) as refused:
        read_meld(Kind(kind), read_cards(cards), run_suit)
    return refused.value.rule


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("7H7S2D", 7),
        ("7H7H7H", 7),  # several decks
        ("XX9S", 9),
        ("2C2DX", 2),
        ("2HXX", 2),
        ("2C2D2H", 2),
        ("KH2S2C2DXXX", 13),
    ],
)
def test_sets_c2_1_c2_2(cards: str, rank: int) -> None:
    assert meld(f"set {cards}").rank == rank


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("9STSJS", 9),
        ("QSKSAS", 12),  # the ace is high
        ("2S3S4S", 2),
        ("X3S4S", 2),
        ("3S4S2S", 3),  # the same cards as 3-4-5
        ("2H9STS", 8),
        ("2HXX", 2),
        ("2H2SX", 2),
        ("XX9S", 7),
        ("9SXX", 9),
        ("2S3S4S5S6S7S8S9STSJSQSKSAS", 2),
    ],
)
def test_runs_of_one_suit_c2_1_c2_2(cards: str, rank: int) -> None:
    found = meld(f"run {cards}")
    assert found.rank == rank
    assert found.suit == next(c.suit for at, c in enumerate(found.cards) if found.is_natural(at))


@pytest.mark.parametrize(
    ("kind", "cards", "rule"),
    [
        ("set", "7H7S", "C2.1"),
        ("set", "7H7S8S", "C2.1"),
        ("set", "XXX", "C2.2"),
        ("run", "7S8S", "C2.1"),
        ("run", "7S8H9S", "C2.1"),
        ("run", "7S9STS", "C2.1"),
        ("run", "9S8S7S", "C2.1"),
        ("run", "XXX", "C2.2"),
        ("run", "X2H2S", "C2.2"),
        ("run", "AS2S3S", "C2.1"),  # no ace below the 2
        ("run", "KSASX", "C1.2"),
        ("run", "KSAS2S", "C1.2"),
        ("run", "XX3S", "C1.2"),
    ],
)
def test_what_is_no_meld_c2_1_c2_2_c1_2(kind: str, cards: str, rule: str) -> None:
    assert rule_against(kind, cards) == rule


def test_runs_of_any_suits_c2_1_c8_6() -> None:
    found = meld("run 2H3S4D", ANY)
    assert found.suit is None
    assert [found.is_natural(at) for at in range(3)] == [True] * 3
    assert rule_against("run", "2H3S4D").startswith("C2")


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("set 7H7S2D", "++-"),
        ("set 2C2DX", "++-"),
        ("run 2S3S4S", "+++"),
        ("run 2H3S4S", "-++"),
        ("run 3S4S2S", "++-"),
        ("run 2H2SX", "+--"),
    ],
)
def test_a_2_is_natural_as_the_2_of_its_own_rank_only_c2_2(text: str, natural: str) -> None:
    found = meld(text)
    assert "".join("-+"[found.is_natural(at)] for at in range(3)) == natural


@pytest.mark.parametrize(
    ("text", "place", "by", "can"),
    [
        ("run 3S4SX6S", 3, "5S", True),
        ("run 3S4SX6S", 3, "5H", False),
        ("run 2S3S4S", 1, "2S", False),  # a 2 in its natural place
        ("run 2H9STS", 1, "8S", True),  # the 2 of hearts stands for the 8
        ("run X3S4S", 1, "2S", True),
        ("run X3S4S", 1, "2H", False),
        ("run 2H3S4S", 1, "2S", False),  # a 2 of another suit in the 2's place (C4.6)
        ("run 3S4S2H", 3, "5S", True),  # the same cards as 3-4-5
        ("run 3S4SX6S", 1, "3S", False),  # no wild
        ("run 3S4SX6S", 3, "2S", False),  # a wild for a wild
        ("set 7H7S2D", 3, "7D", True),
        ("set 7H7S2D", 3, "7H", True),
        ("set 7H7S2D", 3, "8D", False),
        ("set 2C2DX", 3, "2H", True),
        ("set 2C2DX", 2, "2H", False),
    ],
)
def test_a_natural_card_replaces_a_wild_c4_4_c4_6(
    *, text: str, place: int, by: str, can: bool
) -> None:
    assert meld(text).can_swap(place - 1, card(by)) is can


@pytest.mark.parametrize(
    ("text", "place", "by", "can"),
    [("run 3S4SX6S", 3, "5H", True), ("run X3S4S", 1, "2H", True), ("run 2H3S4S", 1, "2S", False)],
)
def test_in_runs_of_any_suits_any_suit_replaces_c4_4_c8_6(
    *, text: str, place: int, by: str, can: bool
) -> None:
    assert meld(text, ANY).can_swap(place - 1, card(by)) is can


def test_there_is_nothing_to_replace_outside_a_meld() -> None:
    assert not meld("set 7H7S2D").can_swap(3, card("7C"))
    assert not meld("set 7H7S2D").can_swap(-1, card("7C"))


@pytest.mark.parametrize(
    ("text", "side", "cards", "result"),
    [
        ("run 5S6S7S", "low", "3S4S", "run 3S4S5S6S7S"),
        ("run 5S6S7S", "high", "8SX", "run 5S6S7S8SX"),
        ("run 3S4S5S", "low", "2S", "run 2S3S4S5S"),
        ("run 3S4S5S", "low", "2H", "run 2H3S4S5S"),
        ("run QSKSAS", "low", "X", "run XQSKSAS"),
        ("set 7H7S2D", "high", "7H7CX", "set 7H7S2D7H7CX"),
    ],
)
def test_cards_are_laid_off_c4_2(text: str, side: str, cards: str, result: str) -> None:
    assert str(joined(meld(text), read_cards(cards), Side(side))) == result


@pytest.mark.parametrize(
    ("text", "side", "cards"),
    [
        ("run QSKSAS", "high", "X"),
        ("run 2S3S4S", "low", "X"),
        ("run 5S6S7S", "high", "8H"),
        ("run 5S6S7S", "high", "9S"),
        ("run 5S6S7S", "low", "4S3S"),  # from low to high
        ("set 7H7S2D", "high", "8S"),
        ("set 7H7S2D", "low", "7C"),
    ],
)
def test_other_cards_do_not_fit_c4_2(text: str, side: str, cards: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        joined(meld(text), read_cards(cards), Side(side))
    assert refused.value.rule == "C4.2"


def test_the_same_cards_are_a_set_or_a_run_as_their_player_says_c2_1_c2_2() -> None:
    state = at("2C 2D X KD", laid="0")
    assert laid(do(state, "meld set 2C2DX")) == ["0 set 2C2DX"]
    assert laid(do(state, "meld run 2C2DX")) == ["0 run 2C2DX"]
    for first, suit in (("2C2D", "C"), ("2D2C", "D")):
        run = meld(f"run {first}X")
        assert (run.rank, str(run.suit)) == (2, suit)
        assert [run.is_natural(place) for place in range(3)] == [True, False, False]
    assert meld("set 2C2DX").rank == 2
    assert refusal(at("7H KD", "0 set 2C2DX"), "off 1 7H").rule == "C4.2"


@pytest.mark.parametrize(
    ("ranks", "cost"), [("X", 20), ("2", 15), ("A", 15), ("KQJT", 10), ("9876543", 5)]
)
def test_what_each_card_costs_c5_1(ranks: str, cost: int) -> None:
    for rank in ranks:
        for suit in "CDHS":
            assert points(card("X" if rank == "X" else rank + suit)) == cost
