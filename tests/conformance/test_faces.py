"""What the face of every game promises: its words, a turn in a line, and pictures."""

import io
import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from bot.face.canvas import LARGEST
from bot.face.face import Scene, SeatSign
from bot.face.game_face import TEXT_LIMIT
from bot.face.phrases import TURN_LIMIT
from bot.face.seating import WIDTH
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.options import Options
from bot.game.record import parse_record
from bot.game.replay import replay
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.conformance.playout import ALL_GAMES, playout
from tests.face.grammar import slips
from tests.face.moments import Match, Moment, moments, signs
from tests.helpers import chance
from tests.playthroughs.files import record_files
from tests.short import MOST, matches_some_seats_first, short, some_seats_first, variants_of_all

STRIDE = 9
"""Of this many moments one is drawn, and each at which a round is over."""

all_seats = pytest.mark.parametrize(("game", "seats"), some_seats_first(GAMES.values(), MOST))
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def check_texts(
    game: AnyGame, match: Iterable[Moment[Any, Any, Any, Any]], *, thorough: bool
) -> None:
    """Look at what everyone is told at each moment, and at what seats are: in turn, or all."""
    face, told = face_of(game), set[object]()
    for number, moment in enumerate(match):
        shown = moment.scene()
        alt, status = face.alt(shown), face.status(shown)
        whole, results = face.text(shown), face.results(shown)
        sums = face.results(shown, sums=True)
        seats = range(moment.seats) if thorough else [number % moment.seats]
        own = [moment.scene(seat) for seat in seats]
        private = (text for each in own for text in (face.alt(each), face.screen(each, ()).text))
        for text in (alt, *private, whole, status, results, sums):
            assert slips(text) == [], text
        assert 0 < len(whole) <= TEXT_LIMIT
        assert 0 < len(alt) <= 1_000
        assert "**" not in alt
        assert 0 < len(results) <= len(sums) <= 2_000
        # The picture shows each seat's arithmetic; it's told where there's none.
        assert [line.startswith("- ") for line in results.splitlines()].count(True) == 0
        items = [line for line in sums.splitlines() if line.startswith("- ")]
        assert len(items) == (moment.seats if shown.view.results else 0)
        assert status.endswith((".", "!"))
        assert "\n" not in status
        for event in {*moment.events} - told:
            assert "\n" not in face.say(event, shown.seats)
        told.update(moment.events)


@all_seats
def test_texts_keep_to_their_limits(game: AnyGame, seats: int, *, thorough: bool) -> None:
    match = moments(game, seats, 60 + seats, game.options(**short(game)))
    check_texts(game, match, thorough=thorough)


@pytest.mark.parametrize(("game", "options"), variants_of_all())
def test_with_every_option_texts_fit(game: AnyGame, options: Options, *, thorough: bool) -> None:
    check_texts(game, moments(game, game.seats[-1], 70, options), thorough=thorough)


@pytest.mark.parametrize(("game", "seats", "match"), matches_some_seats_first("LONGER", MOST))
def test_longer_matches_can_be_told_and_drawn(
    game: AnyGame, seats: int, match: Match, *, thorough: bool
) -> None:
    check_texts(game, moments(game, seats, 60 + seats, match.options), thorough=thorough)
    drawn(game, seats, 80 + seats, match.options, match.stride)


def check_picture(game: AnyGame, moment: Moment[Any, Any, Any, Any]) -> None:
    painted = face_of(game).picture(moment.scene())
    image = Image.open(io.BytesIO(painted))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert image.height <= 1_000
    assert len(painted) <= LARGEST


def drawn(game: AnyGame, seats: int, seed: int, options: Options, stride: int = STRIDE) -> None:
    for number, moment in enumerate(moments(game, seats, seed, options)):
        if number % stride == 0 or game.stage(moment.state).paused:
            check_picture(game, moment)


@all_seats
def test_every_moment_of_a_match_can_be_drawn(game: AnyGame, seats: int) -> None:
    drawn(game, seats, 80 + seats, game.options(**short(game)))


@pytest.mark.parametrize(("game", "options"), variants_of_all())
def test_every_option_can_be_drawn(game: AnyGame, options: Options) -> None:
    drawn(game, game.seats[len(game.seats) // 2], 90, options)


@games
def test_before_the_first_round_there_is_nothing_to_tell(game: AnyGame) -> None:
    assert face_of(game).results(_first_scene(game)) == "No round has been scored yet."


@games
def test_an_unknown_event_is_not_told(game: AnyGame) -> None:
    assert face_of(game).say(object(), signs(game.seats[0])) == ""


def _first_scene(game: AnyGame) -> Scene[Any]:
    seats = game.seats[0]
    state, _ = game.new(game.options(), seats, chance(1))
    return Scene(game.view(state, SPECTATOR), signs(seats))


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
