"""The quick policy: it plays by the rules, knows no hidden card, and judges as the network does."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from bot.games.kapow.kai.columns import (
    GONE,
    GONE as GONE_COLUMN,
    Floats,
    column,
    kind_of as kind_by_rules,
    tables_for,
)
from bot.games.kapow.kai.engine.judging import assess, judge_drawing, judge_hand
from bot.games.kapow.kai.engine.policy import best_play, best_swap, choose, play_turn
from bot.games.kapow.kai.engine.search import opinions
from bot.games.kapow.kai.engine.tables import (
    DRAWING,
    MOST_HALF_TURNS,
    Scratch,
    column_of,
    count_cards,
    guide,
    kind_of,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.network import POINTS, column_features, learned
from bot.games.kapow.kai.twin import round as twin
from bot.games.kapow.kai.twin.bridge import code_of, position_of, round_of, round_seen, unseen_cards
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.round import PLACES
from bot.games.kapow.rules.actions import Discard, EndTurn, Replace
from bot.games.kapow.rules.cards import DECK, Card, Place, Position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Phase
from bot.kai.compiled import dice
from tests.games.kapow.kai.test_twin import legal_codes
from tests.games.kapow.kai.thoughts import Thought, thoughts
from tests.games.kapow.rules.at import at
from tests.helpers import chance, not_none

TABLES = tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), MOST_HALF_TURNS // 2)
PHASES = (Phase.OPENING, Phase.TAKE, Phase.PLAY, Phase.KAPOW)


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("options", [KapowOptions(), KapowOptions(no_pass=True, max_swaps=2)])
def test_the_policy_plays_rounds_by_the_rules(seats: int, options: KapowOptions) -> None:
    work, source = Scratch(), dice(3)
    for deal in range(6):
        game = round_of(KAPOW.new(options, seats, chance(deal)).state)
        look_at_all(game, work)
        while game.phase != twin.Phase.ENDED:
            count_cards(game, work)
            legal, turn = legal_codes(game), int(game.turn)
            action = choose(game, guide(), work)
            assert action in legal
            apply(game, action, source)
            look_at_all(game, work)
            assert game.turn >= turn


def test_a_whole_turn_is_the_same_as_its_choices() -> None:
    one, other, work = dice(7), dice(7), Scratch()
    game = round_of(KAPOW.new(KapowOptions(), 3, chance(1)).state)
    again = game.copy()
    while game.phase != twin.Phase.ENDED:
        turn = game.turn
        look_at_all(game, work)
        count_cards(game, work)
        play_turn(game, guide(), work, one)
        while again.turn == turn and again.phase != twin.Phase.ENDED:
            look_at_all(again, work)
            apply(again, choose(again, guide(), work), other)
        assert game.tobytes() == again.tobytes()


def test_the_columns_are_those_of_the_tables() -> None:
    seen = 0
    for thought in thoughts(*PHASES, seats=4):
        game = round_of(thought.state)
        for seat, hand in enumerate(thought.state.hands):
            for number, triad in enumerate(hand):
                at = PLACES * seat + 3 * number
                assert column_of(game, at) == (GONE if triad is None else column(triad))
                for position in triad or ():
                    assert kind_of(position_of(position)) == kind_by_rules(position)
                    seen += position.is_powerset
    assert GONE_COLUMN == GONE
    assert seen > 10


@pytest.mark.parametrize("seats", [2, 4])
def test_every_choice_is_judged_in_the_order_of_the_rules(seats: int) -> None:
    seen = {Phase.PLAY: 0, Phase.KAPOW: 0}
    for thought in thoughts(*seen, seats=seats):
        game, work = round_seen(thought.view), Scratch()
        look_at_all(game, work)
        count_cards(game, work)
        work.ahead[:] = np.nan
        if thought.view.phase is Phase.PLAY:
            best = best_play(game, guide(), work)
        else:
            best = best_swap(game, guide(), work)
        codes = list(map(code_of, thought.legal))
        assert work.legal[: len(codes)].tolist() == codes
        ahead = work.ahead[: len(codes)]
        assert np.isfinite(ahead).all()
        assert ahead[codes.index(best)] >= ahead.max() - 0.05
        assert game.tobytes() == round_seen(thought.view).tobytes()
        seen[thought.view.phase] += 1
    assert min(seen.values()) > 10


@cache
def traits() -> Floats:
    """Return [column, trait]; it takes a tenth of a second."""
    return learned().embedded(learned().mixtures(column_features(TABLES)))


def by_network(work: Scratch, seats: Sequence[int], row: int) -> float:
    """Return what the network says of the hands on the desk, layer by layer; own seat first."""
    net, features = learned(), np.concatenate([work.varying, work.fixed[row]])
    own, *others = (traits()[work.columns[4 * seat : 4 * seat + 4]].sum(axis=0) for seat in seats)
    theirs = np.mean(others, axis=0)
    sums = own @ net.own + theirs @ net.theirs + features @ net.hands + net.units_start
    return float(POINTS * (np.maximum(sums, 0) @ net.units + features @ net.line + net.start[0]))


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 4])
def test_the_network_is_looked_up_as_it_was_learned(seats: int) -> None:
    seen = 0
    for thought in thoughts(Phase.TAKE, rounds=3, seats=seats):
        view = thought.view
        if view.out is not None:
            continue
        game, work = round_seen(view), Scratch()
        seat = view.to_move
        look_at_all(game, work)
        count_cards(game, work)
        others = [each for each in range(seats) if each != seat]
        assess(game, guide(), work, seat)
        said = judge_hand(game, guide(), work, int(open_card(game)))
        assert said == pytest.approx(by_network(work, [seat, *others], 0), abs=5e-3)
        said = judge_drawing(guide(), work)
        assert said == pytest.approx(by_network(work, [seat, *others], DRAWING), abs=5e-3)
        seen += 1
    assert seen > 30


def test_a_play_is_judged_like_the_turn_that_ends_with_it(*, thorough: bool) -> None:
    """What is reckoned from the choice alone is what the whole hand would say."""
    seen = 0
    for thought in thoughts(Phase.PLAY, rounds=4 if thorough else 2):
        view, seat = thought.view, thought.view.to_move
        if view.out is not None:
            continue
        game, work = round_seen(view), Scratch()
        look_at_all(game, work)
        count_cards(game, work)
        best_play(game, guide(), work)
        ahead = work.ahead[: len(thought.legal)].copy()
        for action, judged in zip(thought.legal, ahead, strict=True):
            if not isinstance(action, Discard):
                continue
            after = game.copy()
            apply(after, code_of(action), dice(1))
            if after.to_move == seat:
                continue
            look_at_all(after, work)
            assess(after, guide(), work, seat)
            assert judge_hand(after, guide(), work, int(open_card(after))) == pytest.approx(
                judged, abs=5e-3
            )
            seen += 1
    assert seen > 20


def test_a_play_is_worth_what_the_best_swap_after_it_is_k4_5() -> None:
    """A face-down card that is replaced is not looked at, so its place is not compared here."""
    seen = better = 0
    for thought in thoughts(Phase.PLAY, rounds=9):
        game, plays, after = round_seen(thought.view), Scratch(), Scratch()
        look_at_all(game, plays)
        count_cards(game, plays)
        best_play(game, guide(), plays)
        alone = plays.ahead.copy()
        after.chances[:], after.unseen = plays.chances, plays.unseen
        turns = opinions(game, thought.legal, guide())
        for action, plain in zip(thought.legal, alone, strict=False):
            if isinstance(action, Replace) and not lies(thought, action.place).face_up:
                assert turns[action] >= plain
                continue
            played, worth = game.copy(), plain
            apply(played, code_of(action), dice(1))
            is_there = played.phase == twin.Phase.KAPOW
            if is_there and played.turn == thought.view.turn:
                look_at_all(played, after)
                is_complete = guide().complete[after.columns].any()
                codes = legal_codes(played)
                swapped = after.ahead[codes.index(best_swap(played, guide(), after))]
                stays = after.ahead[codes.index(code_of(EndTurn()))]
                assert stays == pytest.approx(plain, abs=5e-3) or is_complete
                worth = max(plain, swapped)
                seen, better = seen + 1, better + (worth > plain + 1)
            assert turns[action] == pytest.approx(worth, abs=5e-3)
    assert seen > 20
    assert better > 3


def lies(thought: Thought, place: Place) -> Position:
    triad = not_none(thought.view.hands[thought.view.to_move][place.column])
    return triad[place.row]


def test_a_seat_passes_again_where_all_have_passed_k5_6() -> None:
    """The policy would do otherwise: so it sees that passing on ends the round."""
    picture = "phase take\npasses {}\ndiscard 11 5\n\n11 9 ?3\n11 9 ?7\n5 1 ?9"
    for passes, taken in ((1, "replace 1b"), (2, "discard")):
        state = at(picture.format(passes))
        game, work = round_seen(KAPOW.view(state, 0)), Scratch()
        played = []
        for _ in range(2):
            look_at_all(game, work)
            count_cards(game, work)
            played.append(choose(game, guide(), work))
            apply(game, played[-1], dice(1))
        assert played == [code_of(KAPOW.parse(text)) for text in ("take discard", taken)]


def test_a_seat_sees_no_face_down_card() -> None:
    for thought in thoughts(*PHASES, seats=3):
        view = thought.view
        seen, whole = round_seen(view), round_of(thought.state)
        known = seen.hands != 0
        assert np.array_equal(seen.hands[known], whole.hands[known])
        assert not seen.draw_pile.any()
        face_down = sum(not p.face_up for hand in view.hands for triad in hand for p in triad or ())
        assert len(unseen_cards(view)) == face_down + view.draw_pile
        assert seen.passes == thought.state.passes
