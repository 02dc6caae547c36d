"""The usual options of a server give way to what is asked for, and to what is not allowed."""

from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.kapow.rules.game import KAPOW
from bot.league.settings import with_usual


def test_usual_options_stand_beside_those_given() -> None:
    assert with_usual(KAPOW, {"rounds": 5, "cards": 9}, {"rounds": 2}) == {"rounds": 2, "cards": 9}
    assert with_usual(KAPOW, {}, {"rounds": 2}) == {"rounds": 2}
    assert with_usual(KAPOW, {"rounds": 5}, {}) == {"rounds": 5}


@pytest.mark.parametrize("bad", [{"rounds": 99}, {"rounds": "x"}, {"jokers": 1}, {"max_swaps": 1}])
def test_usual_options_of_another_version_are_left_out(bad: Mapping[str, JsonValue]) -> None:
    assert with_usual(KAPOW, {**bad, "cards": 9}, {}) == {"cards": 9}


def test_only_what_is_offered_in_the_lobby_can_be_usual() -> None:
    assert with_usual(CHOWPOW, {"deck": "nonsense", "hot_sauce": True}, {}) == {"hot_sauce": True}


def test_of_options_that_exclude_each_other_the_given_one_stays() -> None:
    usual: Mapping[str, JsonValue] = {"battle_buffet": True, "memory_aid": False}
    assert with_usual(CHOWPOW, usual, {"own_size": True}) == {"own_size": True}
    usual = {"own_size": True, "memory_aid": False}
    expected = {"memory_aid": False, "battle_buffet": True}
    assert with_usual(CHOWPOW, usual, {"battle_buffet": True}) == expected


def test_options_given_that_are_not_allowed_come_back_as_they_are() -> None:
    assert with_usual(KAPOW, {"cards": 9}, {"rounds": 99}) == {"rounds": 99}
