"""``docs/records.md`` tells every action of every game, and no other."""

import re
from pathlib import Path

import pytest

from bot.game.record import parse_record
from bot.games.registry import GAMES
from tests.games.own import having
from tests.playthroughs.files import record_files

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
