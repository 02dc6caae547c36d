"""A process killed during a move: acknowledged moves are stored, and play goes on."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.games.registry import GAMES as REGISTERED
from bot.tables.hosting.reading import rebuild
from tests.tables.house import GAMES, Housing, act

KILLS, USUAL_KILLS = 4, 1
"""For each game, in the thorough run and in the quick one."""


def play_and_kill(file: Path, game: str, seed: int) -> tuple[str, int]:
    """Let a house play, kill it, and return the table and length of the log it acknowledged."""
    command = [sys.executable, "-m", "tests.tables.hosting.busy_house", str(file), game, str(seed)]
    moves = random.Random(seed).randint(1, 60)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        for _ in range(moves):
            line = house.stdout.readline()
        house.kill()
        # What it said before it died, it said after the commit.
        line = ([line, *house.stdout.readlines()])[-1]
    table, seq = line.split()
    return table, int(seq)


@pytest.mark.parametrize("game", REGISTERED)
async def test_a_killed_process_loses_no_acknowledged_move(
    tmp_path: Path, game: str, *, thorough: bool
) -> None:
    file = tmp_path / "night.db"
    for seed in range(KILLS if thorough else USUAL_KILLS):
        table, acknowledged = play_and_kill(file, game, seed)
        housing = Housing(file)
        await housing.reopen()
        entries = await housing.store.load(table)
        # One move may have been committed and not yet acknowledged; with it may come the end.
        assert acknowledged <= len(entries) <= acknowledged + 2
        state = rebuild(table, entries, GAMES)
        if state.closed is None:
            again = await housing.host.table(table)
            assert again.state == state
            await act(again, min(state.to_act))
        await housing.close()
