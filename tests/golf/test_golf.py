"""Golf, rule by rule, and what people see of it."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.face.face import Scene, SeatSign
from bot.face.phrases import TURN_LIMIT
from bot.game.contract import IllegalActionError
from bot.game.deck import Chance
from bot.game.rounds import Reshuffled, RoundEnded
from bot.game.slots import EMPTY, Laid
from tests.conformance.playout import playout
from tests.face.screens import check_limits, walk
from tests.golf.face import FACE, LOOK
from tests.golf.kai import KAI
from tests.golf.rules.game import GOLF
from tests.golf.rules.table import (
    DECK,
    Closed,
    GolfOptions,
    Grid,
    Phase,
    Removed,
    RoundStarted,
    View as State,
    column_of,
)
from tests.helpers import not_none

LONG_NAMES = [SeatSign("**@everyone** <@1> [x](http://y)" * 3)] * 6


def grid(*cards: int, up: int = 12) -> Grid:
    """Return a grid whose first places have these cards, all others fives; ``up`` are face up."""
    row = (*cards, *(5,) * (12 - len(cards)))
    return tuple(Laid(card, up=at < up) for at, card in enumerate(row))


def position(*grids: Grid, top: int = 9, pile: tuple[int, ...] = (7, 7, 7)) -> State:
    dealt = GOLF.new(GolfOptions(), len(grids), Chance(bytes(32))).state
    return replace(dealt, grids=grids, discard_pile=(top,), draw_pile=pile, to_move=0, starter=0)


def play(state: State, *actions: str) -> tuple[State, list[object]]:
    events: list[object] = []
    for action in actions:
        state, news = GOLF.apply(state, state.to_move, GOLF.parse(action))
        events += news
    return state, events


MIXED = grid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
"""Twelve cards of which no column is alike."""
HIGH = grid(*(12,) * 4, *(11,) * 4, *(10,) * 4)


def test_the_deal_turns_up_two_and_the_highest_begins_g1() -> None:
    state, events = GOLF.new(GolfOptions(), 3, Chance(bytes(32)))
    assert len(DECK) == 150
    assert DECK.count(-2) == 5
    assert (DECK.count(-1), DECK.count(0), DECK.count(12)) == (10, 15, 10)
    shown = [[laid.card for laid in each if laid.up] for each in state.grids]
    assert [len(cards) for cards in shown] == [2, 2, 2]
    sums = [sum(card or 0 for card in cards) for cards in shown]
    assert sums[state.to_move] == max(sums)
    assert isinstance(events[0], RoundStarted)


def test_a_card_taken_replaces_another_which_is_discarded_g2_2() -> None:
    state, _ = play(position(grid(1, up=2), MIXED, MIXED), "take 12")
    assert state.grids[0][11] == Laid(9, up=True)
    assert state.discard_pile == (5,)
    kept, _ = play(position(grid(1, up=2), MIXED, MIXED), "draw", "keep 1")
    assert kept.grids[0][0] == Laid(7, up=True)
    assert kept.discard_pile == (1, 9)


def test_a_drawn_card_is_discarded_for_turning_one_up_g2_3() -> None:
    state, _ = play(position(grid(1, up=2), MIXED), "draw")
    with pytest.raises(IllegalActionError, match=r"turned up already. \(G2.3\)"):
        GOLF.check(state, 0, GOLF.parse("turn 1"))
    after, _ = play(state, "turn 3")
    assert after.grids[0][2] == Laid(5, up=True)
    assert after.discard_pile == (7, 9)


def test_three_alike_in_a_column_are_removed_g2_4() -> None:
    column = grid(9, 1, 2, 3, 9, 2, 3, 4, 8, up=9)
    state, events = play(position(column, MIXED), "take 9")
    assert Removed(0, 0, 9) in events
    assert [state.grids[0][place] for place in column_of(0)] == [EMPTY] * 3
    assert state.discard_pile == (9, 9, 9, 8)
    assert GOLF.cards(state) == GOLF.cards(position(column, MIXED))
    turn, _ = play(state, "draw", "keep 1")
    with pytest.raises(IllegalActionError, match="removed"):
        GOLF.check(turn, 0, GOLF.parse("take 1"))


def test_an_empty_draw_pile_is_made_anew_g2_5() -> None:
    state = replace(position(grid(up=2), MIXED), draw_pile=(), discard_pile=(1, 2, 3, 4))
    after, events = play(state, "draw")
    assert Reshuffled(3) in events
    assert after.discard_pile == (1,)
    assert sorted((*after.draw_pile, after.drawn or 0)) == [2, 3, 4]


def test_after_the_first_to_close_all_others_have_one_more_turn_g3_1() -> None:
    state, events = play(position(MIXED, grid(1, up=2), grid(2, up=2)), "take 1")
    assert Closed(0) in events
    seats = SeatSign("Mina"), SeatSign("Sam"), SeatSign("Ada")
    told = FACE.last_turns(Scene(GOLF.view(state, None), seats))
    assert told == "Last turns: **Sam** and **Ada**."
    state, events = play(state, "draw", "turn 5", "draw", "turn 6")
    assert state.phase is Phase.OVER
    assert isinstance(events[-1], RoundEnded)
    assert all(laid.up for each in state.grids for laid in each)


@pytest.mark.parametrize(("other", "points"), [(MIXED, 172), (HIGH, 86)])
def test_who_closes_and_is_not_lowest_alone_counts_double_g3_3(other: Grid, points: int) -> None:
    """The other has 132 before a 12 is swapped for a 7, or 78 before a 1 is."""
    state, _ = play(position(MIXED, other), "take 1", "draw", "keep 1")
    assert state.results[-1].sums[0] == 86
    assert state.results[-1].doubled == (points == 172)
    assert state.results[-1].points[0] == points


def test_a_hundred_points_end_the_match_and_the_lowest_total_wins_g4_2() -> None:
    state, _ = play(position(MIXED, MIXED), "take 1", "draw", "keep 12")
    outcome = not_none(GOLF.outcome(state))
    assert outcome.scores == (172, 73)
    assert outcome.ranks == (2, 1)
    assert GOLF.stage(state).rounds is None


def test_a_round_that_nobody_ended_is_told_without_a_name() -> None:
    state, _ = play(position(MIXED, MIXED), "take 1", "draw", "keep 12")
    look = replace(LOOK, by=lambda _: None, summary=lambda _: "the deck is empty")
    assert look.ended(GOLF.view(state, None), str) == "the deck is empty"
    assert LOOK.ended(GOLF.view(state, None), "seat {}".format).startswith("seat 0 closed")


@pytest.mark.parametrize("seats", [2, 6])
def test_every_text_and_picture_of_a_match_keeps_to_its_limits(seats: int) -> None:
    signs = tuple(SeatSign(f"Seat {seat}") for seat in range(seats))
    for at, turn in enumerate(playout(GOLF, seats, 5, GolfOptions(points=20))):
        scene = Scene(GOLF.view(turn.after, None), signs, events=turn.events)
        assert 0 < len(FACE.text(scene)) <= 3_800
        assert 0 < len(FACE.alt(scene)) <= 1_000
        assert FACE.status(scene).endswith(".")
        assert all("\n" not in FACE.say(event, signs) for event in turn.events)
        assert 0 < len(FACE.turn(turn.events, LONG_NAMES[:seats])) <= TURN_LIMIT
        if at % 40 == 0 or turn.after.phase is Phase.OVER:
            assert Image.open(io.BytesIO(FACE.picture(scene))).width == 530
            own = Scene(GOLF.view(turn.state, turn.seat), signs)
            for screen, _ in walk(FACE, own, GOLF.legal(turn.state, turn.seat)):
                check_limits(screen)


def test_kai_plays_a_match_to_its_end_and_beats_chance() -> None:
    (player,) = KAI.players.values()
    lower = 0
    for seed in range(10):
        state = GOLF.new(GolfOptions(points=20), 2, Chance(bytes([seed] * 32))).state
        steps = 0
        while seats := GOLF.to_act(state):
            seat, steps = min(seats), steps + 1
            legal = GOLF.legal(state, seat)
            choice = player.choose(GOLF.view(state, seat), legal).action
            by_chance = legal[(steps * 7 + seed) % len(legal)]
            state = GOLF.apply(state, seat, by_chance if seat else choice).state
        outcome = not_none(GOLF.outcome(state))
        lower += outcome.ranks[0] == 1
    assert lower >= 9
