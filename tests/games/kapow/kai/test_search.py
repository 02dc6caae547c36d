"""The search: it considers what is asked for, ends, finds what is best, and looks twice."""

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from bot.games.kapow.kai.engine.search import Match, chance_to_win
from bot.games.kapow.kai.players import Budget, ReviewingKapow, SearchingKapow
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from bot.games.registry import GAMES, judge_for, player_for, reviewer_for, strongest_level
from bot.kai.advice import Prospect
from bot.review.making import advisers_for, make_review
from tests.games.kapow.kai.thoughts import thoughts
from tests.games.kapow.rules.at import at
from tests.kai.matches import playing
from tests.review.matches import match

if TYPE_CHECKING:
    from bot.games.kapow.rules.hand import Hand


QUICK: Final = SearchingKapow(Budget(60, 2, 5))
PHASES = (Phase.OPENING, Phase.TAKE, Phase.PLAY, Phase.KAPOW)

INTERPRETED: Final = """
import sys
sys.modules["numba"] = None
import json
from tests.games.kapow.kai.test_search import prospects
print(json.dumps(prospects(20 * 12)))
"""


def prospects(playouts: int) -> list[list[float]]:
    """Consider one decision of each phase; return what was promised for each choice."""
    kai, found = SearchingKapow(Budget(playouts, 1, 4)), []
    for phase in PHASES:
        thought = next(each for each in thoughts(phase) if each.view.turn > 3 or each.legal)
        told = kai.consider(thought.view, thought.legal)
        found += [
            [each.prospect.points, each.prospect.field, each.prospect.chance] for each in told
        ]
    return found


