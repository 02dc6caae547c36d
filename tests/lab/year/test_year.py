"""A small year goes through the real thing, and what is stored of it is what a recount says."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.tables.store import MatchResult
from lab.year.command import COMPARED, differences, league_year, run, stored, summary
from lab.year.server import GUILD, open_server
from lab.year.year import Plan, simulate
from tests.db.plain import Forgotten, plain
from tests.db.recount.comparing import check

SMALL = Plan(people=14, matches=30, seed=11)
"""Among its matches are some of full length that count."""


def quiet(_line: str) -> None:
    """Tell nobody."""


def stems(folder: Path, suffix: str) -> set[str]:
    """The names of the files of a kind."""
    return {path.stem for path in folder.glob(f"*{suffix}")}


@pytest.mark.thorough
async def test_a_year_is_stored_as_it_was_played(tmp_path: Path) -> None:
    told: list[str] = []
    assert await run(SMALL, tmp_path, told.append) == []
    assert "equal" in told
    pictures = stems(tmp_path, ".png")
    assert pictures == stems(tmp_path, ".md")
    assert {f"profile-{number}" for number in range(1, 5)} < pictures
    assert any(name.startswith("standings-") for name in pictures)


@pytest.mark.thorough
async def test_whatever_is_stored_wrongly_is_told(tmp_path: Path) -> None:
    """One event more or fewer shows in every table, and so does one figure."""
    async with open_server(tmp_path / "year.db", SMALL.seed) as server:
        year = await simulate(server, SMALL, quiet)
        found = await stored(server.storage)
        await check(server.storage, GUILD)  # The export is enough to count all of it again.
        head, *_ = await summary(server.storage, year)
    assert not list(differences(found, plain(year.events)))
    counted = [match for match in year.matches if match.counted]
    assert {match.game for match in year.matches} == set(GAMES)
    assert 0 < len(counted) < len(year.matches)
    assert year.crashes
    assert any(isinstance(event, Forgotten) for event in year.events)
    assert head.startswith(f"{len(year.matches)} matches finished")
    for kind in COMPARED:
        rows = getattr(found, kind)
        assert rows
        expected = plain(year.events)._replace(**{kind: rows - {min(rows, key=repr)}})
        (line,) = differences(found, expected)
        assert line.startswith(f"{kind}: stored")
    some = [event for event in year.events if event is not counted[-1]]
    assert list(differences(found, plain(some)))


@pytest.mark.thorough
async def test_the_same_seed_is_the_same_year(tmp_path: Path) -> None:
    years = []
    for name in ("one", "two"):
        async with open_server(tmp_path / f"{name}.db", SMALL.seed) as server:
            year = await simulate(server, Plan(people=8, matches=8, seed=5), quiet)
        years.append([_without_ids(match) for match in year.matches])
    assert years[0] == years[1]
    assert len(years[0]) == 8


def _without_ids(match: MatchResult) -> MatchResult:
    """Return a result without what is drawn at random each time."""
    seats = tuple(replace(seat, former=None) for seat in match.seats)
    return replace(match, table="", seats=seats)


def test_a_year_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "year.db").write_bytes(b"")
    assert league_year(*SMALL, tmp_path) == 2
    assert (tmp_path / "year.db").read_bytes() == b""
