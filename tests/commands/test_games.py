"""``new-game`` makes a game that can be played, and ``check-game`` says what one lacks."""

import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands.check_game import check_game, lacks
from bot.commands.new_game import REGISTRY, new_game, registered
from bot.game.contract import AnyGame
from bot.games.title import Title
from tests.golf.rules.game import Golf
from tests.golf.rules.table import View as State
from tests.golf.title import GOLF
from tests.helpers import PATIENCE, Capsys
from tests.house.files import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in ("bot", "tests/toy_game"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copytree(ROOT / "seeds" / "chowpow", tmp_path / "seeds" / "chowpow")
    shutil.copyfile(ROOT / "seeds" / "kai.toml", tmp_path / "seeds" / "kai.toml")
    return tmp_path


def test_a_new_game_is_there_registered_and_played(checkout: Path, capsys: Capsys) -> None:
    assert new_game("bridge", "Toll-Bridge!", checkout) == 0
    told = capsys.readouterr().out
    assert "made bot/games/bridge/rules/game.py" in told
    assert "make play GAME=bridge" in told
    command = [sys.executable, "-m", "bot", "check-game", "bridge"]
    checked = subprocess.run(
        command, cwd=checkout, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert checked.stderr == ""
    assert checked.stdout.splitlines()[0] == "It can also have:"
    assert checked.stdout.splitlines()[-1] == "Toll-Bridge! has all that a game needs."


def test_the_registry_keeps_its_order() -> None:
    before = (ROOT / REGISTRY).read_text("utf-8")
    lines = registered(before, "bridge").splitlines()
    added = "from bot.games.bridge.title import BRIDGE", "    BRIDGE,"
    imports = [line for line in lines if line.startswith("from bot.games.")]
    assert imports == sorted(imports)
    assert added[0] in imports
    assert lines[lines.index(added[1]) + 1] == ")"
    assert [line for line in lines if line not in added] == before.splitlines()


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("Bridge", "", "can't be a game's name"),
        ("../x", "", "can't be a game's name"),
        ("bridge", 'a "bridge"', "can't be a title"),
        ("kapow", "", "kapow already exists"),
        ("bridge", "", "in a checkout"),
    ],
)
def test_what_can_not_be_made_is_refused_with_a_sentence(
    name: str, title: str, said: str, tmp_path: Path, capsys: Capsys
) -> None:
    assert new_game(name, title, tmp_path) == 1
    assert said in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_a_game_that_is_not_there_is_told(capsys: Capsys) -> None:
    assert check_game("bridge") == 1
    assert "There's no game called bridge: make one with new-game." in capsys.readouterr().out


@pytest.mark.parametrize("game", ["kabobo", "capit", "chowpow"])
def test_the_games_of_the_house_need_nothing(game: str) -> None:
    assert [lack for lack in lacks(game) if lack.needed] == []


class Leaky(Golf):
    def view(self, state: State, viewer: int | None) -> State:
        del viewer
        return state


class Wasteful(Golf):
    def cards(self, state: State) -> Counter[str]:
        return super().cards(replace(state, discard_pile=()))


Wasteful.fact_labels = {}


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        (Leaky(), ["the View of seat", "depends on cards that it may not know"]),
        (Wasteful(), ["loses the cards", "`fact_labels` has no"]),
    ],
)
def test_faults_of_the_rules_are_told_in_sentences(rules: AnyGame, sentences: list[str]) -> None:
    title = Title(rules=rules, face=GOLF.face, kai=GOLF.kai)
    told = [lack for lack in lacks("golf", titles={"golf": title}) if lack.needed]
    for sentence in sentences:
        assert any(sentence in lack.sentence for lack in told)
    assert any("Kai has no [sentence] “saves_points” for" in lack.sentence for lack in told)
    assert {lack.where.split("/")[0] for lack in told} >= {"bot", "seeds", "docs"}


def test_a_game_is_not_taken_for_one_whose_name_begins_alike(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "records.md").write_text("## The notation of Golf Six\n", "utf-8")
    told = lacks("golf", tmp_path, {"golf": GOLF})
    assert "docs/records.md" in {lack.where for lack in told if lack.needed}
