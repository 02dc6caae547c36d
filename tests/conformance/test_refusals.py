"""What every game objects to first, and that the rules that it cites exist."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame, IllegalActionError, Seat
from bot.game.moves import NextRound
from tests.conformance.playout import ALL_GAMES, Turn, playout
from tests.house.files import ROOT
from tests.short import some_seats_first

EXAMPLES = ROOT / "tests" / "golf" / "seeds"
"""The rulebooks of games that are not registered."""

OVER = "The match is over."
NOT_YOUR_TURN = "It isn't your turn"

cases = pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))


def tried(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Turn, Seat, Any]]:
    """Yield what any seat might try in some positions: whatever is done in that match."""
    turns = list(playout(game, seats, seed))
    seen = list({str(turn.action): turn.action for turn in turns}.values())
    source = random.Random(seed)
    for turn in source.sample(turns, min(len(turns), 30)):
        actions = [turn.action, NextRound(), *source.sample(seen, min(len(seen), 20))]
        yield from ((turn, seat, action) for seat in range(seats) for action in actions)


def refused(game: AnyGame, state: object, seat: Seat, action: object) -> IllegalActionError | None:
    try:
        game.check(state, seat, action)
    except IllegalActionError as refusal:
        return refusal
    return None


def exists(game: AnyGame, rule: str) -> bool:
    """Whether a number, but for the letter of its part, is one that the game's rulebook tells.

    A game without a rulebook has the one rule T1; that of an example lies beside it.
    """
    topics = rulebook(game.name) or rulebook(game.name, EXAMPLES)
    told = {number for topic in topics for number in topic.rules} or {"T1"}
    return re.sub("[a-z]$", "", rule) in told


@cases
def test_who_has_nothing_to_decide_is_told_that_first(game: AnyGame, seats: int) -> None:
    """Not which cards they lack, nor what has to be done before."""
    told = 0
    for turn, seat, action in tried(game, seats, seed=700 + seats):
        if seat not in game.to_act(turn.state):
            refusal = refused(game, turn.state, seat, action)
            assert refusal is not None
            assert refusal.sentence.startswith(NOT_YOUR_TURN), (str(action), refusal)
            told += 1
    assert told


@cases
def test_nobody_else_is_told_that_it_is_not_their_turn(game: AnyGame, seats: int) -> None:
    for turn, seat, action in tried(game, seats, seed=800 + seats):
        if seat in game.to_act(turn.state):
            refusal = refused(game, turn.state, seat, action)
            assert refusal is None or not refusal.sentence.startswith(NOT_YOUR_TURN)


@cases
def test_after_the_match_all_are_told_that_it_is_over(game: AnyGame, seats: int) -> None:
    turns = list(playout(game, seats, seed=900 + seats))
    for action in {str(turn.action): turn.action for turn in turns}.values():
        for seat in range(seats):
            refusal = refused(game, turns[-1].after, seat, action)
            assert refusal is not None
            assert (refusal.sentence, exists(game, refusal.rule)) == (OVER, True)


@cases
def test_every_rule_that_is_cited_exists(game: AnyGame, seats: int) -> None:
    cited = set()
    for turn, seat, action in tried(game, seats, seed=1_000 + seats):
        refusal = refused(game, turn.state, seat, action)
        cited |= set() if refusal is None else {refusal.rule}
    assert cited
    assert {rule for rule in cited if not exists(game, rule)} == set()
