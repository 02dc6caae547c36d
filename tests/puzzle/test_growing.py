"""Puzzles of a match that people have played: which turns are tried, and what comes of them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.measure import POINTS
from bot.puzzle.__main__ import LIMIT
from bot.puzzle.growing import CANDIDATES, MOST, Asked, candidates, grown, read_lines
from bot.puzzle.making import MOST_SEATS, suits
from bot.review.decisions import decision_at
from bot.review.making import make_review
from bot.review.program import NICE
from tests.house.files import ROOT
from tests.patience import PATIENCE
from tests.puzzle.checks import (
    can_be_chosen,
    ends_at_the_decision,
    hides_what_the_seat_may_not_know,
    is_clear,
)
from tests.puzzle.quick import (
    JUDGES,
    costly_match,
    costly_review,
    hidden_match,
    puzzles_of_it,
    quick_judges,
)
from tests.review.matches import match, reviewed
from tests.review.quick import QUICK_KABOBO
from tests.tables.house import until


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


def test_what_grows_keeps_to_what_shipped_puzzles_keep_to() -> None:
    found = puzzles_of_it()
    assert len(found) == MOST
    assert len({(len(puzzle.record.actions), puzzle.seat) for puzzle in found}) == MOST
    for puzzle in found:
        ends_at_the_decision(puzzle)
        can_be_chosen(puzzle)
        is_clear(puzzle)
        hides_what_the_seat_may_not_know(puzzle)


def test_what_grows_of_hidden_hands_gives_nothing_away() -> None:
    record, judges = hidden_match(), quick_judges("kabobo")
    review = make_review(record, GAMES, QUICK_KABOBO, lambda _: None)
    found = list(grown(record, candidates(record, review), judges, lambda: True))
    assert found
    for puzzle in found:
        ends_at_the_decision(puzzle)
        can_be_chosen(puzzle)
        is_clear(puzzle)
        assert hides_what_the_seat_may_not_know(puzzle)


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


@contextmanager
def process() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        (sys.executable, "-m", "bot.puzzle"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as running:
        yield running


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
        (sys.executable, "-m", "bot.puzzle"),
        input=asked().model_dump_json(),
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=5 * PATIENCE,
    )
    for puzzle in read_lines(done.stdout):
        assert puzzle.game == KAPOW.name
        ends_at_the_decision(puzzle)
        can_be_chosen(puzzle)
        is_clear(puzzle)
        hides_what_the_seat_may_not_know(puzzle)


async def test_everything_else_comes_first_and_the_system_ends_it_at_the_limit() -> None:
    with process() as one:
        await until(lambda: os.getpriority(os.PRIO_PROCESS, one.pid) == NICE)
        limits = (ROOT / f"/proc/{one.pid}/limits").read_text("utf-8")
        assert f"Max cpu time {LIMIT} {LIMIT} seconds" in " ".join(limits.split())
        one.communicate("{}", PATIENCE)
        assert one.returncode == 1


@pytest.mark.parametrize("text", ["{}", "[1]", '["{}"]', "no", json.dumps([{"id": "x"}])])
def test_what_are_no_puzzles_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_lines(text)
