"""Explanations: how choices are compared, and the best alternatives without duplicates."""

from dataclasses import replace

import pytest

from bot.game.deck import Chance
from bot.games.explaining import MOST, advise, compare, explain
from bot.games.kapow.kai.players import Budget, HardKapow, NormalKapow, SearchingKapow
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import player_for, strongest_level
from bot.kai.advice import CENT, CHANCE, POINTS, Prospect
from bot.kai.player import PlainPlayer
from bot.kai.search import Outcomes, evaluated, halve
from tests.kai.matches import playing
from tests.toy_game import TOY


def test_the_choice_is_among_the_best_few_and_no_two_promise_the_same() -> None:
    seen = 0
    for state in playing(KAPOW, [NormalKapow()] * 2, 4, KAPOW.options(rounds=1, cards=9)):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            worst = HardKapow().consider(view, legal)[-1].action
            told = explain("kapow", NormalKapow(), view, legal, worst).considered
            if len(legal) < 2:
                assert told == ()
                continue
            assert 1 <= len(told) <= MOST
            assert worst in [each.action for each in told]
            prospects = [each.prospect for each in told]
            assert len(set(prospects)) == len(prospects)
            worth = [each.chance + each.margin / 100 for each in prospects]
            assert worth == sorted(worth, reverse=True)
            seen += len(told) > 2
    assert seen > 5


def test_advice_is_what_the_player_would_do() -> None:
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    view, legal = KAPOW.view(state, state.to_move), KAPOW.legal(state, state.to_move)
    told = advise("kapow", HardKapow(), view, legal)
    assert isinstance(told.action, Reveal)
    assert told == explain("kapow", PlainPlayer(), view, legal, told.action)


def test_a_hint_is_the_best_of_the_choices_beside_it() -> None:
    seen = 0
    for state in playing(KAPOW, [NormalKapow()] * 2, 5, KAPOW.options(rounds=1, cards=9)):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            told = advise("kapow", HardKapow(), view, legal)
            assert told.action == HardKapow().choose(view, legal).action
            assert told.doubt == ""
            assert not told.considered or told.considered[0].action == told.action
            seen += len(told.considered) > 1
    assert seen > 5


@pytest.mark.thorough
def test_who_can_say_what_choices_promise_is_explained_by_that() -> None:
    """Nothing else promises more then, though hard would have chosen otherwise now and then."""
    player = SearchingKapow(Budget(40, 2, 4))
    others = 0
    for state in playing(KAPOW, [player] * 2, 5, KAPOW.options(rounds=1)):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            action = player.choose(view, legal).action
            told = explain("kapow", player, view, legal, action)
            assert told.doubt == ""
            assert not told.considered or told.considered[0].action == action
            others += HardKapow().choose(view, legal).action != action
    assert others > 2


@pytest.mark.thorough
def test_where_something_promises_clearly_more_that_is_said() -> None:
    seen: set[bool] = set()
    for state in playing(KAPOW, [NormalKapow()] * 2, 6, KAPOW.options(rounds=1, cards=9)):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            for action in (NormalKapow().choose(view, legal).action, legal[-1]):
                told = explain("kapow", NormalKapow(), view, legal, action)
                margins = {each.action: each.prospect.margin for each in told.considered}
                behind = max(margins.values(), default=0.0) - margins.get(action, 0.0)
                assert not told.doubt or behind >= POINTS.clear / CENT - 0.01
                seen.add(told.doubt != "")
    assert seen == {True, False}


def test_a_choice_that_the_player_would_not_make_again_is_owned_up_to() -> None:
    state = TOY.new(TOY.options(), 2, Chance(bytes(32))).state
    seat = min(TOY.to_act(state))
    view, legal = TOY.view(state, seat), TOY.legal(state, seat)
    again = PlainPlayer().choose(view, legal).action
    other = next(action for action in legal if action != again)
    told = explain(TOY.name, PlainPlayer(), view, legal, again)
    assert told.sentence == "Kai hasn't learned this game yet, so it just plays along."
    told = explain(TOY.name, PlainPlayer(), view, legal, other)
    assert "in a hurry" in told.sentence
    assert told.considered == ()


