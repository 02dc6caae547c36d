"""The deck and what a position can hold (section 1); cards, actions, hands and rounds in words."""

from collections import Counter
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import UnreadableActionError, known
from bot.game.deck import Chance
from bot.game.rounds import Setup
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import (
    DECK,
    LONE_KAPOW,
    Card,
    Place,
    Position,
    card,
    face_up,
    position,
)
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import lying
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from tests.conformance.playout import playout
from tests.games.kapow.rules.at import at, format_hand, format_round, parse_hand, parse_round, watch

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
    for each in fields(State):
        with pytest.raises(FrozenInstanceError):
            setattr(state, each.name, None)


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


PLACES = [f"{column}{row}" for column in "1234" for row in "tmb"]


def test_every_action_reads_as_it_is_written() -> None:
    texts = [
        *["take draw", "take discard", "discard", "end", "next"],
        *(f"replace {place}" for place in PLACES),
        *(
            f"{way} {place} {sign}"
            for way in ("top", "beneath")
            for place in PLACES
            for sign in "+-"
        ),
        *(f"swap {first} {second}" for first in PLACES for second in PLACES),
        *(f"reveal {first} {second}" for first in PLACES for second in PLACES if first < second),
    ]
    in_order = [text for text in texts if str(KAPOW.parse(text)) == text]
    assert len(set(texts) - set(in_order)) == 4 * 3
    assert all(text.startswith("reveal") for text in set(texts) - set(in_order))


def test_the_two_places_of_an_opening_come_in_either_order_k9_1() -> None:
    assert KAPOW.parse("reveal 2b 1t") == Reveal(Place(0, 0), Place(1, 2))
    assert KAPOW.parse("reveal 1b 1t") == Reveal(Place(0, 0), Place(0, 2))


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "take", "take deck", "Take draw", "take  draw", "take draw ", "discard 1t"],
        *["replace", "replace 5t", "replace 0t", "replace 1x", "replace t1", "replace 1t 2t"],
        *["top 1t", "top 1t 1", "top 1t ±", "beneath + 1t", "swap 1t", "swap 1t 2t 3t", "end\n"],
        *["reveal 1t", "reveal 1t,2t", "replace \u0661t", "next round", "\0", "9" * 10_000],
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError, match="no action of Kapow!"):
        KAPOW.parse(text)


def test_a_hand_is_a_picture_of_three_lines() -> None:
    picture = "12   ?4 . ?\nP1+2 ?K . K\n0    9  . 5+1-2"
    assert format_hand(parse_hand(picture)) == picture


@pytest.mark.parametrize(
    "picture", ["", "1\n2", "1 2\n3\n4 5", "1\n2\n3\n4", "1\n.\n3", "1\n2\n13", "1\nx\n3"]
)
def test_other_pictures_are_no_hands(picture: str) -> None:
    with pytest.raises(ValueError, match=r"three lines|isn't a position|isn't a card"):
        parse_hand(picture)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_round_reads_as_it_is_written(seats: int) -> None:
    for turn in playout(KAPOW, seats, seed=seats, options=KapowOptions(rounds=1)):
        read = parse_round(format_round(turn.after), turn.after.setup)
        assert read == replace(turn.after, results=())


SETUP = Setup(KapowOptions(), 1, Chance(bytes(32)))
ROUND = "number 1\nphase take\nstarter 0\nto move 0\nturn 1\ndraw 3\ndiscard\n\n?1\n?2\n?3\n"


def test_a_round_says_only_what_is_unusual() -> None:
    assert format_round(parse_round(ROUND, SETUP)) == ROUND


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *[("number 1\n", ""), ("number 1", "number one"), ("phase take", "phase tea")],
        *[("turn 1", "turn 1\nturn 1"), ("draw 3", "draw 3 99"), ("turn 1", "turn 1\nwind 3")],
        *[("turn 1", "turn 1\ndrawn 7"), ("turn 1", "turn 1\ndrawn 7 hand"), ("\n?1", "\n1 2 3")],
    ],
)
def test_other_texts_are_no_rounds(old: str, new: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_round(ROUND.replace(old, new), SETUP)
