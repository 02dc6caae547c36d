"""``docs/adding-a-game.md`` is followed to the letter, and the bot knows the game."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT, tracked
from tests.house.recipe import boxes, follow
from tests.local.running import running
from tests.local.tab import http_to, open_tab
from tests.patience import PATIENCE

DOCUMENT = ROOT / "docs" / "adding-a-game.md"

HELD_TO = (
    "tests/conformance",
    "tests/games/test_players_rules.py",
    "tests/playthroughs",
    "tests/kai/test_conduct.py",
    "tests/kai/test_players.py",
)
"""The tests of every game that is registered."""


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, changed as the document says."""
    copy = tmp_path_factory.mktemp("copy")
    for path in tracked():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy / path)
    for box in boxes(DOCUMENT):
        follow(box, copy)
    return copy


@pytest.fixture(scope="module")
def ready(followed: Path) -> Path:
    """The copy with Kai's machine code, which `make play` makes first."""
    command = [sys.executable, "-m", "bot", "compile"]
    subprocess.run(command, cwd=followed, check=True, timeout=5 * PATIENCE)
    return followed


@pytest.mark.thorough
def test_the_tests_of_all_games_pass_for_it(followed: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "highcard"]
    tested = subprocess.run(
        [*command, *HELD_TO],
        cwd=followed,
        capture_output=True,
        text=True,
        check=False,
        timeout=5 * PATIENCE,
    )
    assert tested.returncode == 0, tested.stdout
    assert int(tested.stdout.split(" passed")[0].split()[-1]) > 30


@pytest.mark.thorough
async def test_it_is_played_with_its_options_its_rules_and_a_plain_face(ready: Path) -> None:
    asked = ("--port", "0", "--game", "highcard", "--option", "rounds=1")
    with running(*asked, cwd=ready) as evening:
        async with http_to(evening.address) as http:
            mina = await open_tab(http)
            await mina.reads("Your table of High Card is open")
            await mina.reads("Rounds: **1**")
            await mina.click("Rules")
            await mina.reads("the highest card scores a **point**")
            await mina.click("Start")
            await mina.click("My hand")
            await mina.reads("play ")
        finished = evening.end()
    assert "Card night is open" in finished.output
    assert (finished.status, finished.errors) == (0, "")
