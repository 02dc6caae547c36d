"""What the bot shows of a league is what its export and the page of definitions say."""

import ast
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.league.ratings import Entrant, Rating, rate
from bot.tables.store import MatchResult
from db.maintenance.rebuild import rebuild
from db.storage import Storage, open_storage
from tests.db.recount.comparing import CLOSE, check
from tests.db.recount.definitions import Definitions
from tests.db.recount.league import Pull, Recount, Strength
from tests.db.recount.season import PEOPLE, season
from tests.db.worlds import keep


def sure(played: Sequence[MatchResult]) -> None:
    """A season that shows nothing tests nothing: all there is to count is in it."""
    seats = [seat for match in played for seat in match.seats]
    assert {len(match.seats) for match in played} >= {2, 3, 4, 5, 8}
    assert {seat.held for seat in seats} >= {"left", "away", "kicked", None}
    assert {seat.kai for seat in seats} >= {"easy", "normal", "hard", "expert"}
    assert any(not match.counted for match in played)


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_season_is_counted_again_from_the_export(sqlite_url: str, seed: int) -> None:
    played = season(seed, 150)
    sure(played)
    async with open_storage(sqlite_url) as storage:
        for match in played:
            await keep(storage, match)
        await check(storage)


async def forget(storage: Storage, user: int, now: int) -> None:
    """Delete someone's data, as :class:`bot.privacy.forgetting.Forgetting` does."""
    privacy = storage.privacy
    traces = await privacy.traces(user)
    former = await privacy.begin(user, now, new=bool(traces))
    await privacy.erase_league(user, former)
    if former is not None:
        for trace in traces:
            await privacy.erase(trace.table, user, former)
        await privacy.end(former)


async def live(storage: Storage, played: Sequence[MatchResult], deletions: int, seed: int) -> None:
    """Store a season in which people have their data deleted, and come back with the next match."""
    chance = random.Random(seed)
    forgotten = set(chance.sample(range(len(played)), deletions))
    for number, match in enumerate(played):
        await storage.pruner.prune_former(match.finished_at)
        await keep(storage, match)
        if number in forgotten:
            await forget(storage, chance.choice(PEOPLE[:6]), match.finished_at)


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.thorough)])
async def test_a_season_with_deletions_is_counted_again(sqlite_url: str, seed: int) -> None:
    async with open_storage(sqlite_url) as storage:
        await live(storage, season(seed, 150), 10, seed)
        recount = await check(storage)
        assert {name.split()[0] for _, _, name in recount.ratings} == {"id", "former"}
    await rebuild(sqlite_url, GAMES)
    async with open_storage(sqlite_url) as storage:
        await check(storage)


def test_a_settled_rating_follows_the_formula_down_to_its_floor() -> None:
    """It takes longer than a season to get there."""
    chance, page = random.Random(7), Definitions()
    for _ in range(200):
        people = [
            Rating(chance.uniform(1400, 1600), page["floor"] + chance.choice((0, 0.01, 1, 30)))
            for _ in range(chance.randint(2, 8))
        ]
        ranks = [chance.randint(1, 4) for _ in people]
        found = rate([Entrant(one, rank) for one, rank in zip(people, ranks, strict=True)])
        for own, (mean, deviation) in enumerate(found):
            others = [
                Pull(
                    Strength(*people[at]),
                    (1 + (rank > ranks[own]) - (rank < ranks[own])) / 2,
                    1 / (len(people) - 1),
                )
                for at, rank in enumerate(ranks)
                if at != own
            ]
            again = Recount(page).moved(Strength(*people[own]), others)
            assert abs(again.mean - mean) < CLOSE
            assert abs(again.deviation - deviation) < CLOSE


@pytest.mark.thorough
async def test_a_long_season_is_counted_again_from_the_export(url: str) -> None:
    async with open_storage(url) as storage:
        await live(storage, season(3, 2500), 50, 3)
        await check(storage)


@pytest.mark.parametrize("module", ["definitions", "league", "night", "reading"])
def test_the_recount_shares_nothing_with_the_bot(module: str) -> None:
    tree = ast.parse((Path(__file__).parent / f"{module}.py").read_text("utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    foreign = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
    assert foreign <= {"tests.db.recount.definitions", "tests.db.recount.reading"}
