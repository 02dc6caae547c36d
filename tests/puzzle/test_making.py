"""What becomes of a match, and of a decision in it, when a puzzle is made."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.game.contract import Outcome
from bot.game.replay import position_at
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.measure import POINTS
from bot.puzzle.judging import Fault
from bot.puzzle.making import MOST_ALIKE, YOU, made, shown
from bot.puzzle.puzzle import MOST, Puzzle
from bot.review.decisions import Decision
from tests.puzzle.sample import RECORD

DRAWN: Final = replace(RECORD, actions=(*RECORD.actions, (0, "take draw"), (0, "discard")))
PLY: Final = 2

Points = dict[str, float]


class Judge:
    """Expects so many points after each choice, and 6 after all others; others have 10."""

    def __init__(self, points: Points) -> None:
        self._points = points

    def consider(
        self, _view: object, legal: Sequence[Any], _also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        points = {action: self._points.get(str(action), 6.0) for action in legal}
        best_first = sorted(legal, key=points.__getitem__)
        return [
            EvaluatedAction(action, Prospect(points[action], 10, 1 - points[action] / 20))
            for action in best_first
        ]


def decision() -> Decision:
    """Return the discard of the card taken."""
    state = position_at(DRAWN, PLY, GAMES).state
    legal, view = KAPOW.legal(state, 0), KAPOW.view(state, 0)
    [discard] = [action for action in legal if str(action) == "discard"]
    considered = Judge({}).consider(view, legal)
    return Decision(PLY, 0, KAPOW.stage(state), discard, considered, POINTS, view, legal)


def by(*points: Points) -> Puzzle | Fault:
    return made(DRAWN, decision(), [*map(Judge, points)], since=7)


def test_a_record_is_shown_up_to_the_decision_without_names() -> None:
    record = replace(
        RECORD,
        seats=("Ann", "Bob", "Cy"),
        cuts=("", "", ""),
        actions=((2, "end"), (0, "end")),
        outcome=Outcome("all rounds played", (1, 2, 3), (1, 2, 3), ()),
    )
    found = shown(record, 1, 1)
    assert found.seats == ("Sam", YOU, "Mina")
    assert found.actions == ((2, "end"),)
    assert found.outcome is None
    assert found.chance == record.chance


def test_the_names_are_of_nobody_who_played() -> None:
    record = replace(RECORD, seats=("MINA", "Ben", "Sam"), cuts=("", "", ""))
    assert shown(record, 0, 0).seats == (YOU, "Ada", "Zoe")


def test_a_costly_decision_with_a_clear_answer_is_a_puzzle() -> None:
    found = by({"replace 1m": 2.0, "replace 2t": 4.0, "discard": 7.0})
    assert isinstance(found, Puzzle)
    assert found.best.action == "replace 1m"
    assert found.since == 7
    assert found.record.actions == DRAWN.actions[:PLY]


def test_the_choice_made_is_offered_and_few_that_are_alike() -> None:
    found = by({"replace 1m": 2.0, "discard": 9.0})
    assert isinstance(found, Puzzle)
    points = [choice.points for choice in found.choices]
    assert points == [2.0, *MOST_ALIKE * (6.0,), 9.0]
    many = by({"replace 1m": 1.0, **{f"replace {n}t": 2.0 + n for n in (1, 2, 3, 4)}})
    assert isinstance(many, Puzzle)
    assert len(many.choices) == MOST
    assert "discard" in {choice.action for choice in many.choices}


@pytest.mark.parametrize(
    ("points", "fault"),
    [
        ([{"discard": 2.0}], Fault.CHEAP),
        ([{"discard": 2.9, "replace 1m": 2.0}], Fault.CHEAP),
        ([{"discard": 7.0, "replace 1m": 2.0, "replace 2t": 2.2}], Fault.CLOSE),
        ([{"discard": 7.0, "replace 1m": 2.0}, {"discard": 1.0, "replace 1m": 2.0}], Fault.DIVIDED),
    ],
)
def test_what_is_no_puzzle_has_a_fault(points: Sequence[Points], fault: Fault) -> None:
    assert by(*points) is fault
