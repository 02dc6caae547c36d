"""Every turn of every game is told in one short line, and names in it do nothing."""

from itertools import groupby
from typing import Final

import pytest

from bot.face.face import SeatSign
from bot.face.turns import TURN_LIMIT
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.conformance.playout import ALL_GAMES, playout
from tests.seeded import chance
from tests.short import some_seats_first

SEEDS: Final = (1, 2)
MISCHIEF: Final = "**@everyone** <@1> [x](http://y) ||z||"


def turns_of(game: AnyGame, seats: int, seed: int) -> list[tuple[object, ...]]:
    """Play a match at random, and return the events of each turn."""
    events = [
        (game.stage(step.state).turn, event)
        for step in playout(game, seats, seed)
        for event in step.events
    ]
    return [
        tuple(event for _, event in group) for _, group in groupby(events, key=lambda pair: pair[0])
    ]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))
@pytest.mark.parametrize("seed", SEEDS)
def test_each_turn_is_one_short_line(game: AnyGame, seats: int, seed: int) -> None:
    face, names = face_of(game), [SeatSign(MISCHIEF * 3)] * seats
    for events in turns_of(game, seats, seed):
        line = face.turn(events, names)
        assert line
        assert "\n" not in line
        assert len(line) <= TURN_LIMIT
        assert "@everyone" not in line
        assert "<@1>" not in line


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_deal_is_told_as_the_beginning_of_a_round(game: AnyGame) -> None:
    seats = game.seats[0]
    _, events = game.new(game.options(), seats, chance(1, "cut"))
    names = [SeatSign(f"P{seat}") for seat in range(seats)]
    told = face_of(game).turn(events, names)
    # A game may begin without an event, and then there is nothing to tell.
    assert told.startswith("**Round 1** begins.") or (not events and not told)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_half_a_turn_is_told_as_far_as_it_went(game: AnyGame) -> None:
    """A message may be made anew within a turn, because somebody leaves."""
    names = [SeatSign(f"P{seat}") for seat in range(game.seats[0])]
    for step in playout(game, game.seats[0], 3):
        assert len(face_of(game).turn(step.events, names)) <= TURN_LIMIT
