"""The adviser of whole matches: it looks again where a choice is in doubt."""

from bot.games.kapow.kai.hard import Budget, ReviewingKapow, SearchingKapow
from bot.games.kapow.rules.game import KAPOW
from bot.games.players import judge_for, player_for, reviewer_for, strongest_level
from bot.games.registry import GAMES
from bot.review.making import advisers_for, make_review
from tests.kai.matches import playing
from tests.review.matches import match

QUICK, THOROUGH = Budget(16, 1, 3), Budget(64, 1, 3)


def test_each_answer_is_the_quick_or_the_thorough_one() -> None:
    both = ReviewingKapow(QUICK, THOROUGH)
    quick, thorough = SearchingKapow(QUICK), SearchingKapow(THOROUGH)
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
    """Whoever looks closer has the last word on each turn shown."""
    record = match(3, 2)
    first, closer = SearchingKapow(QUICK), SearchingKapow(THOROUGH)
    review = make_review(record, GAMES, first, lambda _: None, closer)
    assert review != make_review(record, GAMES, first, lambda _: None)
    judged = make_review(record, GAMES, closer, lambda _: None)
    worst = {slip.ply: slip.choices for slips in judged.slips for slip in slips}
    shown = {slip.ply: slip.choices for slips in review.slips for slip in slips}
    both = worst.keys() & shown.keys()
    assert both
    assert all(worst[ply] == shown[ply] for ply in both)
