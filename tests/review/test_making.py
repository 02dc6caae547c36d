"""Reviews of whole matches of Kapow!."""

from dataclasses import replace

import pytest

from bot.game.contract import SPECTATOR
from bot.game.record_lines import RecordError
from bot.game.replay import position_at
from bot.games.kapow.kai.players import SearchingKapow
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.advice import CENT, POINTS
from bot.review.making import MAX_SLIP_CHOICES, MAX_SLIPS, decisions, make_review
from bot.review.review import accounts, read_review, total
from tests.helpers import not_none
from tests.review.matches import ADVISERS, match, reviewed

MATCHES = [(3, 2), *(pytest.param(n, m, marks=pytest.mark.thorough) for n, m in ((2, 1), (4, 3)))]
EVERYBODY = frozenset(range(4))

# How far the mean luck of a round may be from nothing, in standard errors.
GENEROUS = 4

pytestmark = pytest.mark.parametrize("by", ADVISERS)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_the_figures_are_those_of_the_match(seats: int, seed: int, by: SearchingKapow) -> None:
    record = match(seats, seed)
    review = reviewed(record, by)
    assert tuple(one.points for one in review.rounds) == not_none(record.outcome).rounds
    made = [found for _, found in decisions(record, GAMES, by) if found is not None]
    assert all(found.loss >= 0 for found in made)
    assert any(found.loss for found in made)
    for seat in range(seats):
        own = [found for found in made if found.seat == seat]
        assert sum(one.losses[seat] for one in review.rounds) == sum(each.loss for each in own)
        choices = sum(one.choices[seat] for one in review.rounds)
        unsound = sum(each.loss > POINTS.sound for each in own)
        assert choices - sum(one.sound[seat] for one in review.rounds) == unsound
        whole = total(review.rounds, seat)
        assert whole.luck + whole.own + whole.others == whole.against
    for one in review.rounds:
        assert sum(account.luck for account in accounts(one)) == 0


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_who_does_as_advised_loses_nothing(seats: int, seed: int, by: SearchingKapow) -> None:
    review = reviewed(match(seats, seed, frozenset({0}), by=by), by)
    for one in review.rounds:
        assert one.losses[0] == 0
        assert one.sound[0] == one.choices[0] > 0
        assert accounts(one)[0].own == 0
        assert accounts(one)[0].others > 0
    assert review.slips[0] == ()
    assert all(review.slips[1:])


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_slips_are_the_costliest_turns_and_lead_to_their_positions(
    seats: int, seed: int, by: SearchingKapow
) -> None:
    record = match(seats, seed)
    review = reviewed(record, by)
    for seat, slips in enumerate(review.slips):
        assert 0 < len(slips) <= MAX_SLIPS
        assert sorted((slip.cost for slip in slips), reverse=True) == [s.cost for s in slips]
        assert len({slip.turn for slip in slips}) == len(slips)
        for slip in slips:
            state = position_at(record, slip.ply, GAMES).state
            legal = [str(action) for action in KAPOW.legal(state, seat)]
            assert KAPOW.to_act(state) == {seat}
            assert KAPOW.stage(state).turn == slip.turn
            assert record.actions[slip.ply] == (seat, slip.chosen)
            assert {choice.action for choice in slip.choices} <= set(legal)
            assert 2 <= len(slip.choices) <= MAX_SLIP_CHOICES
            figures = {(choice.points, choice.field, choice.chance) for choice in slip.choices}
            assert len(figures) == len(slip.choices)
            assert 1 <= slip.own_turn <= slip.turn
            lost = slip.best.margin - slip.taken.margin
            assert 0 < lost <= slip.cost / CENT + 0.02


def test_the_chances_go_by_turns_and_end_with_the_result(by: SearchingKapow) -> None:
    record = match(3, 2)
    review = reviewed(record, by)
    assert record.outcome is not None
    for seat, line in enumerate(review.chances):
        turns = [turn for turn, _ in line]
        assert turns == sorted(set(turns))
        assert all(0 <= chance <= 1 for _, chance in line)
        assert (line[-1][1] > 0) == (record.outcome.ranks[seat] == 1)
    assert sum(line[-1][1] for line in review.chances) == pytest.approx(1, abs=0.001)
    assert review.starts == (1,)


def test_a_review_is_the_same_each_time_and_can_be_stored(by: SearchingKapow) -> None:
    review = reviewed(match(2, 1), by)
    assert make_review(match(2, 1), GAMES, by, lambda _: None) == review
    assert read_review(review.model_dump_json()) == review


@pytest.mark.parametrize("actions", [0, -1])
def test_an_unfinished_match_is_refused_at_once(actions: int, by: SearchingKapow) -> None:
    record, looked_at = match(2, 1), list[int]()
    unfinished = replace(record, actions=record.actions[:actions], outcome=None)
    with pytest.raises(RecordError, match="n't finished"):
        make_review(unfinished, GAMES, by, looked_at.append)
    assert not looked_at


def test_a_record_with_another_result_has_none(by: SearchingKapow) -> None:
    record = match(2, 1)
    assert record.outcome is not None
    wrong = replace(record.outcome, scores=tuple(reversed(record.outcome.scores)))
    with pytest.raises(RecordError, match="The scores should be"):
        make_review(replace(record, outcome=wrong), GAMES, by, lambda _: None)


def test_no_choice_depends_on_what_its_seat_could_not_see(by: SearchingKapow) -> None:
    """Permuting the cards that a seat does not know does not change its evaluations."""
    record, seen = match(2, 1), 0
    for _, decision in decisions(record, GAMES, by):
        if decision is None or decision.ply % 5:
            continue
        state = position_at(record, decision.ply, GAMES).state
        other = KAPOW.permute_unknown(state, decision.seat, lambda cards: cards[::-1])
        legal = KAPOW.legal(other, decision.seat)
        view = KAPOW.view(other, decision.seat)
        assert by.consider(view, legal, (decision.chosen,)) == decision.considered
        seen += KAPOW.view(other, SPECTATOR) is not None
    assert seen > 5


def test_luck_comes_to_nothing_where_all_do_as_the_adviser_says(by: SearchingKapow) -> None:
    lucks = []
    for seed in range(10):
        record = match(2, 100 + seed, EVERYBODY, by=by)
        lucks += [float(points[1] - points[0]) for points in not_none(record.outcome).rounds]
    mean = sum(lucks) / len(lucks)
    spread = (sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1)) ** 0.5
    assert abs(mean) < GENEROUS * spread / len(lucks) ** 0.5
