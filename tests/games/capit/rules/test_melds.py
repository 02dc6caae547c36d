"""Sets and runs, and what each wild stands for (section 2, C4.2-C4.6, section 7)."""

import pytest

from bot.game.contract import IllegalActionError
from bot.games.capit.rules.cards import read_cards
from bot.games.capit.rules.melds import Kind, Side, joined, read_meld
from bot.games.capit.rules.options import RunSuit
from tests.games.capit.rules.at import card, meld

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
    [
        ("run 3S4SX6S", 3, "5H", True),
        ("run X3S4S", 1, "2H", True),
        ("run 2H3S4S", 1, "2S", False),
    ],
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
