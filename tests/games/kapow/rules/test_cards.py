"""The deck and what a position can hold (section 1), and their notation."""

from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.kapow.rules.cards import (
    DECK,
    LONE_KAPOW,
    Card,
    Place,
    Position,
    card,
    face_up,
    known,
    position,
)
from bot.games.kapow.rules.hand import lying
from bot.games.kapow.rules.state import State
from tests.games.kapow.rules.at import at, watch
from tests.games.kapow.rules.pictures import parse_hand

MODIFIERS = st.lists(st.sampled_from([-2, -1, 1, 2]), max_size=5).map(tuple)
POWER = {1: Card.POWER_1, 2: Card.POWER_2}


def powerset(upper: Card, modifiers: tuple[int, ...]) -> Position:
    return Position((upper, *(POWER[abs(modifier)] for modifier in modifiers)), True, modifiers)


def test_the_deck_has_118_cards_k1_1() -> None:
    assert len(DECK) == 118
    assert Counter(map(str, DECK)) == {
        **dict.fromkeys(["0", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"], 8),
        **dict.fromkeys(["1", "2"], 4),
        **dict.fromkeys(["P1", "P2"], 8),
        "K": 6,
    }


def test_a_power_card_alone_is_worth_its_face_k1_2() -> None:
    assert [str(face) for face in Card if face.is_power] == ["P1", "P2"]
    assert [face.face for face in Card if face is not Card.KAPOW] == [*range(13), 1, 2]


def test_a_kapow_card_has_no_face_value_k1_3() -> None:
    with pytest.raises(ValueError, match="no face value"):
        _ = Card.KAPOW.face


def test_cards_read_as_they_are_written() -> None:
    assert [card(str(face)) for face in Card] == list(Card)


@pytest.mark.parametrize("text", ["", "13", "P3", "k", "-1", "01", "٣", " 1"])
def test_other_texts_name_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a card"):
        card(text)


@given(st.sampled_from(Card), MODIFIERS)
def test_positions_read_as_they_are_written(upper: Card, modifiers: tuple[int, ...]) -> None:
    lying_open = powerset(upper, modifiers)
    assert position(str(lying_open)) == lying_open
    assert lying_open.is_powerset == bool(modifiers)
    face_down = Position((upper,))
    assert position(str(face_down)) == face_down
    assert position("?") == Position((None,))


@pytest.mark.parametrize("text", ["", "?5+1", "5+3", "5+", "13", "5 +1", "??", "P", ".", "5+1?"])
def test_other_texts_are_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r"isn't a card|isn't a position"):
        position(text)


def test_only_a_kapow_card_face_up_and_alone_is_lone_k4_5() -> None:
    assert LONE_KAPOW.is_lone_kapow
    assert not position("?K").is_lone_kapow
    assert not position("K+1").is_lone_kapow
    assert not position("9").is_lone_kapow


def test_a_card_of_a_view_may_be_unknown() -> None:
    assert known(Card.C3) is Card.C3
    with pytest.raises(ValueError, match="unknown"):
        known(None)


def test_what_lies_in_a_place() -> None:
    hand = parse_hand("1 .\n2 .\n3 .")
    assert [str(lying(hand, Place(0, row))) for row in range(3)] == ["1", "2", "3"]
    nowhere = [Place(1, 0), Place(2, 0), Place(-1, 0), Place(0, 3), Place(0, -1)]
    assert [lying(hand, place) for place in nowhere] == [None] * len(nowhere)


def test_a_state_cannot_be_changed_once_an_action_is_carried_out() -> None:
    state, _ = watch(at("phase take\n\n1 ?2\n3 ?4\n5 ?6"), "take draw")
    assert type(state) is State
    for name in State._fields:
        with pytest.raises(AttributeError):
            setattr(state, name, None)


def test_an_action_leaves_the_state_before_as_it_was() -> None:
    before = at("drawn 7 draw\n\n5 ?4 1\n6 ?5 2\n?9 9 9")
    kept = repr(before)
    watch(before, "replace 1b")
    assert repr(before) == kept


def test_equal_positions_are_equal() -> None:
    made = Position((Card.C5, Card.POWER_1), face_up=True, modifiers=(-1,))
    assert made == position("5-1")
    assert hash(made) == hash(position("5-1"))
    assert Position((Card.C5,), face_up=True) == face_up(Card.C5)
    assert Position((Card.C5,)) != face_up(Card.C5)
    with pytest.raises(FrozenInstanceError):
        made.face_up = False  # type: ignore[misc]


def test_triads_of_equal_positions_are_equal() -> None:
    (one, other), (again, _) = parse_hand("1 2\n?3 4\nK 5"), parse_hand("1 .\n?3 .\nK .")
    assert one == again
    assert one is not again
    assert hash(one) == hash(again)
    assert repr(one) == repr(again)
    assert one != other