@pytest.mark.thorough
def test_without_a_compiler_the_same_playouts_promise_the_same() -> None:
    """A twentieth of them: it is the same code, a hundred times slower."""
    made = subprocess.run(
        [sys.executable, "-c", INTERPRETED],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    alike = np.isclose(json.loads(made.stdout), prospects(12), atol=1e-3)
    # Compiled sums are added up in another order: where two choices are equal, it decides.
    assert alike.mean() > 0.7


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_what_is_asked_for_is_considered_too(seats: int) -> None:
    for phase in PHASES:
        thought = next(thoughts(phase, seats=seats))
        for asked in (thought.legal[-1], thought.legal[0]):
            found = QUICK.consider(thought.view, thought.legal, also=[asked])
            actions = [each.action for each in found]
            assert asked in actions
            assert len(set(actions)) == len(actions) <= 7
            values = [each.prospect.chance + 0.01 * each.prospect.margin for each in found]
            assert values == pytest.approx(sorted(values, reverse=True), abs=1e-3)


def test_the_same_view_is_answered_alike() -> None:
    for thought in [*thoughts(*PHASES)][::20]:
        one, two = (QUICK.consider(thought.view, thought.legal) for _ in range(2))
        assert one == two
        assert QUICK.choose(thought.view, thought.legal).action == (
            one[0].action if len(thought.legal) > 1 else thought.legal[0]
        )


def test_an_opening_promises_more_in_two_columns_than_in_one_k3_1() -> None:
    thought = next(
        each for each in thoughts(Phase.OPENING) if each.view.discard_pile[0] is not Card.KAPOW
    )
    alike = Reveal(Place(0, 2), Place(3, 0))
    found = SearchingKapow(Budget(6000, 3, 6)).consider(thought.view, thought.legal, also=[alike])
    promised = {each.action: each.prospect for each in found}
    assert len(promised) == 6
    assert promised[alike] == promised[Reveal(Place(0, 0), Place(1, 0))]
    best = found[0].action
    assert isinstance(best, Reveal)
    assert best.first.column != best.second.column


def test_nobody_swaps_back_and_forth_k4_6() -> None:
    seen: dict[tuple[int, int], list[Hand]] = {}
    swaps = 0
    for state in playing(KAPOW, [QUICK] * 2, 4, KapowOptions(rounds=4)):
        if state.phase is Phase.KAPOW:
            hands = seen.setdefault((state.number, state.turn), [])
            hands.append(state.hands[state.to_move])
            swaps = max(swaps, state.swaps)
    assert swaps
    assert all(len({*hands}) == len(hands) for hands in seen.values())


STANDOFF: Final = """
    phase take
    passes {passes}
    discard 1 9 9 12 12 8 8 8
    draw 3 8 11 8 3 8 10 4 6 7 9 11

    . 0 . K
    . 5 . 11
    . 0 . ?7

    . 0 2 .
    . 0 ?10 .
    . 10 0 ."""


def test_who_is_behind_does_not_pass_until_the_round_ends_k5_6() -> None:
    """Who passed a circuit ago passes again, so a pass ends the round as the hands lie."""
    waiting, ending = (at(STANDOFF.format(passes=passes)) for passes in (0, 5))
    assert KAPOW.view(ending, 0).passes == 5
    before, now = (promised(state, "take discard") for state in (waiting, ending))
    assert now.points - now.field == pytest.approx(48 - 22, abs=8)
    assert now.chance < before.chance
    thinking = SearchingKapow(Budget(1000, 2, 6))
    chosen = thinking.choose(KAPOW.view(ending, 0), KAPOW.legal(ending, 0)).action
    assert str(chosen) == "take draw"


def promised(state: State, action: str) -> Prospect:
    found = SearchingKapow(Budget(1000, 2, 6)).consider(
        KAPOW.view(state, state.to_move), KAPOW.legal(state, state.to_move)
    )
    return next(each.prospect for each in found if str(each.action) == action)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_that_is_over_is_certain_k6_6(seats: int) -> None:
    level, ahead = np.full(seats, 5.0), np.array([4.0] + [5.0] * (seats - 1))
    last = Match(np.zeros(seats), 0)
    assert chance_to_win(level, seats, 0, last, True) == pytest.approx(1 / seats)
    assert chance_to_win(ahead, seats, 0, last, True) == pytest.approx(1, abs=1e-3)
    assert chance_to_win(ahead, seats, 1, last, True) == pytest.approx(0, abs=1e-3)
    before = chance_to_win(ahead, seats, 0, Match(np.zeros(seats), 1), True)
    assert 1 / seats < before < 0.75


def test_more_points_ahead_are_a_better_chance() -> None:
    match = Match(np.array([10.0, 10.0, 12.0]), 3)
    chances = [
        [chance_to_win(np.array([own, 20.0, 20.0]), 3, seat, match, False) for seat in range(3)]
        for own in map(float, range(41))
    ]
    assert (np.diff([own for own, *_ in chances]) < 0).all()
    assert np.allclose(np.sum(chances, axis=1), 1)


QUICK_LOOK, CLOSER_LOOK = Budget(16, 1, 3), Budget(64, 1, 3)


def test_each_answer_is_the_quick_or_the_thorough_one() -> None:
    both = ReviewingKapow(QUICK_LOOK, CLOSER_LOOK)
    quick, thorough = SearchingKapow(QUICK_LOOK), SearchingKapow(CLOSER_LOOK)
    seen: set[bool] = set()
    for state in playing(KAPOW, [quick] * 2, 3, KAPOW.options(rounds=1)):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            if len(legal) < 2 or KAPOW.stage(state).paused:
                continue
            found = both.consider(view, legal, (legal[-1],))
            first, longer = (each.consider(view, legal, (legal[-1],)) for each in (quick, thorough))
            assert found in (first, longer)
            if first != longer:
                seen.add(found == longer)
            behind = first[0].prospect.chance - next(
                each.prospect.chance for each in first if each.action == legal[-1]
            )
            assert behind < 0.2 or found == longer
    assert seen == {True, False}


def test_every_game_has_a_reviewer_and_the_strongest_level_judges() -> None:
    for game in GAMES:
        assert reviewer_for(game) is not None
        assert judge_for(game) is not None
        assert advisers_for(game) is not None
    strongest: object = player_for(KAPOW.name, strongest_level(KAPOW.name))
    assert judge_for(KAPOW.name) is strongest


def test_the_turns_that_are_shown_are_those_that_a_closer_look_leaves() -> None:
    """The player who looks closer has the last word on each turn shown."""
    record = match(3, 2)
    first, closer = SearchingKapow(QUICK_LOOK), SearchingKapow(CLOSER_LOOK)
    review = make_review(record, GAMES, first, lambda _: None, closer)
    assert review != make_review(record, GAMES, first, lambda _: None)
    judged = make_review(record, GAMES, closer, lambda _: None)
    worst = {slip.ply: slip.choices for slips in judged.slips for slip in slips}
    shown = {slip.ply: slip.choices for slips in review.slips for slip in slips}
    both = worst.keys() & shown.keys()
    assert both
    assert all(worst[ply] == shown[ply] for ply in both)
