"""The twin against the rules: the same legal actions, and the same round after each."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import settings

from bot.game.moves import NextRound
from bot.games.kapow.kai.twin.bridge import code_of, round_of
from bot.games.kapow.kai.twin.moves import apply, legal
from bot.games.kapow.kai.twin.round import MOST, Round
from bot.games.kapow.rules.actions import Action, Discard, Pile, PutBeneath, PutOnTop, Swap, Take
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from bot.kai.compiled import dice
from tests.game.machine import Table
from tests.games.kapow.rules.machine import GUIDE
from tests.helpers import chance

DICE = dice(1)


def legal_codes(game: Round) -> list[int]:
    found = np.zeros(MOST, dtype=np.int64)
    return cast("list[int]", found[: legal(game, found)].tolist())


def after(
    state: State, action: Action, legal_now: Sequence[Action], game: Round | None = None
) -> tuple[State, Round]:
    """Return what comes of an action of the seat to move, on which both agree: state and round.

    What is legal now is the rules' answer, and ``game`` the round of the state if it was made.
    """
    game = round_of(state) if game is None else game
    assert legal_codes(game) == [code_of(each) for each in legal_now]
    then = KAPOW.apply(state, state.to_move, action).state
    apply(game, code_of(action), DICE)
    wanted = round_of(then)
    if then.reshuffles > state.reshuffles:
        _order_alike(game, wanted)
    # What was left above the piles doesn't count.
    game.draw_pile[game.draws :] = 0
    game.discard_pile[game.discards :] = 0
    assert game.tobytes() == wanted.tobytes(), (str(action), state, game, wanted)
    return then, wanted


def _order_alike(game: Round, wanted: Round) -> None:
    """Give a new draw pile the order of another one, if it has the same cards (K5.5)."""
    pile, cards = game.draw_pile[: wanted.draws], wanted.draw_pile[: wanted.draws]
    assert sorted([*pile, game.drawn]) == sorted([*cards, wanted.drawn])
    pile[:], game.drawn = cards, wanted.drawn


RARE = (Swap, PutBeneath, PutOnTop)
IDLE = (Take(Pile.DISCARD), Discard())


def random_options(source: random.Random) -> KapowOptions:
    return KapowOptions(
        rounds=2,
        cards=source.choice([9, 12, None]),
        no_pass=source.random() < 0.3,
        max_swaps=source.choice([1, 2, 24]),
        stall_circuits=source.choice([1, 3]),
        max_reshuffles=source.choice([0, 1, 10]),
    )


def random_action(
    source: random.Random, actions: Sequence[Action], *, idle: bool = False
) -> Action:
    """Choose a rare action more often than others; if ``idle``, give open cards back (K5.6)."""
    back = [action for action in actions if action in IDLE]
    if idle and back:
        return source.choice(back)
    rare = [action for action in actions if isinstance(action, RARE)]
    return source.choice(rare if rare and source.random() < 0.3 else list(actions))


def compare(seats: int, count: int) -> Counter[str]:
    """Compare this many random actions of matches; return how often what rarely happens did."""
    source, seen, number = random.Random(seats), Counter[str](), 0
    while number < count:
        state = KAPOW.new(random_options(source), seats, chance(source.getrandbits(200))).state
        idle, game = source.random() < 0.1, None
        while state.phase is not Phase.OVER and number < count:
            if state.phase is Phase.SCORED:
                seen[state.results[-1].reason] += 1
                state, game = KAPOW.apply(state, 0, NextRound()).state, None
                continue
            actions = KAPOW.legal(state, state.to_move)
            then, game = after(state, random_action(source, actions, idle=idle), actions, game)
            seen["reshuffled"] += then.reshuffles > state.reshuffles
            state = then
            number += 1
    return seen


def test_random_actions_lead_to_the_same_rounds(twin_actions: int) -> None:
    seen = sum((compare(seats, twin_actions) for seats in KAPOW.seats), Counter[str]())
    assert min(seen[each] for each in ("went out", "stalled", "reshuffle limit", "reshuffled")) > 0


class Twins(Table):
    """A match of the rules with its twin beside it."""

    guide = GUIDE

    def act(self, seat: int, action: object) -> None:
        if not isinstance(action, NextRound) and seat == self.state.to_move:
            after(self.state, cast("Action", action), KAPOW.legal(self.state, seat))
        super().act(seat, action)


TestTwins = Twins.TestCase
TestTwins.settings = settings(max_examples=min(30, settings().max_examples), stateful_step_count=40)


def test_a_round_that_is_over_has_no_actions() -> None:
    state = KAPOW.new(KapowOptions(rounds=1), 2, chance(1)).state
    source = random.Random(1)
    while state.phase is not Phase.OVER:
        actions = KAPOW.legal(state, state.to_move)
        state, _ = after(state, random_action(source, actions), actions)
    game = round_of(state)
    assert legal_codes(game) == []
    assert tuple(game.points[:2]) == state.results[-1].points
    with pytest.raises(ValueError, match="no action within a round"):
        code_of(NextRound())
