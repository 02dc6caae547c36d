"""Contracts, melds, laying off, going out (C2.3, C2.4, C4.1-C4.5)."""

import pytest

from bot.game.rounds import MatchEnded, RoundEnded
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Side
from bot.games.capit.rules.view import End, LaidContract, LaidMeld, LaidOff, Phase
from tests.game.playing import scored
from tests.games.capit.rules.at import ANY, at, card, do, hand, laid, legal, meld, refusal, watch

LAID = [
    (1, "7H7S2D", "8C8D8H", "lay set 7H7S2D set 8C8D8H"),
    (1, "5H5S5D", "5C5D5H", "lay set 5H5S5D set 5C5D5H"),  # of one rank (C2.4)
    (2, "7H7S2D", "9STSJSQS", "lay set 7H7S2D run 9STSJSQS"),
    (2, "7H7S2D", "9STSJSQS", "lay run 9STSJSQS set 7H7S2D"),  # in any order (C8.5)
    (3, "6S7S8S9S", "TSJSQSKS", "lay run 6S7S8S9S run TSJSQSKS"),  # one after the other (C2.4)
    (3, "6S7S8S9S", "6S7S8S9S", "lay run 6S7S8S9S run 6S7S8S9S"),
    (4, "7H7S2D8C8D8H", "9S9CX", "lay set 7H7S2D set 8C8D8H set 9S9CX"),
    (5, "3H4H5H", "8STSJSQSKSASX", "lay run 3H4H5H run 8SXTSJSQSKSAS"),
    (1, "7H7S7D7C2D", "8C8D8H", "lay set 7H7S7D7C2D set 8C8D8H"),  # sizes are minimums
    (5, "3H4H5H6H", "7S8STSJSQSKSASX", "lay run 3H4H5H6H run 7S8SXTSJSQSKSAS"),
]


def spaced(*cards: str) -> str:
    text = "".join(cards)
    return text.replace("X", "X ").translate({ord(suit): f"{suit} " for suit in "CDHS"})


@pytest.mark.parametrize(("number", "first", "second", "action"), LAID)
def test_every_rounds_contract_c2_3_c2_4_c8_5(
    number: int, first: str, second: str, action: str
) -> None:
    state = at(f"{spaced(first, second)} KD", number=number)
    after, happened = watch(state, action)
    assert hand(after) == "KD"
    assert after.laid == {0}
    (event, *_) = happened
    assert isinstance(event, LaidContract)
    assert [f"0 {each}" for each in event.melds] == laid(after)
    assert event.first == 0


@pytest.mark.parametrize(
    ("number", "cards", "action", "rule"),
    [
        (1, "7H7S2D8C8D", "lay set 7H7S2D", "C2.3"),
        (1, "7H7S2D9STSJSQS", "lay set 7H7S2D run 9STSJS", "C2.3"),
        (2, "7H7S2D9STSJS", "lay set 7H7S2D run 9STSJS", "C2.3"),  # the run is too short
        (3, "6S7S8S9STSJSQS", "lay run 6S7S8S9S run TSJSQS", "C2.3"),
        (5, "3H4H5H6H8S9STSJSQSKS", "lay run 3H4H5H6H run 8S9STSJSQSKS", "C2.3"),
        (1, "7H7S2D8C8D8H9S9C9D", "lay set 7H7S2D set 8C8D8H set 9S9C9D", "C2.3"),  # no more
        (1, "7H7S2D8C8D", "lay set 7H7S2D set 8C8D8H", "C4.1"),  # not in the hand
        (1, "7H7S8C8D8H", "lay set 7H7S7H set 8C8D8H", "C4.1"),  # not twice
        (1, "7H7S9D8C8D8H", "lay set 7H7S9D set 8C8D8H", "C2.1"),
    ],
)
def test_what_is_no_contract_c2_3_c4_1(number: int, cards: str, action: str, rule: str) -> None:
    assert refusal(at(f"{spaced(cards)} KD", number=number), action).rule == rule


def test_the_contract_is_laid_once_a_round_c4_1() -> None:
    state = at("7H 7S 7D 8C 8D 8H KD", "0 set 9S9C9D")
    assert refusal(state, "lay set 7H7S7D set 8C8D8H").rule == "C4.1"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("lay set 7H7S7D", "C4.1"),  # nor is it the contract
        ("lay set 7H8S set 9C9D9H", "C4.1"),
        ("meld set 7H8S", "C4.2"),  # nor are they a meld, nor may it be laid before the contract
        ("off 1 2D", "C4.2"),
        ("off 9 7H", "C4.2"),  # nor is there such a meld
        ("off 1 5S 2 7H", "C4.2"),
        ("swap 2.3 5H: off 1 X", "C4.4"),  # nor may it be done before the contract
        ("swap 2.3 5S: meld set 8C8DX", "C4.4"),
        ("discard 7H", "C4.5"),
    ],
)
def test_a_card_that_is_not_held_comes_before_other_objections(action: str, rule: str) -> None:
    """And each is refused by the rule by which it would be laid or discarded."""
    state = at("5S 5C 5D KD", "1 set 7S7C7D\n1 run 3S4SX6S")
    refused = refusal(state, action)
    assert refused.sentence == "You don't have that card."
    assert refused.rule == rule


