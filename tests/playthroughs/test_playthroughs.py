"""Golden playthroughs: the rules take the same matches to the same scores, and are told so."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from bot.game.contract import AnyGame
from bot.game.record import Record, parse_record
from bot.game.replay import Moment, replay, verify
from bot.games.registry import GAMES
from tests.games.own import declared, having, own
from tests.playthroughs.files import record_file, record_files
from tests.playthroughs.make import OPTIONS, SPECIAL, keep, seat_counts

FILES = record_files()
LARGEST = 60_000
WILD = [
    (GAMES[name], seats) for name in having("playthroughs") for seats in seat_counts(GAMES[name])
]


def name_of(file: Path) -> str:
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


def test_the_first_playthrough_of_a_game_makes_a_package(tmp_path: Path) -> None:
    keep(tmp_path / "new" / "2-seats.record", parse_record(FILES[0].read_text("utf-8")))
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"__init__.py", "2-seats.record"}


def test_there_is_no_other_file() -> None:
    names = {f"{game.name}-{seats}-seats" for game, seats in WILD}
    names |= {f"{game}-{label}" for game, labels in OPTIONS.items() for label in labels}
    assert {name_of(file) for file in FILES} == names | {f"{game}-special" for game in SPECIAL}


games = pytest.mark.parametrize(
    "game", [game for game in SPECIAL if own(game, "playthroughs.special", "SPECIALS", ())]
)


def records(game: str) -> Sequence[Record]:
    files = [file for file in record_files(game) if not file.stem.endswith("-seats")]
    return [parse_record(file.read_text("utf-8")) for file in files]


@cache
def matches(game: str) -> Sequence[Sequence[Moment]]:
    return [[*replay(record, GAMES)] for record in records(game)]


@games
def test_all_that_is_special_happens(game: str) -> None:
    module = import_module(f"tests.games.{game}.playthroughs.special")
    happened = {special for moments in matches(game) for special in module.specials(moments)}
    assert {*module.SPECIALS} - happened == set()


@games
def test_every_event_happens(game: str) -> None:
    """But for those that random matches don't reach either: the rules' own tests look at them."""
    events = declared(GAMES[game], "Event")
    happened = {
        type(event) for moments in matches(game) for moment in moments for event in moment.events
    }
    unreached: set[str] = own(game, "positions", "UNREACHED", set())
    assert {kind.__name__ for kind in events - happened} <= unreached
    assert happened <= events


@pytest.mark.parametrize("game", [game for game, options in OPTIONS.items() if options])
def test_every_option_is_in_a_golden_match(game: str) -> None:
    chosen = {name for record in records(game) for name, _ in record.options}
    told = "add a match to its OPTIONS in special.py, then `python -m tests.playthroughs.make`"
    assert chosen == set(GAMES[game].options.model_fields), told


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_whole_match_of_kapow_has_ten_rounds_k2_4(seats: int) -> None:
    record = parse_record(record_file("kapow", f"{seats}-seats").read_text("utf-8"))
    assert record.outcome is not None
    assert len(record.outcome.rounds) == 10


DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")


def kind(action: str) -> str:
    return action.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize("name", having("playthroughs"))
def test_the_actions_that_are_done_are_those_documented(name: str) -> None:
    game = GAMES[name]
    _, _, section = DOCUMENT.partition(f"## The notation of {game.title}\n")
    first_cells = re.findall(r"^\| (`.*?) \|", section.partition("\n## ")[0], re.MULTILINE)
    told = [action for cell in first_cells for action in re.findall("`(.+?)`", cell)]
    for action in told:
        assert str(game.parse(action)) == action
    records = [parse_record(file.read_text("utf-8")) for file in record_files(game.name)]
    done = {kind(text) for each in records for _, text in each.actions}
    assert done == set(map(kind, told))
