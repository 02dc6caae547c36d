"""How actions are refused: whose turn it is comes first, and every rule that is cited exists."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.games.game import AnyGame, IllegalActionError, Seat
from bot.games.registry import GAMES
from bot.render.rulebook import rulebook
from tests.conformance.playout import CASES, Turn, playout

cases = pytest.mark.parametrize(
    ("game", "seats"), CASES, ids=lambda case: getattr(case, "name", case)
)

TURNS = 30
"""Positions of a match in which everything is tried."""


def kinds(turns: list[Turn]) -> list[Any]:
    """Return some actions of a match, of each kind at least one."""
    first = {type(turn.action): turn.action for turn in turns}
    return [*first.values(), *(turn.action for turn in turns[:: len(turns) // 10 + 1])]


def refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> IllegalActionError | None:  # noqa: ANN401 - any game's
    try:
        game.check(state, seat, action)
    except IllegalActionError as error:
        return error
    return None


def tried(game: AnyGame, seats: int) -> Iterator[tuple[Any, Seat, list[IllegalActionError]]]:
    """Yield positions and seats with the refusals of actions of every kind."""
    turns = list(playout(game, seats, seed=400 + seats))
    source = random.Random(seats)
    states = [turn.state for turn in source.sample(turns, min(TURNS, len(turns)))]
    for state in (*states, turns[-1].after):
        for seat in range(seats):
            refusals = (refusal(game, state, seat, action) for action in kinds(turns))
            yield state, seat, [error for error in refusals if error is not None]


@cases
def test_whoever_is_not_to_act_is_told_so_whatever_they_try(game: AnyGame, seats: int) -> None:
    for state, seat, refusals in tried(game, seats):
        if seat not in game.to_act(state):
            assert len({str(error) for error in refusals}) == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_rule_that_is_cited_is_one_that_players_can_read(game: AnyGame) -> None:
    known = {number for topic in rulebook(game.name) for number in topic.rules}
    for seats in game.seats:
        for _, _, refusals in tried(game, seats):
            assert {error.rule.rstrip("abcd") for error in refusals} <= known
