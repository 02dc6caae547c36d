"""Records that the version before has written are read, proved and written as they were."""

import re

import pytest

from bot.face.face import Scene, SeatSign
from bot.game.record import Record, parse_record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record, position_at
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.compatibility.telling import ending_told, view_told, viewers
from tests.compatibility.written import FOLDER, RECORDS, as_json, record_text

DAMAGES = {
    "the secret": re.compile("^secret: (.)", re.MULTILINE),
    "an action": re.compile("^[0-9] .*(.)$", re.MULTILINE),
    "a result": re.compile("^scores: .*(.)$", re.MULTILINE),
}
"""For each damage, where the character is that is another one then."""

DAMAGED = [
    (name, damage)
    for name in RECORDS
    for damage, place in DAMAGES.items()
    if place.search(record_text(name))
]
"""Only a match that was played to its end has a result."""


def test_all_games_are_there_and_all_that_was_told_has_its_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.record")} == RECORDS.keys()
    games = [parse_record(record_text(name)).game for name in RECORDS]
    assert {*games} <= GAMES.keys()
    assert len({*games}) >= 4, "games that have been played stay"
    for game in {*games}:
        endings = [told["ending"] for name, told in RECORDS.items() if name.startswith(game)]
        assert len(endings) > 3
        assert None in endings


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_the_same_end_and_is_written_as_it_was(name: str) -> None:
    text, told = record_text(name), RECORDS[name]
    record = parse_record(text)
    assert str(record) == text
    assert f"\n{GAMES[record.game].title}: all {told['actions']}" in check_record(text, GAMES)
    last = position_at(record, None, GAMES)
    game = GAMES[record.game]
    assert last.index == told["actions"]
    assert as_json(ending_told(game.outcome(last.state))) == told["ending"]
    assert as_json(ending_told(record.outcome)) == told["ending"]
    assert sorted(game.to_act(last.state)) == told["to_act"]


@pytest.mark.parametrize("name", RECORDS)
def test_everybody_sees_what_they_saw(name: str) -> None:
    record = parse_record(record_text(name))
    for at, seen in RECORDS[name]["seen"].items():
        for viewer, lines in seen.items():
            assert _seen(record, int(at), viewer) == lines, (at, viewer)


def _seen(record: Record, at: int, viewer: str) -> list[str]:
    game, moment = GAMES[record.game], position_at(record, at, GAMES)
    signs = tuple(map(SeatSign, record.seats))
    view = game.view(moment.state, viewers(len(record.seats))[viewer])
    return view_told(face_of(game), Scene(view, signs, events=moment.events))


@pytest.mark.parametrize(("name", "damage"), DAMAGED)
def test_a_record_with_one_damaged_character_is_refused(name: str, damage: str) -> None:
    text = record_text(name)
    found = DAMAGES[damage].search(text)
    assert found is not None
    at = found.start(1)
    other = "1" if text[at] == "0" else "0"
    with pytest.raises(RecordError):
        check_record(f"{text[:at]}{other}{text[at + 1 :]}", GAMES)
