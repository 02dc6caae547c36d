"""How people are judged whose matches end in all the ways there are, and what achievements take."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.league.achievements import (
    COMPANY,
    DAILY_MONTH,
    DAILY_STREAK,
    DAILY_WINS,
    DROUGHT,
    GOALS,
    MANY_PUZZLES,
    PUNCTUAL,
    PUZZLES,
    SOME_DAILY_WINS,
    STREAK,
    Career,
)
from bot.league.counting import BANDS, Attendance
from bot.league.results import league_match, match_result, seat_attendance
from bot.tables import entries as log
from bot.tables.apply import evolve
from bot.tables.entries import Occupant, TableSetup
from bot.tables.loading import state_from
from bot.tables.state import TableState
from bot.tables.store import Tally
from tests.helpers import not_none
from tests.tables.house import ADA, MINA, PLACE, SAM
from tests.toy_game import TOY

PLAYED, GONE, ABSENT = Attendance

Step: TypeAlias = str | log.Entry
"""``0``: that seat moves; ``kai 0``: Kai does for it; ``next``: the next round begins."""

LEFT = log.HandedOver(at=0, seat=0, because="left")
AWAY = log.HandedOver(at=0, seat=0, because="away")
REMOVED = log.HandedOver(at=0, seat=0, because="kicked")
DELETED = log.HandedOver(at=0, seat=0, because="gone")
BACK = log.Returned(at=0, seat=0)


def late(turn: int) -> log.Entry:
    return log.TimedOut(at=0, seat=0, turn=turn)


def table(rounds: int, *steps: Step) -> TableState:
    """A match of three people after these steps, in which Sam and Ada simply play."""
    people = (MINA, SAM, ADA)
    setup = TableSetup(game=TOY.name, options={"rounds": rounds}, ranked=True)
    state = state_from(
        "0123456789",
        [
            log.Opened(at=0, place=PLACE, host=MINA, setup=setup, secret="00" * 32),
            log.Started(at=0, seats=tuple(Occupant(person=one) for one in people), cuts=("",) * 3),
        ],
        {TOY.name: TOY},
    )
    for step in steps:
        state = evolve(state, entry(state, step))
    assert state.game.outcome(state.position) is not None
    return evolve(state, log.Closed(at=1, because="finished"))


def entry(state: TableState, step: Step) -> log.Entry:
    if not isinstance(step, str):
        return step
    if step == "next":
        return log.Acted(at=0, seat=0, action="next", by="house")
    seat = int(step[-1])
    action = str(state.game.legal(state.position, seat)[0])
    return log.Acted(at=0, seat=seat, action=action, by="kai" if "kai" in step else "person")


OTHERS = ("1", "2")
ROUND = ("0", *OTHERS)
KAI = ("kai 0", *OTHERS)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((*ROUND, "next", *ROUND), PLAYED),
        ((*ROUND, "next", *KAI), PLAYED),
        ((*KAI, "next", *KAI), GONE),
        # Left, and came back in time, or not.
        ((LEFT, *KAI, "next", BACK, *ROUND), PLAYED),
        ((*ROUND, "next", LEFT, *KAI), GONE),
        ((LEFT, *KAI, "next", *KAI), GONE),
        # After the last move nobody is missed, whatever the others still do.
        ((*ROUND, "next", "0", LEFT, *OTHERS), PLAYED),
        ((*ROUND, "next", "0", AWAY, *OTHERS), PLAYED),
        ((*ROUND, LEFT, "next", *KAI), GONE),
        # The last turn's clock takes that turn, as it would any other.
        ((*ROUND, "next", late(3), AWAY, *KAI), PLAYED),
        ((*ROUND, late(2), AWAY, "next", *KAI), GONE),
        ((late(1), AWAY, *KAI, "next", *KAI), GONE),
        # Removed by others.
        ((*ROUND, "next", REMOVED, *KAI), PLAYED),
        ((REMOVED, *KAI, "next", *KAI), ABSENT),
        ((*ROUND, LEFT, BACK, REMOVED, "next", *KAI), PLAYED),
        ((*ROUND, DELETED, "next", *KAI), GONE),
    ],
)
def test_two_rounds(steps: Sequence[Step], expected: Attendance) -> None:
    state = table(2, *steps)
    assert [seat_attendance(state, seat) for seat in range(3)] == [expected, PLAYED, PLAYED]
    result = not_none(match_result(state))
    players = league_match(result).players
    assert [player.attendance for player in players] == [expected, PLAYED, PLAYED]


def test_who_goes_before_their_first_turn_has_played_none() -> None:
    """Where nobody had a turn at all, those who are there have not failed to take it."""
    result = not_none(match_result(table(1, *ROUND)))
    judged: Sequence[tuple[log.HandedOverBecause | None, Attendance, float]] = (
        (None, PLAYED, 1.0),
        ("left", GONE, 0.0),
        ("kicked", ABSENT, 0.0),
    )
    for held, attendance, share in judged:
        none = replace(result.seats[0], tally=Tally(), held=held)
        [player, *_] = league_match(replace(result, seats=(none, *result.seats[1:]))).players
        assert (player.attendance, player.share) == (attendance, share)


ENOUGH = {
    "One against three": Career(won_against_three=True),
    "All-rounder": Career(games_left=0),
    "Any table": Career(bands_won=frozenset(BANDS)),
    "Giant-killer": Career(upset=True),
    "Hat-trick": Career(streak=STREAK),
    "Back again": Career(drought=DROUGHT),
    "Podium": Career(medals=1),
    "Dead heat": Career(ties=1),
    "Nothing in it": Career(even=1),
    "Good company": Career(opponents=COMPANY),
    "On the dot": Career(punctual=PUNCTUAL),
    "Card a day": Career(daily_streak=DAILY_STREAK),
    "Month of cards": Career(daily_streak=DAILY_MONTH),
    "Ahead of Kai": Career(daily_wins=SOME_DAILY_WINS),
    "Even on Mondays": Career(daily_wins=DAILY_WINS),
    "Good eye": Career(puzzles=PUZZLES),
    "Sharp eye": Career(puzzles=MANY_PUZZLES),
    "Night owl": Career(nights=1),
    "Star of the night": Career(nights_won=1),
    "Seen it all": Career(complete=1),
}
TOO_LITTLE = Career(
    games_left=1,
    bands_won=frozenset(BANDS[1:]),
    drought=DROUGHT - 1,
    streak=STREAK - 1,
    punctual=PUNCTUAL - 1,
    opponents=COMPANY - 1,
    daily_streak=DAILY_STREAK - 1,
    daily_wins=SOME_DAILY_WINS - 1,
    puzzles=PUZZLES - 1,
)
BEFORE = {
    "Month of cards": ["Card a day"],
    "Even on Mondays": ["Ahead of Kai"],
    "Sharp eye": ["Good eye"],
}
"""What is always reached before an achievement that asks for more of the same."""
NEARLY = {
    "Month of cards": Career(daily_streak=DAILY_MONTH - 1),
    "Even on Mondays": Career(daily_wins=DAILY_WINS - 1),
    "Sharp eye": Career(puzzles=MANY_PUZZLES - 1),
}


def test_each_has_a_short_name_and_text() -> None:
    assert [goal.title for goal in GOALS] == [*ENOUGH]
    assert len({goal.text for goal in GOALS}) == len(GOALS)
    assert all(len(goal.title) <= 40 and len(goal.text) <= 120 for goal in GOALS)


@pytest.mark.parametrize("title", ENOUGH)
def test_each_is_reached_by_what_it_asks_and_by_nothing_else(title: str) -> None:
    reached = [goal.title for goal in GOALS if goal.reached(ENOUGH[title])]
    assert reached == [*BEFORE.get(title, ()), title]


def test_a_little_less_is_not_enough() -> None:
    assert not any(goal.reached(TOO_LITTLE) for goal in GOALS)
    assert not any(goal.reached(Career()) for goal in GOALS)
    for title, career in NEARLY.items():
        assert [goal.title for goal in GOALS if goal.reached(career)] == BEFORE[title]


def test_only_puzzles_belong_to_no_server() -> None:
    assert [goal.title for goal in GOALS if not goal.of_server] == ["Good eye", "Sharp eye"]


def test_numbers_in_words_are_those_that_count() -> None:
    numbers = {"three": STREAK, "five": DROUGHT, str(PUNCTUAL): PUNCTUAL, str(COMPANY): COMPANY}
    texts = {goal.title: goal.text for goal in GOALS}
    told = ("Hat-trick", "Back again", "On the dot", "Good company")
    for title, (word, _) in zip(told, numbers.items(), strict=True):
        assert word in texts[title]
    assert (STREAK, DROUGHT) == (3, 5)


def test_more_never_takes_an_achievement_away() -> None:
    """Except for games left to win, of which fewer are more."""
    fields = [name for name in Career._fields if name not in ("games_left", "bands_won")]
    for title, name in product(ENOUGH, fields):
        (goal,) = [goal for goal in GOALS if goal.title == title]
        assert goal.reached(Career(**{**ENOUGH[title]._asdict(), name: 999}))


PAGE = Path(__file__).parents[2] / "docs" / "league.md"


def test_the_page_lists_the_achievements() -> None:
    section = PAGE.read_text("utf-8").partition("\n## Achievements\n")[2].partition("\n## ")[0]
    told = re.findall(r"^\| \*\*(.+)\*\* \| (.+) \|$", section, re.MULTILINE)
    assert told == [(goal.title, goal.text) for goal in GOALS]
