"""Every turn of every game is told in one short line, and names in it do nothing."""

import re
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from bot.face.face import Scene, SeatSign
from bot.face.phrases import TURN_LIMIT
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.record import parse_record
from bot.game.replay import replay
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.conformance.playout import ALL_GAMES, playout
from tests.playthroughs.files import record_files
from tests.seeded import chance
from tests.short import some_seats_first

SEEDS: Final = (1, 2)
MISCHIEF: Final = "**@everyone** <@1> [x](http://y) ||z||"
HARM: Final = re.compile(r"@|(?<!\\)\[x|(?<!\\)\*\N{FULLWIDTH COMMERCIAL AT}")
"""What would mention someone, or be a link or bold type."""


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
    """A message may be made again within a turn, because someone leaves."""
    names = [SeatSign(f"P{seat}") for seat in range(game.seats[0])]
    for step in playout(game, game.seats[0], 3):
        assert len(face_of(game).turn(step.events, names)) <= TURN_LIMIT


@pytest.mark.parametrize(
    "file",
    [file for file in record_files() if not file.stem.endswith("-seats")],
    ids=lambda file: f"{file.parents[1].name}-{file.stem}",
)
def test_names_do_nothing_in_what_is_told_of_events(file: Path) -> None:
    """In the special playthroughs of a game, and those with options, every event happens."""
    record = parse_record(file.read_text("utf-8"))
    game, names = GAMES[record.game], (SeatSign(MISCHIEF),) * len(record.seats)
    face, moment = face_of(game), None
    for moment in replay(record, GAMES):
        for event in moment.events:
            line = face.say(event, names)
            assert "\n" not in line
            assert not HARM.search(line), line
    assert moment is not None
    assert not HARM.search(face.text(Scene(game.view(moment.state, SPECTATOR), names)))
