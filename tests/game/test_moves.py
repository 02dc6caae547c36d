"""A table of moves: what is legal, which refusal comes first, and what a check leaves alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final

import pytest

from bot.game.contract import Fact, IllegalActionError, Seat, Step, counted, rounds_won
from bot.game.moves import Move, MovesGame, NextRound, NotatedAction, Notation, next_round, number


class Phase(StrEnum):
    COUNT = "count"
    PAUSE = "pause"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Counting:
    phase: Phase = Phase.COUNT
    count: int = 0


@dataclass(frozen=True, slots=True)
class Add(NotatedAction):
    notation = Notation("add {size}", size=number(3))

    size: int


@dataclass(frozen=True, slots=True)
class Stop(NotatedAction):
    notation = Notation("stop")


carried_out: list[object] = []


def sizes(_state: Counting, _seat: Seat) -> Iterator[Add]:
    return map(Add, range(2))


def add(state: Counting, _seat: Seat, action: Add) -> Step[Counting]:
    carried_out.append(action)
    return Step(replace(state, count=state.count + action.size), ("added",))


def must_be_small(_state: Counting, _seat: Seat, action: Add) -> None:
    if action.size > 1:
        raise IllegalActionError("X1.2", "That is too much.")


def stop(state: Counting, _seat: Seat, _action: Stop) -> Step[Counting]:
    return Step(replace(state, phase=Phase.PAUSE), ())


def deal(state: Counting) -> Step[Counting]:
    return Step(replace(state, phase=Phase.OVER), ())


class CountingGame(MovesGame[Counting]):
    wanted: ClassVar = {phase: ("X1.1", f"It is time to {phase}.") for phase in Phase}
    turn_rule = "X1.3"
    moves = (
        Move(Phase.COUNT, (Stop,), lambda _, __: (Stop(),), stop),
        next_round(Phase.PAUSE, deal),
        Move(Phase.COUNT, (Add,), sizes, add, must_be_small),
    )

    def to_act(self, state: Counting) -> frozenset[Seat]:
        acting = {Phase.COUNT: {0}, Phase.PAUSE: {0, 1}, Phase.OVER: set[Seat]()}
        return frozenset(acting[state.phase])


MOVES: Final = CountingGame()


def refusal(state: Counting, seat: Seat, action: object) -> str:
    with pytest.raises(IllegalActionError) as caught:
        MOVES.check(state, seat, action)
    with pytest.raises(IllegalActionError, match=caught.value.rule):
        MOVES.apply(state, seat, action)
    return caught.value.rule


def test_what_is_legal_is_listed_in_the_order_of_the_table() -> None:
    assert MOVES.legal(Counting(), 0) == (Stop(), Add(0), Add(1))
    assert MOVES.legal(Counting(), 1) == ()
    assert MOVES.legal(Counting(Phase.PAUSE), 1) == (NextRound(),)
    assert MOVES.legal(Counting(Phase.OVER), 0) == ()


def test_whose_turn_it_is_comes_first_then_the_phase_then_the_move() -> None:
    assert refusal(Counting(), 1, NextRound()) == "X1.3"
    assert refusal(Counting(), 0, NextRound()) == "X1.1"
    assert refusal(Counting(), 0, Add(2)) == "X1.2"
    assert refusal(Counting(Phase.OVER), 1, Add(0)) == "X1.1"


def test_a_check_carries_nothing_out() -> None:
    carried_out.clear()
    MOVES.check(Counting(), 0, Add(1))
    assert carried_out == []
    assert MOVES.apply(Counting(), 0, Add(1)) == Step(Counting(count=1), ("added",))
    assert carried_out == [Add(1)]


def test_a_pause_ends_by_anybody() -> None:
    assert MOVES.apply(Counting(Phase.PAUSE), 1, NextRound()).state.phase is Phase.OVER


def test_seats_that_have_nothing_are_not_told_of() -> None:
    assert counted("cards", [0, 3, 0, 1]) == [Fact(1, "cards", 3), Fact(3, "cards", 1)]
    assert counted("cards", [False, True]) == [Fact(1, "cards", 1)]
    assert counted("cards", []) == []


def test_a_round_is_won_by_all_who_share_the_best_score() -> None:
    assert rounds_won((4, 9, 4), 4) == [Fact(0, "rounds_won"), Fact(2, "rounds_won")]
    assert rounds_won((-3, 0), -3) == [Fact(0, "rounds_won")]
