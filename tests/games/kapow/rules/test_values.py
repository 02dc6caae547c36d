"""What the rules are made of are values: equal, hashable, and unchangeable."""

from dataclasses import FrozenInstanceError

import pytest

from bot.game.contract import Step
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.positions import Position, face_up, position
from bot.games.kapow.rules.state import State
from tests.games.kapow.rules.at import at, watch
from tests.games.kapow.rules.pictures import parse_hand


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


def test_a_draft_begins_with_all_that_its_state_has() -> None:
    state, _ = watch(at("phase take\n\n1 ?2\n3 ?4\n5 ?6"), "take draw")
    draft = Draft(state)
    assert draft.freeze() == Step(state, ())


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
