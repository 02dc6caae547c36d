"""What the players' rules say of Kabobo! and no other test of its rules shows."""

import pytest

from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scoring import score
from tests.games.kabobo.rules.at import at, do, hand
from tests.games.kabobo.rules.test_dealing import dealt


def test_40_turns_and_30_rounds_are_usual_b2_8_b4_3() -> None:
    options = KaboboOptions()
    assert (options.max_turns, options.max_rounds, options.memory_aid) == (40, 30, True)
    assert KaboboOptions(max_turns=7, max_rounds=3, memory_aid=False) != options


def test_cards_that_are_peeked_at_stay_face_down_b1_2() -> None:
    state = KABOBO.apply(dealt(2), 0, KABOBO.parse("peek 1 2")).state
    assert [shown.startswith("?") for shown in hand(state).split()] == [True] * 4
    assert [shown.partition("/")[2] for shown in hand(state).split()] == ["0peek", "0peek", "", ""]


@pytest.mark.parametrize(
    ("kabob", "parts"),
    [
        ("3D 3C QH 3H", [9, 15]),
        ("6D 9C X 3H", [15, 15]),
        ("4C 5C 6C 7C", [22, 15, 22]),
        ("4D 4C 9H 9S", [18]),
        ("5D 5C 5H AS", [15, 15]),
        ("AD 2C 3H KS", [6, 15]),
        ("QS KC AH 2S", [15]),
        ("3D 3C 4H 5S", [6, 12, 15]),
        ("KD KC KH KS", [52]),
        ("2D 4C 8H QS", []),
    ],
)
def test_what_each_recipe_of_the_examples_scores_b3_4(kabob: str, parts: list[int]) -> None:
    found = score([card(text) for text in kabob.split()])
    assert sorted(each.points for each in found.recipes) == sorted(parts)
    assert found.points == sum(parts)


@pytest.mark.parametrize(
    ("kabob", "points"),
    [("X X 2D 4D", [15, 15]), ("2D 4D 8D X", [15]), ("7D 8C X 2H", [15, 15])],
)
def test_a_joker_makes_no_pair_no_flush_and_no_fifteen_b3_3(kabob: str, points: list[int]) -> None:
    found = score([card(text) for text in kabob.split()])
    assert [each.points for each in found.recipes] == points


@pytest.mark.parametrize(("action", "now"), [("take 1", "5S"), ("keep 1", "?5S/0draw")])
def test_a_card_taken_or_kept_gives_no_power_nor_does_the_one_replaced_b2_3(
    action: str, now: str
) -> None:
    """Both cards are spades."""
    before = at("?9S ?3C\n?6D ?9C", draw_pile="5S 8C", discard_pile="5S")
    state = do(before, *(["draw"] if action == "keep 1" else []), action)
    assert hand(state).split()[0] == now
    assert (str(state.discard_pile[0]), state.to_move) == ("9S", 1)
    assert all(str(each) != "check 2" for each in KABOBO.legal(state, 0))
