"""A backup taken during a match has all acknowledged moves, and can be played on."""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.tables.core import lobby
from bot.tables.core.store import Phase
from bot.tables.hosting.reading import rebuild
from tests.house.files import ROOT
from tests.patience import PATIENCE
from tests.tables.house import GAMES, MINA, PLACE, SAM, Housing, act, asker

BACKUPS = 3
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
    command = [sys.executable, "-m", "tests.tables.hosting.busy_house", str(file), "kapow", "11"]
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


async def test_a_backup_taken_during_the_game_is_played_on_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "night.db"
    copies: dict[Path, dict[str, int]] = {}
    with playing(file) as house:
        for number in range(BACKUPS):
            house.play(BETWEEN)
            copy, before = tmp_path / f"copy {number}.db", dict(house.acknowledged)
            back_up(file, copy)
            copies[copy] = before
        moves = house.moves
    assert moves > BACKUPS * BETWEEN
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
    assert hosted.state == rebuild(table, await housing.store.load(table), GAMES)
    if hosted.state.phase is Phase.LOBBY:  # The backup was taken between two matches.
        await _start(housing, table)
    while hosted.state.closed is None:
        await act(hosted, source.choice(sorted(hosted.state.to_act)), source.choice)
    assert hosted.state.closed.because == "finished"
