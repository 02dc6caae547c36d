"""What becomes of a match and its decisions: when an answer is clear, which turns are tried."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.game.contract import Outcome
from bot.game.replay import position_at
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.advice import CHANCE, POINTS, EvaluatedAction, Prospect
from bot.puzzle.making import (
    CANDIDATES,
    LIMIT,
    MOST_ALIKE,
    MOST_OF_A_MATCH,
    MOST_SEATS,
    YOU,
    Asked,
    Fault,
    Judged,
    candidates,
    grown,
    judged,
    made,
    read_lines,
    shown,
    suits,
)
from bot.puzzle.puzzle import MOST, Puzzle
from bot.review.making import Decision, decision_at, make_review
from bot.review.process import NICE
from tests.helpers import PATIENCE, until
from tests.house.files import ROOT
from tests.puzzle.quick import (
    JUDGES,
    costly_match,
    costly_review,
    hidden_match,
    puzzles_of_it,
    quick_judges,
)
from tests.puzzle.sample import (
    RECORD,
    can_be_chosen,
    ends_at_the_decision,
    hides_what_the_seat_may_not_know,
    is_clear,
)
from tests.review.matches import match, reviewed
from tests.review.quick import QUICK_KABOBO
from tests.review.test_process import process

DRAWN: Final = replace(RECORD, actions=(*RECORD.actions, (0, "take draw"), (0, "discard")))
PLY: Final = 2

_Expected = dict[str, float]


class Judge:
    """Expects this many points after each choice, and 6 after all others; others have 10."""

    def __init__(self, points: _Expected) -> None:
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
    state = position_at(DRAWN, PLY, GAMES).state
    legal, view = KAPOW.legal(state, 0), KAPOW.view(state, 0)
    [discard] = [action for action in legal if str(action) == "discard"]
    considered = Judge({}).consider(view, legal)
    return Decision(PLY, 0, KAPOW.stage(state), discard, considered, POINTS, view, legal)


def by(*points: _Expected) -> Puzzle | Fault:
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
def test_what_is_no_puzzle_has_a_fault(points: Sequence[_Expected], fault: Fault) -> None:
    assert by(*points) is fault


Figures = Mapping[str, tuple[float, float]]
"""Points below the others' 10, and the chance to win, by choice."""


