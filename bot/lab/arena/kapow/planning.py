"""Planning of *clairvoyant*: its own turns to the end of the round, and the expected replies.

This is a beam search. Finished plans are judged by the score of the round, unfinished ones by the
expected final points of the hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.state import State
from bot.lab.arena.kapow.board import Board, seen
from bot.lab.arena.kapow.held import forget, hidden
from bot.lab.arena.kapow.rivals import expected, replied
from bot.lab.arena.kapow.turning import Course, Turning

__all__ = ["Plan", "best_plan"]

_PLANS: Final = 40
"""The width of the beam.

With half of it, the player won 2.7 points a round less in 48 rounds against *tips*.
"""

_REPLIES: Final = 2 * _PLANS
"""The replies of the others are only played after this many of the best turns."""

_TURNS: Final = 18
"""The maximum number of planned turns."""


class Plan(NamedTuple):
    """A plan: its last turn, and the plan before that."""

    actions: tuple[Action, ...]
    """The seat's actions in that turn."""
    board: Board
    """The board after the turn and the replies."""
    before: "Plan | None"


def best_plan(state: State, seat: Seat) -> Sequence[Plan]:
    """Return the best plan found, from the present turn on."""
    forget()
    plan = _Planning(state, seat).best()
    turns = []
    while plan.before is not None:
        turns.append(plan)
        plan = plan.before
    return turns[::-1]


class _Planning:
    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._seat = state, seat
        self._others = [(seat + step) % len(state.hands) for step in range(1, len(state.hands))]
        self._turning = Turning(state, seat)
        self._best: tuple[float, Plan] = inf, Plan((), seen(state), None)

    def best(self) -> Plan:
        """Return the best plan found."""
        _, start = self._best
        courses = [(course, start) for course in self._turning.present(self._state)]
        for _ in range(_TURNS):
            plans = self._longer(courses)
            courses = [
                (course, plan) for _, plan in plans for course in self._turning.whole(plan.board)
            ]
            if not courses:
                break
        self._keep_best(plans)
        return self._best[1]

    def _longer(self, courses: Sequence[tuple[Course, Plan]]) -> list[tuple[float, Plan]]:
        """Return the best plans that are one turn longer and do not end the round."""
        going_on: list[tuple[float, Plan]] = []
        over: list[tuple[float, Plan]] = []
        for course, before in self._likely(courses):
            board = self._replied(course, before.board)
            is_over = board.out is not None and (
                before.board.out is not None or board.out == self._seat
            )
            plan = self._behind(board), Plan(course.actions, board, before)
            (over if is_over else going_on).append(plan)
        self._keep_best(over)
        return nsmallest(_PLANS, going_on, key=itemgetter(0))

    def _keep_best(self, plans: Iterable[tuple[float, Plan]]) -> None:
        self._best = min([self._best, *plans], key=itemgetter(0))

    def _likely(self, courses: Iterable[tuple[Course, Plan]]) -> Iterator[tuple[Course, Plan]]:
        """Yield the cheapest turns, without duplicates."""
        seen_before = set()
        for course, before in sorted(courses, key=lambda way: way[0].cost):
            same = course.hand, course.drawn, course.pile[:1], before.board.hands
            if same not in seen_before:
                seen_before.add(same)
                yield course, before
                if len(seen_before) == _REPLIES:
                    return

    def _replied(self, course: Course, before: Board) -> Board:
        """Return the board after a turn and the replies, up to the end of the round."""
        board = before.after(self._seat, course.hand, course.pile, course.drawn)
        for seat in self._others:
            if seat == before.out:
                break
            board = replied(board, seat)
        return board

    def _behind(self, board: Board) -> float:
        """Return by how many points the seat is behind the mean of the others."""
        if board.out is not None:
            points = board.points()
            own: float = points.pop(self._seat)
            return own - sum(points) / len(points)
        hand = board.hands[self._seat]
        own = self._turning.cost(hand, board.drawn)
        turns = hidden(hand)
        others = [expected(board.hands[seat], turns) for seat in self._others]
        return own - sum(others) / len(others)
