"""Machine code is used where all of it is there, and never made by a process that hosts."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from bot.commands.compile import compile_kai
from bot.games.registry import GAMES, ladder_of, level_now, strongest_plain_level

ROOT = Path(__file__).parents[2]

COUNTING = """
from importlib import import_module
from bot import machine_code
from bot.game.deck import Chance
from bot.games.explaining import advise, explain
from bot.games.registry import *
from bot.games.registry import GAMES
from bot.review.making import advisers_for

def positions(name, plies, seed):
    game = GAMES[name]
    for seats in {min(game.seats), max(game.seats)}:
        state, _ = game.new(game.options(), seats, Chance(bytes([seed, seats] * 16)))
        for _ in range(plies):
            seat = min(game.to_act(state))
            view, legal = game.view(state, seat), game.legal(state, seat)
            yield view, legal
            action = player_for(name, strongest_plain_level(name)).choose(view, legal).action
            state = game.apply(state, seat, action)[0]
            if game.outcome(state) is not None:
                break
"""

WITHOUT = """
import sys
machine_code.use_only([])
for name in GAMES:
    for level in (*LADDER, LATE_LEVEL):
        player = player_for(name, level_now(name, level))
        for view, legal in positions(name, 2, 1):
            player.choose(view, legal)
assert "numba" not in sys.modules

for name, level in (("kapow", "hard"), ("kapow", "expert"), ("capit", "expert")):
    assert not is_ready(name)
    view, legal = next(each for each in positions(name, 9, 2) if len(each[1]) > 1)
    try:
        player_for(name, level).choose(view, legal)
    except machine_code.NotMadeError:
        print(name, level, "is refused")
"""

NOTED = """
folder = machine_code.folder()
assert not machine_code.is_made("kapow")
code = folder / "part" / "one.nbc"
code.parent.mkdir()
code.write_bytes(b"code")
machine_code.note_made(["kapow"])
assert machine_code.is_made("kapow") and not machine_code.is_made("capit")
code.write_bytes(b"changed as capit was made")
assert not machine_code.is_made("kapow")
machine_code.note_made(["kapow", "capit"])
assert machine_code.is_made("kapow") and machine_code.is_made("capit")
(folder / "part" / "more.nbc").write_bytes(b"more")
assert machine_code.is_made("kapow")
note = folder / "kapow.made"
whole = note.read_text()
for broken in ("", "{", whole.replace('"machine":"', '"machine":"0'), "[1]"):
    note.write_text(broken)
    assert not machine_code.is_made("kapow"), broken
note.write_text(whole)
assert machine_code.is_made("kapow")
code.write_bytes(b"cod")
assert not machine_code.is_made("kapow")
code.unlink()
assert not machine_code.is_made("kapow")
machine_code.clear()
assert not list(folder.glob("*"))
print("all as it should be")
"""

WITH = """
games = [name for name in GAMES if not is_ready(name) or name in ("kapow", "capit")]
machine_code.use_only(games)
counted = 0
for name in games:
    found, expert = advisers_for(name), player_for(name, strongest_level(name))
    for number, (view, legal) in enumerate(positions(name, PLIES, 3)):
        for level in LADDER:
            player_for(name, level).choose(view, legal)
        if number % 4 == 0:
            advise(name, expert, view, legal)
            explain(name, player_for(name, "hard"), view, legal, legal[-1])
            for each in (found.first, found.closer, *judges_for(name, (0, 1)), adviser_for(name)):
                each.consider(view, legal, (legal[-1],))
            counted += 1
print(counted, "positions, nothing was missing")
"""


def told(script: str, where: Path) -> str:
    """Run a script in a process of its own; return what it prints."""
    text = f"{COUNTING}\n{script}"
    ran = subprocess.run(
        (sys.executable, "-c", text), cwd=where, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in a folder of its own, where no machine code has been made."""
    folder = tmp_path_factory.mktemp("elsewhere")
    copytree(ROOT / "bot", folder / "bot", ignore=ignore_patterns("__pycache__"))
    (folder / "seeds").symlink_to(ROOT / "seeds")
    return folder


def test_without_machine_code_kai_plays_what_needs_none_and_makes_none(elsewhere: Path) -> None:
    said = told(WITHOUT, elsewhere).splitlines()
    assert said == ["kapow hard is refused", "kapow expert is refused", "capit expert is refused"]
    assert not list((elsewhere / ".compiled").rglob("*.nbc"))


def test_only_whole_and_unchanged_code_for_this_machine_counts(elsewhere: Path) -> None:
    assert told(NOTED, elsewhere) == "all as it should be\n"


def test_what_was_prepared_is_all_that_hosting_ever_needs(*, thorough: bool) -> None:
    """Else Kai would be weaker for ever there, as nothing is made."""
    assert compile_kai() == 0
    assert "nothing was missing" in told(f"PLIES = {12 if thorough else 5}\n{WITH}", ROOT)


def test_while_code_is_made_each_level_has_one_that_needs_none() -> None:
    for game in GAMES:
        assert strongest_plain_level(game) in ladder_of(game)
        assert all(level_now(game, level) == level for level in ladder_of(game))