class Oracle:
    """Finds what it is told to, best chance first."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def consider(
        self, _: object, legal: Sequence[str], also: Sequence[str] = ()
    ) -> Sequence[EvaluatedAction[str]]:
        found = [
            EvaluatedAction(action, Prospect(10 - points, 10, chance))
            for action, (points, chance) in self._figures.items()
            if action in (*legal, *also)
        ]
        return sorted(found, key=lambda each: -each.prospect.chance)


def judging_by(*judgements: Figures) -> Judged:
    return judged(None, ("a", "b", "c"), ("a", "b", "c"), [*map(Oracle, judgements)], POINTS)


CLEAR: Figures = {"a": (1, 0.4), "b": (5, 0.6), "c": (2, 0.3)}


def test_the_choices_are_the_means_best_first() -> None:
    found = judging_by(CLEAR, {"a": (2, 0.5), "b": (6, 0.7), "c": (1, 0.4)})
    assert [each.action for each in found.choices] == ["b", "a", "c"]
    assert [each.margin for each in found.choices] == [5.5, 1.5, 1.5]
    assert found.choices[0].chance == 0.65
    assert found.firsts == {"b"}
    assert found.leads == (400, 400)
    assert found.fault(POINTS, POINTS.dear) is None


@pytest.mark.parametrize(
    ("judgements", "fault"),
    [
        ((CLEAR, {"a": (6, 0.7), "b": (5, 0.6), "c": (2, 0.3)}), Fault.DIVIDED),
        ((CLEAR, {"a": (6, 0.5), "b": (5, 0.6), "c": (2, 0.3)}), Fault.CLOSE),
        (({"a": (4.5, 0.4), "b": (5, 0.6), "c": (2, 0.3)},) * 2, Fault.CLOSE),
        ((*(CLEAR,) * 2, {"a": (1, 0.4), "b": (50, 0.6), "c": (2, 0.3)}), Fault.CLOSE),
        (({"a": (1, 0.02), "b": (5, 0.04), "c": (2, 0.01)},), Fault.DECIDED),
        (({"a": (1, 0.97), "b": (5, 0.99), "c": (2, 0.96)},), Fault.DECIDED),
    ],
)
def test_what_is_not_clear_is_told(judgements: Sequence[Figures], fault: Fault) -> None:
    assert judging_by(*judgements).fault(POINTS, POINTS.dear) is fault


def test_the_best_by_the_chance_is_the_best_in_points_too() -> None:
    mixed: Figures = {"a": (6, 0.4), "b": (5, 0.6), "c": (2, 0.3)}
    found = judged(None, ("a", "b"), ("a", "b"), [Oracle(mixed)], CHANCE)
    assert found.fault(CHANCE, CHANCE.dear) is Fault.MIXED


def test_one_judgement_is_as_sure_as_it_is() -> None:
    assert judging_by(CLEAR).fault(POINTS, POINTS.dear) is None


def test_the_costliest_turns_come_first() -> None:
    record, review = costly_match(), costly_review()
    plies = candidates(record, review)
    slips = {slip.ply: slip for own in review.slips for slip in own}
    costs = [POINTS.loss(slips[ply].best, slips[ply].taken) for ply in plies]
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= POINTS.dear
    assert 0 < len(plies) <= CANDIDATES


def test_sound_play_has_no_candidates() -> None:
    record = match(2, 2, frozenset({0, 1}))
    assert candidates(record, reviewed(record)) == []


def test_a_match_of_many_has_none_nor_one_whose_pictures_tell_less_than_is_known() -> None:
    record = costly_match()
    many = MOST_SEATS + 1
    assert suits(record)
    assert not suits(replace(record, seats=("a",) * many, cuts=("",) * many))
    chow = replace(record, game="chowpow", options=())
    assert not suits(chow)
    assert suits(replace(chow, options=(("memory_aid", False),)))


def is_a_good_one(puzzle: Puzzle) -> bool:
    """Check a puzzle; return whether its seat may not know everything."""
    ends_at_the_decision(puzzle)
    can_be_chosen(puzzle)
    is_clear(puzzle)
    return hides_what_the_seat_may_not_know(puzzle)


def test_what_grows_keeps_to_what_shipped_puzzles_keep_to() -> None:
    found = puzzles_of_it()
    assert len(found) == MOST_OF_A_MATCH
    assert len({(len(puzzle.record.actions), puzzle.seat) for puzzle in found}) == MOST_OF_A_MATCH
    for puzzle in found:
        is_a_good_one(puzzle)


def test_what_grows_of_hidden_hands_gives_nothing_away() -> None:
    record, judges = hidden_match(), quick_judges("kabobo")
    review = make_review(record, GAMES, QUICK_KABOBO, lambda _: None)
    found = list(grown(record, candidates(record, review), judges, lambda: True))
    assert found
    for puzzle in found:
        assert is_a_good_one(puzzle)


def test_the_choice_that_was_made_is_offered() -> None:
    for puzzle in puzzles_of_it():
        ply = len(puzzle.record.actions)
        seat, action = costly_match().actions[ply]
        assert seat == puzzle.seat
        assert action in {choice.action for choice in puzzle.choices[1:]}


def test_a_decision_without_a_choice_is_none() -> None:
    record = costly_match()
    found = [decision_at(record, GAMES, ply) for ply in range(len(record.actions) + 1)]
    assert found[-1] is None
    alone = [at for at, each in enumerate(found[:-1]) if each is None]
    assert list(grown(record, alone, JUDGES, lambda: True)) == []


def test_nothing_is_judged_when_the_time_is_up() -> None:
    plies = candidates(costly_match(), costly_review())
    assert list(grown(costly_match(), plies, JUDGES, lambda: False)) == []


def asked() -> Asked:
    record = costly_match()
    return Asked(record=str(record), plies=tuple(candidates(record, costly_review())))


def test_the_program_prints_the_same_puzzles() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "tests.puzzle"),
        input=asked().model_dump_json(),
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert read_lines(done.stdout) == puzzles_of_it()


@pytest.mark.thorough
def test_the_strongest_level_finds_them_clear_or_none() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "bot.puzzle.making"),
        input=asked().model_dump_json(),
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=5 * PATIENCE,
    )
    for puzzle in read_lines(done.stdout):
        assert puzzle.game == KAPOW.name
        is_a_good_one(puzzle)


async def test_everything_else_comes_first_and_the_system_ends_it_at_the_limit() -> None:
    with process("bot.puzzle.making") as one:
        await until(lambda: os.getpriority(os.PRIO_PROCESS, one.pid) == NICE)
        limits = (ROOT / f"/proc/{one.pid}/limits").read_text("utf-8")
        assert f"Max cpu time {LIMIT} {LIMIT} seconds" in " ".join(limits.split())
        one.communicate("{}", PATIENCE)
        assert one.returncode == 1


@pytest.mark.parametrize("text", ["{}", "[1]", '["{}"]', "no", json.dumps([{"id": "x"}])])
def test_what_are_no_puzzles_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_lines(text)