def test_hints_are_of_the_strongest_level() -> None:
    assert strongest_level(TOY.name) == "normal"
    for game in ("capit", "chowpow", "kabobo", "kapow"):
        assert strongest_level(game) in ("hard", "expert")
        assert player_for(game, strongest_level(game)) is not player_for(game, "normal")


def test_choices_within_a_small_margin_are_about_equally_good() -> None:
    prospect = Prospect(5.0, 6.0, 0.5)
    assert POINTS.about_equal(prospect, Prospect(5.2, 6.0, 0.495))
    assert POINTS.about_equal(prospect, Prospect(15.1, 16.0, 0.5))
    assert not POINTS.about_equal(prospect, Prospect(5.3, 6.0, 0.5))
    assert not POINTS.about_equal(prospect, Prospect(5.0, 6.0, 0.48))
    assert CHANCE.about_equal(prospect, Prospect(25.0, 6.0, 0.495))
    assert not CHANCE.about_equal(prospect, Prospect(5.0, 6.0, 0.48))


def test_how_far_choices_are_apart() -> None:
    low, high = Prospect(5.0, 6.0, 0.5), Prospect(4.0, 6.5, 0.45)
    assert (POINTS.ahead(high, low), CHANCE.ahead(high, low)) == (150, -500)
    assert (POINTS.loss(high, low), POINTS.loss(low, high)) == (150, 0)
    assert (CHANCE.loss(low, high), CHANCE.loss(high, low)) == (500, 0)
    assert CHANCE.loss(low, Prospect(0.0, 0.0, 0.496)) == 0
    assert low.margin == 1.0
    assert replace(low, lowest=False).margin == -1.0


def test_the_equals_of_a_choice_and_the_one_made_are_told() -> None:
    """Hidden places of one column are as good as each other; the choice made is compared, too."""
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    seat = min(KAPOW.to_act(state))
    view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
    made = legal[-1]
    found = HardKapow().consider(view, legal, (made,))
    told = compare("kapow", view, legal, made, found)
    assert told.action == found[0].action
    assert {told.action, made} <= {each.action for each in told.considered}
    best = found[0].prospect
    assert told.equals == tuple(e.action for e in found[1:] if POINTS.about_equal(best, e.prospect))
    assert told.equals


def outcomes(*ends: tuple[float, float, float]) -> Outcomes:
    """Return what came of a choice where the lowest points are best."""
    return Outcomes(lowest=True, point=0.001, ends=[*ends])


def test_only_what_is_surely_ahead_promises_more_than_the_usual_choice() -> None:
    usual = outcomes((9.0, 9.0, 0.5), (9.0, 9.0, 0.1), (9.0, 9.0, 0.3))
    surely = outcomes(*((points, field, chance + 0.1) for points, field, chance in usual.ends))
    perhaps = outcomes(*reversed(surely.ends))
    assert surely.surely_ahead(usual, 2.0)
    assert not perhaps.surely_ahead(usual, 2.0)
    assert not usual.surely_ahead(surely, 2.0)
    found = evaluated({"usual": usual, "perhaps": perhaps, "surely": surely}, "usual", 2.0)
    assert [each.action for each in found] == ["surely", "usual", "perhaps"]
    assert found[1].prospect.chance == found[2].prospect.chance


def test_a_promise_of_few_deals_is_that_of_many_and_the_difference() -> None:
    usual = outcomes((10.0, 20.0, 0.5), (30.0, 40.0, 0.3))
    found = outcomes((5.0, 22.0, 0.6)).beside(usual)
    assert (found.points, found.field, found.chance) == pytest.approx((15.0, 32.0, 0.5))


def test_points_count_where_the_chance_to_win_hardly_differs() -> None:
    usual = outcomes((40.0, 30.0, 0.25), (60.0, 30.0, 0.25))
    fewer = outcomes((20.0, 30.0, 0.25), (40.0, 30.0, 0.25))
    assert fewer.lead(usual, 1.0) > 0.0 == usual.lead(fewer, 1.0)


def test_the_better_half_goes_on() -> None:
    played: list[tuple[list[int], int]] = []
    best = halve([1, 5, 2, 4], (10, 20), lambda left, deals: played.append(([*left], deals)), float)
    assert played == [([1, 5, 2, 4], 10), ([5, 4], 20)]
    assert best == [5]