def test_the_turn_comes_before_the_cards_c1_3() -> None:
    """Whatever someone else tries, and whatever the phase: it is not their turn."""
    laying = at("5S 5C 5D KD", "1 set 7S7C7D\n1 run 3S4SX6S")
    for action in ("take", "draw", "lay set 7H7S7D", "meld set 5S5C5D", "discard 7H", "next"):
        refused = refusal(laying, action, seat=1)
        assert (refused.rule, refused.sentence) == ("C1.3", "It isn't your turn.")


def test_before_the_contract_nothing_else_is_laid_c4_3() -> None:
    state = at("7H 5S 5C 5D KD", "1 set 7S7C7D\n1 run 3S4SX6S")
    for action in ("meld set 5S5C5D", "off 1 7H", "swap 2.3 5S: off 1 X"):
        assert refusal(state, action).rule == "C4.3"
    assert {*legal(state)} == {"discard 7H", "discard 5S", "discard 5C", "discard 5D", "discard KD"}


def test_with_the_contract_more_is_laid_in_the_same_turn_c4_2() -> None:
    state = at("7H 7S 7D 8C 8D 8H 9S TS JS QS 7C KD", "1 run 4D5D6D")
    after, happened = watch(
        state, "lay set 7H7S7D set 8C8D8H", "meld run 9STSJS", "off 4 QS", "off 2 7C", "discard KD"
    )
    assert laid(after) == [
        "1 run 4D5D6D", "0 set 7H7S7D7C", "0 set 8C8D8H", "0 run 9STSJSQS",
    ]  # fmt: skip
    assert happened[1:4] == [
        LaidMeld(0, 3, meld("run 9STSJS")),
        LaidOff(0, 3, 0, (card("QS"),), Side.HIGH),
        LaidOff(0, 1, 0, (card("7C"),), Side.HIGH),
    ]


def test_cards_are_laid_off_on_anybodys_meld_at_both_ends_c4_2() -> None:
    state = at("3S 4S 8S KD", "2 run 5S6S7S", laid="0")
    after = do(state, "off 1 low 3S4S", "off 1 8S")
    assert laid(after) == ["2 run 3S4S5S6S7S8S"]
    assert refusal(state, "off 1 3S").rule == "C4.2"
    assert refusal(state, "off 2 3S").rule == "C4.2"


def test_the_player_says_how_cards_are_read_c2_4() -> None:
    """2-3-4 of spades, or 3-4-5 with the 2 as the 5."""
    state = at("2S 3S 4S KD", laid="0")
    low, high = do(state, "meld run 2S3S4S"), do(state, "meld run 3S4S2S")
    assert (low.melds[0].meld.rank, high.melds[0].meld.rank) == (2, 3)
    assert {"meld run 2S3S4S", "meld run 3S4S2S"} <= {*legal(state)}


def test_who_lays_the_last_card_is_out_without_a_discard_c4_5_c5_1() -> None:
    state = at("7H\nKD 2S X\nAS\n9C", "1 set 7S7C7D", laid="0")
    after, happened = watch(state, "off 1 7H")
    assert isinstance(happened[-1], RoundEnded)
    assert scored(after).end is End.OUT
    assert scored(after).points == (0, 45, 15, 5)


def test_who_discards_the_last_card_is_out_c4_5() -> None:
    after = do(at("7H"), "discard 7H")
    assert scored(after).end is End.OUT
    assert scored(after).points[0] == 0


def test_the_contract_alone_can_be_the_way_out_c4_5() -> None:
    assert scored(do(at("7H 7S 7D 8C 8D 8H"), "lay set 7H7S7D set 8C8D8H")).end is End.OUT


def test_runs_of_any_suits_meet_a_contract_c2_1() -> None:
    state = at("6S 7H 8S 9C TS JS QS KD 3C", number=3, options=ANY)
    assert do(state, "lay run 6S7H8S9C run TSJSQSKD").laid == {0}
    assert refusal(at("6S 7H 8S 9C TS JS QS KD", number=3), "lay run 6S7H8S9C run TSJSQSKD")


def test_every_list_of_choices_is_legal_in_the_very_position() -> None:
    state = at("2S 3S 4S 5S X 7H 9H", "1 set 7S7C2D\n2 run 6HX8H", laid="0")
    for action in legal(state):
        do(state, action)


def test_after_the_last_round_the_lowest_total_wins_c5_3() -> None:
    state = at("7H\n7S\n7S\n9C KD", number=5)
    after, happened = watch(state, "discard 7H")
    assert after.phase is Phase.OVER
    assert happened[-1] == MatchEnded(ranks=(1, 2, 2, 4), totals=(0, 5, 5, 15))


def test_equal_totals_share_the_win_c5_3() -> None:
    over = do(at("7H\n7S\n9C\nKC", phase=Phase.DRAW, draw_pile="", number=5), "draw")
    outcome = CAPIT.outcome(over)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks) == ((5, 5, 5, 10), (1, 1, 1, 4))
