"""``docs/adding-a-game.md`` is followed to the letter, and the bot knows the game."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import PATIENCE
from tests.house.files import ROOT, tracked
from tests.house.recipe import boxes, follow
from tests.local.running import running
from tests.local.tab import http_to, open_tab

DOCUMENT = ROOT / "docs" / "adding-a-game.md"

CONCERNED = (
    *("-k", "golf"),
    *("tests/conformance", "tests/games/golf", "tests/kai/test_conduct.py"),
    *("tests/kai/test_players.py", "tests/playthroughs", "tests/face"),
    *("tests/game/test_fairness.py", "tests/cogs/play/test_phone.py"),
    "tests/house/test_layout.py",
)
"""The tests that concern a game when it is added."""

OTHERS = (
    *("tests/games/test_players_rules.py", "tests/game/test_notation.py"),
    *("tests/kai/test_words.py", "tests/face/test_emoji.py", "tests/house/test_style.py"),
    *("tests/league/test_ratings.py", "tests/puzzle/test_pool.py"),
    *("tests/cogs/play/test_lobby.py", "tests/cogs/test_help.py", "tests/cogs/test_learn.py"),
    *("tests/house/test_contributing.py", "tests/house/test_record_command.py"),
    *("tests/compatibility/test_database.py", "tests/compatibility/test_tables.py"),
)
"""The tests that once failed for each game that was added, but for those of machine code."""

SLOW = (
    *("-k", "golf", "--thorough", "-m", "thorough or counted", "--kill-points", "5"),
    *("tests/kai/test_players.py", "tests/wire/kill/test_kill.py", "tests/lab/puzzles"),
)
"""Those of the thorough run that did."""


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy")
    for path in tracked():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy / path)
    subprocess.run(["git", "init", "--quiet"], cwd=copy, check=True)
    for box in boxes(DOCUMENT):
        follow(box, copy)
    return copy


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("tests", "fewest"), [(CONCERNED, 70), (OTHERS, 400), (SLOW, 1)], ids=["own", "all", "slow"]
)
def test_the_tests_pass_with_it(followed: Path, tests: Sequence[str], fewest: int) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tested = subprocess.run(
        [*command, *tests],
        cwd=followed,
        capture_output=True,
        text=True,
        check=False,
        timeout=20 * PATIENCE,
    )
    assert tested.returncode == 0, tested.stdout
    assert int(tested.stdout.split(" passed")[0].split()[-1]) > fewest


@pytest.mark.thorough
def test_it_lacks_only_documents_then(followed: Path) -> None:
    command = [sys.executable, "-m", "bot", "check-game", "golf"]
    told = subprocess.run(command, cwd=followed, capture_output=True, text=True, check=False)
    needs = told.stdout.partition("It can also have:")[0].splitlines()
    files = [line.rpartition("(")[2] for line in needs if line.startswith("- ")]
    forms = [f".github/ISSUE_TEMPLATE/{form}.yml)" for form in ("bug", "rule")]
    assert files == ["docs/records.md)", "docs/fairness.md)", "README.md)", *forms]


@pytest.mark.thorough
async def test_it_is_played_with_its_options_its_rules_and_its_face(followed: Path) -> None:
    asked = ("--port", "0", "--game", "golf", "--option", "points=20")
    with running(*asked, cwd=followed) as evening:
        async with http_to(evening.address) as http:
            mina = await open_tab(http)
            await mina.reads("Your table of Golf is open")
            await mina.reads("Points: **20**")
            await mina.click("Rules")
            await mina.reads("the lowest total wins")
            await mina.click("Start")
            await mina.click("My hand")
            await mina.reads("from the discard pile should go, or draw a card.")
        finished = evening.end()
    assert "Card night is open" in finished.output
    assert finished.status == 0
    # Only that Kai's machine code isn't made in the copy, unless a test has: other games need it.
    assert re.fullmatch(r"(.*below its strong levels.*\n)?", finished.errors)
