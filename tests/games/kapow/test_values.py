"""What the rules are made of are values: equal, hashable, unchangeable, and made once."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields

import pytest

from bot.games.kapow.cards import Card
from bot.games.kapow.draft import Draft
from bot.games.kapow.pictures import parse_hand
from bot.games.kapow.positions import FACE_UP, Position, position
from bot.games.kapow.remembered import Remembered
from bot.games.kapow.state import State
from tests.games.kapow.at import at, watch


def test_a_state_cannot_be_changed_once_an_action_is_carried_out() -> None:
    """The draft that it was can be changed."""
    state, _ = watch(at("phase take\n\n1 ?2\n3 ?4\n5 ?6"), "take draw")
    assert type(state) is State
    for field in fields(State):
        with pytest.raises(FrozenInstanceError):
            setattr(state, field.name, None)


def test_an_action_leaves_the_state_before_as_it_was() -> None:
    before = at("drawn 7 draw\n\n5 ?4 1\n6 ?5 2\n?9 9 9")
    kept = repr(before)
    watch(before, "replace 1b")
    assert repr(before) == kept


def test_a_draft_begins_with_all_that_its_state_has() -> None:
    state, _ = watch(at("phase take\n\n1 ?2\n3 ?4\n5 ?6"), "take draw")
    draft = Draft(state)
    for field in fields(State):
        wanted = () if field.name == "events" else getattr(state, field.name)
        assert getattr(draft, field.name) == wanted


def test_equal_positions_are_the_same_object() -> None:
    made = Position((Card.C5, Card.POWER_1), face_up=True, modifiers=(-1,))
    assert made is position("5-1")
    assert made is copy.deepcopy(made)
    assert made is pickle.loads(pickle.dumps(made))  # noqa: S301 - it was written just before
    assert Position((Card.C5,), True) is FACE_UP[Card.C5]
    assert Position((Card.C5,)) is not FACE_UP[Card.C5]


def test_positions_made_in_many_threads_are_the_same_object() -> None:
    def make(_: int) -> Position:
        return Position((Card.C7, *[Card.POWER_2] * 5), True, (2, -2, 2, -2, 2))

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(make, range(200)))
    assert {id(lying) for lying in made} == {id(made[0])}


def test_triads_of_equal_positions_are_equal() -> None:
    (one, other), (again, _) = parse_hand("1 2\n?3 4\nK 5"), parse_hand("1 .\n?3 .\nK .")
    assert one == again
    assert one is not again
    assert hash(one) == hash(again)
    assert repr(one) == repr(again)
    assert one != other


def test_what_is_remembered_begins_anew_when_it_is_full() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    doubles = Remembered(double, most=2)
    assert [doubles[number] for number in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]
    assert doubles[3] == 6
    assert len(doubles) == 1
    assert doubles[1] == 2
    assert asked == [1, 2, 3, 1]
