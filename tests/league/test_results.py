"""How people are judged whose matches end in all the ways that there are."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest

from bot.league.counting import Attendance
from bot.league.results import league_match, match_result, seat_attendance
from bot.tables import entries as log
from bot.tables.apply import evolve
from bot.tables.entries import Occupant, TableSetup
from bot.tables.loading import state_from
from bot.tables.state import TableState
from bot.tables.store import Tally
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
    result = match_result(state)
    assert result is not None
    players = league_match(result).players
    assert [player.attendance for player in players] == [expected, PLAYED, PLAYED]


def test_who_goes_before_their_first_turn_has_played_none() -> None:
    """Where nobody had a turn at all, those who are there have not failed to take it."""
    result = match_result(table(1, *ROUND))
    assert result is not None
    judged: Sequence[tuple[log.HandedOverBecause | None, Attendance, float]] = (
        (None, PLAYED, 1.0),
        ("left", GONE, 0.0),
        ("kicked", ABSENT, 0.0),
    )
    for held, attendance, share in judged:
        none = replace(result.seats[0], tally=Tally(), held=held)
        [player, *_] = league_match(replace(result, seats=(none, *result.seats[1:]))).players
        assert (player.attendance, player.share) == (attendance, share)
