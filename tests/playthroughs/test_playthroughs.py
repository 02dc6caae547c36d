"""Golden playthroughs: the rules still take the same matches to the same scores."""

from pathlib import Path

import pytest

from bot.game.contract import AnyGame
from bot.game.record import parse_record
from bot.game.replay import verify
from bot.games.registry import GAMES
from tests.games.own import having
from tests.playthroughs.files import record_file, record_files
from tests.playthroughs.make import OPTIONS, SPECIAL, seat_counts

FILES = record_files()
LARGEST = 60_000
WILD = [
    (GAMES[name], seats) for name in having("playthroughs") for seats in seat_counts(GAMES[name])
]


def name_of(file: Path) -> str:
    """Return a playthrough's game and label."""
    return f"{file.parents[1].name}-{file.stem}"


files = pytest.mark.parametrize("file", FILES, ids=name_of)


@files
def test_the_match_is_played_to_the_same_result(file: Path) -> None:
    record = parse_record(file.read_text("utf-8"))
    assert record.game == file.parents[1].name
    assert record.outcome is not None
    assert verify(record, GAMES).index == len(record.actions)


@files
def test_the_file_is_small_and_as_the_bot_writes_it(file: Path) -> None:
    text = file.read_text("utf-8")
    assert str(parse_record(text)) == text
    assert file.stat().st_size < LARGEST


@pytest.mark.parametrize(
    ("game", "seats"), WILD, ids=lambda case: case if isinstance(case, int) else case.name
)
def test_every_game_has_whole_matches_at_few_and_many_seats(game: AnyGame, seats: int) -> None:
    """With the usual options, dealt from the secret alone."""
    record = parse_record(record_file(game.name, f"{seats}-seats").read_text("utf-8"))
    assert record.game == game.name
    assert len(record.seats) == seats
    assert record.outcome is not None
    assert not record.options
    assert not record.fixed


def test_there_is_no_other_file() -> None:
    names = {f"{game.name}-{seats}-seats" for game, seats in WILD}
    names |= {f"{game}-{label}" for game, labels in OPTIONS.items() for label in labels}
    assert {name_of(file) for file in FILES} == names | {f"{game}-special" for game in SPECIAL}
