"""Acknowledged moves outlive a killed process, and are in a backup taken during a match."""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.games.registry import GAMES as REGISTERED
from bot.tables import lobby
from bot.tables.loading import state_from
from bot.tables.store import Phase
from tests.house.files import ROOT
from tests.patience import PATIENCE
from tests.tables.house import GAMES, MINA, PLACE, SAM, Housing, act, asker

KILLS, USUAL_KILLS = 4, 1
"""For each game, in the thorough run and in the quick one."""


def play_and_kill(file: Path, game: str, seed: int) -> tuple[str, int]:
    """Let a house play, kill it, and return the table and length of the log it acknowledged."""
    command = [sys.executable, "-m", "tests.tables.busy_house", str(file), game, str(seed)]
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
        state = state_from(table, entries, GAMES)
        if state.closed is None:
            again = await housing.host.table(table)
            assert again.state == state
            await act(again, min(state.to_act))
        await housing.close()


BACKUPS = (2, 3)  # In the quick run and in the thorough one.
BETWEEN = 25
"""Moves played before each backup."""


class BusyHouse:
    """A process that plays, and what it has acknowledged: table by table the length of its log."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.acknowledged: dict[str, int] = {}
        self.moves = 0
        self._process = process
        self._moved = threading.Condition()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            table, seq = line.split()
            with self._moved:
                self.acknowledged[table] = int(seq)
                self.moves += 1
                self._moved.notify_all()

    def play(self, moves: int) -> None:
        """Wait until so many more moves have been acknowledged."""
        with self._moved:
            wanted = self.moves + moves
            assert self._moved.wait_for(lambda: self.moves >= wanted, timeout=PATIENCE)

    def kill(self) -> None:
        self._process.kill()
        self._reading.join()


@contextmanager
def playing(file: Path) -> Iterator[BusyHouse]:
    command = [sys.executable, "-m", "tests.tables.busy_house", str(file), "kapow", "11"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        house = BusyHouse(process)
        try:
            yield house
        finally:
            house.kill()


def back_up(file: Path, copy: Path) -> None:
    """Do what an operator does."""
    subprocess.run(
        [sys.executable, "-m", "bot", "db", "backup", str(copy)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "DATABASE_URL": f"sqlite+aiosqlite:///{file}"},
    )


async def test_a_backup_taken_during_the_game_is_played_on_to_the_end(
    tmp_path: Path, *, thorough: bool
) -> None:
    file, backups = tmp_path / "night.db", BACKUPS[thorough]
    copies: dict[Path, dict[str, int]] = {}
    with playing(file) as house:
        for number in range(backups):
            house.play(BETWEEN)
            copy, before = tmp_path / f"copy {number}.db", dict(house.acknowledged)
            back_up(file, copy)
            copies[copy] = before
        moves = house.moves
    assert moves > backups * BETWEEN
    unfinished = [await _restored(file, copy, before) for copy, before in copies.items()]
    assert any(unfinished)


async def _restored(file: Path, copy: Path, acknowledged: dict[str, int]) -> int:
    """Look a copy through and play it on; return how many tables there were to play on."""
    logs = {}
    housing = Housing(file)
    await housing.reopen()
    for table in acknowledged:
        logs[table] = await housing.store.load(table)
    await housing.close()
    housing = Housing(copy)
    await housing.reopen()
    for table, seq in acknowledged.items():
        entries = await housing.store.load(table)
        assert len(entries) >= seq
        assert logs[table][: len(entries)] == entries
    listings = housing.host.tables_in(PLACE.guild)
    for listing in listings:
        await _play_on(housing, listing.table)
    finished = await housing.league.matches(PLACE.guild, limit=10_000)
    assert {match.table for match in finished} >= acknowledged.keys()
    assert len(finished) == len({match.table for match in finished})
    await housing.close()
    return len(listings)


async def _start(housing: Housing, table: str) -> None:
    hosted = await housing.host.table(table)
    if SAM not in hosted.state.people:
        await housing.host.join(table, SAM)
    await hosted.do(lobby.start(asker(MINA)))


async def _play_on(housing: Housing, table: str) -> None:
    source = random.Random(table)
    hosted = await housing.host.table(table)
    assert hosted.state == state_from(table, await housing.store.load(table), GAMES)
    if hosted.state.phase is Phase.LOBBY:  # The backup was taken between two matches.
        await _start(housing, table)
    while hosted.state.closed is None:
        await act(hosted, source.choice(sorted(hosted.state.to_act)), source.choice)
    assert hosted.state.closed.because == "finished"
