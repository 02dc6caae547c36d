"""Whatever is played, the table stays as the rules say: a state machine looks for the way out."""

from importlib import import_module

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.game.machine import table_of
from tests.games.own import having


@pytest.mark.parametrize("game", having("rules/machine.py"))
def test_every_position_is_as_the_rules_say(game: str, *, thorough: bool) -> None:
    guide = import_module(f"tests.games.{game}.rules.machine").GUIDE
    usual = settings(max_examples=60 if thorough else 20, stateful_step_count=30)
    run_state_machine_as_test(table_of(guide), settings=usual)
