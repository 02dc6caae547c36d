"""The quick policy: it plays by the rules, knows no hidden card, and judges as the network does."""

from functools import cache

import numpy as np
import pytest

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import GONE, tables_for
from bot.games.kapow.kai.engine.columns import GONE_COLUMN, column_of, kind_of
from bot.games.kapow.kai.engine.desk import desk
from bot.games.kapow.kai.engine.guide import MOST_HALF_TURNS, guide
from bot.games.kapow.kai.engine.judging import predict, prepare
from bot.games.kapow.kai.engine.placing import best_play
from bot.games.kapow.kai.engine.policy import choose, play_turn
from bot.games.kapow.kai.engine.sight import round_seen, unseen_cards
from bot.games.kapow.kai.engine.situation import assess, look_at_all, open_card
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.kinds import column
from bot.games.kapow.kai.kinds import kind_of as kind_by_rules
from bot.games.kapow.kai.learned.values import learned
from bot.games.kapow.kai.twin import layout
from bot.games.kapow.kai.twin.bridge import code_of, position_of, round_of
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import Phase
from bot.kai.dice import dice
from bot.lab.training.embedded import Values
from bot.lab.training.games import NOBODY, Games
from bot.lab.training.learned_turn import after_turn
from tests.games.kapow.kai.engine.positions import thoughts
from tests.games.kapow.kai.twin.compared import legal_codes
from tests.seeded import chance

TABLES = tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), MOST_HALF_TURNS // 2)
PHASES = (Phase.OPENING, Phase.TAKE, Phase.PLAY, Phase.KAPOW)


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("options", [KapowOptions(), KapowOptions(no_pass=True, max_swaps=2)])
def test_the_policy_plays_rounds_by_the_rules(seats: int, options: KapowOptions) -> None:
    work, source = desk(), dice(3)
    for deal in range(6):
        game = round_of(KAPOW.new(options, seats, chance(deal)).state)
        look_at_all(game, work)
        while game[layout.PHASE] != layout.ENDED:
            legal, turn = legal_codes(game), int(game[layout.TURN])
            action = choose(game, guide(), work)
            assert action in legal
            apply(game, action, source)
            look_at_all(game, work)
            assert game[layout.TURN] >= turn


def test_a_whole_turn_is_the_same_as_its_choices() -> None:
    one, other, work = dice(7), dice(7), desk()
    game = round_of(KAPOW.new(KapowOptions(), 3, chance(1)).state)
    again = game.copy()
    while game[layout.PHASE] != layout.ENDED:
        turn = game[layout.TURN]
        look_at_all(game, work)
        play_turn(game, guide(), work, one)
        while again[layout.TURN] == turn and again[layout.PHASE] != layout.ENDED:
            look_at_all(again, work)
            apply(again, choose(again, guide(), work), other)
        assert np.array_equal(game, again)


def test_the_columns_are_those_of_the_tables() -> None:
    seen = 0
    for thought in thoughts(*PHASES, seats=4):
        game = round_of(thought.state)
        for seat, hand in enumerate(thought.state.hands):
            for number, triad in enumerate(hand):
                at = layout.HANDS + layout.PLACES * seat + 3 * number
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
        game, work = round_seen(thought.view), desk()
        look_at_all(game, work)
        work.ahead[:] = np.nan
        best = (best_play if thought.view.phase is Phase.PLAY else best_swap)(game, guide(), work)
        codes = list(map(code_of, thought.legal))
        assert work.legal[: len(codes)].tolist() == codes
        ahead = work.ahead[: len(codes)]
        assert np.isfinite(ahead).all()
        assert ahead[codes.index(best)] >= ahead.max() - 0.05
        assert np.array_equal(game, round_seen(thought.view))
        seen[thought.view.phase] += 1
    assert min(seen.values()) > 10


@cache
def values() -> Values:
    """The networks as training has them; to make them takes a tenth of a second."""
    return Values(*learned(), TABLES)


def by_network(hands: list[list[int]], seat: Seat, top: int) -> float:
    """Say by how much a seat is ahead after its turn, as training does it, of two seats."""
    games = Games(
        np.array([hands], dtype=np.int32),
        np.array([top], dtype=np.int32),
        np.array([NOBODY], dtype=np.int32),
        [True, True],
        np.zeros((1, 1), dtype=np.int32),
    )
    seen = after_turn(games, TABLES, seat, np.array([0]))
    return float(values().ahead.of(seen)[0])


def test_what_the_network_says_is_what_it_learned() -> None:
    """Of hands that go on, with at least one face-down card on each side."""
    seen = 0
    for thought in thoughts(Phase.TAKE, rounds=3):
        view = thought.view
        game, work, seat = round_seen(view), desk(), view.to_move
        look_at_all(game, work)
        if view.out is not None or work.hidden[:2].min() == 0:
            continue
        assess(game, guide(), work, seat)
        prepare(game, guide(), work, seat)
        gift = float(work.gifts[open_card(game)])
        behind = float(work.worth[0] - work.field[0]) + gift
        said = predict(guide(), work, 0, GONE, GONE, behind, gift)
        hands = [work.columns[:4].tolist(), work.columns[4:8].tolist()]
        assert said == pytest.approx(by_network(hands, seat, int(open_card(game))), abs=2e-3)
        seen += 1
    assert seen > 30


def test_a_seat_sees_no_face_down_card() -> None:
    for thought in thoughts(*PHASES, seats=3):
        view = thought.view
        seen, whole = round_seen(view), round_of(thought.state)
        hidden = slice(layout.HANDS, layout.DISCARD)
        known = seen[hidden] != 0
        assert np.array_equal(seen[hidden][known], whole[hidden][known])
        assert not seen[layout.DRAW : layout.DISCARD].any()
        face_down = sum(not p.face_up for hand in view.hands for triad in hand for p in triad or ())
        assert len(unseen_cards(view)) == face_down + view.draw_pile
        assert seen[layout.PASSES] == 0
