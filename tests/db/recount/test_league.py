"""What the bot shows of a league is what its export and the page of definitions say."""

import ast
import math
import random
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.registry import GAMES, anchor_for, kai_version, ladder_of
from bot.league.caps import ALONE_PER_MONTH, FEWEST_MATCHES, FEWEST_MET, PER_WEEK
from bot.league.counting import (
    ANCHOR_DEVIATION,
    BETA,
    FLOOR,
    FULL_POINTS,
    IDLE_VARIANCE,
    PROVISIONAL_ABOVE,
    START_DEVIATION,
    START_MEAN,
    Entrant,
    Rating,
    rate,
)
from bot.league.export import MOST_MATCHES, MOST_NIGHTS, NIGHT_COLUMNS
from bot.league.lines import BEST, Rated
from bot.league.match_table import COLUMNS
from bot.tables.store import MatchResult
from cogs.standings import told_rating
from db.maintenance.rebuild import rebuild
from db.storage import Storage, open_storage
from tests.db.recount.comparing import CLOSE, check
from tests.db.recount.league import Pull, Recount, Strength
from tests.db.recount.reading import PAGE, Definitions
from tests.db.recount.season import PEOPLE, season
from tests.db.worlds import forget, keep


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


async def live(storage: Storage, played: Sequence[MatchResult], deletions: int, seed: int) -> None:
    """Store a season in which people have their data deleted, and come back with the next match."""
    chance = random.Random(seed)
    forgotten = set(chance.sample(range(len(played)), deletions))
    for number, match in enumerate(played):
        await storage.pruner.prune_former(match.finished_at)
        await keep(storage, match)
        if number in forgotten:
            await forget(storage, chance.choice(PEOPLE[:6]), match.finished_at)


async def test_a_season_with_deletions_is_counted_again(url: str) -> None:
    async with open_storage(url) as storage:
        await live(storage, season(4, 150), 10, 4)
        recount = await check(storage)
        assert {name.split()[0] for _, _, name in recount.ratings} == {"id", "former"}
    await rebuild(url, GAMES)
    async with open_storage(url) as storage:
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
async def test_a_long_season_is_counted_again_from_the_export(sqlite_url: str) -> None:
    """What differs between the two databases is seen in a short season, too."""
    async with open_storage(sqlite_url) as storage:
        await live(storage, season(3, 800), 20, 3)
        await check(storage)


@pytest.mark.parametrize("module", ["league", "night", "reading"])
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
    assert foreign <= {"tests.db.recount.reading"}


NUMBERS = {
    "points of a match": FULL_POINTS,
    "best matches": BEST,
    "people to meet": FEWEST_MET,
    "matches a week": PER_WEEK,
    "matches alone a month": ALONE_PER_MONTH,
    "matches to be proven": FEWEST_MATCHES,
    "start mean": START_MEAN,
    "start deviation": START_DEVIATION,
    "beta": BETA,
    "floor": FLOOR,
    "provisional above": PROVISIONAL_ABOVE,
    "variance a day": IDLE_VARIANCE,
    "kai deviation": ANCHOR_DEVIATION,
}


def test_the_numbers_are_those_of_the_code() -> None:
    told = dict(Definitions().numbers)
    hidden = timedelta(days=told.pop("days until hidden")) // timedelta(milliseconds=1)
    assert told == pytest.approx(NUMBERS, rel=1e-15)
    known = [Rated(Rating(), 1, 0)]
    assert told_rating(known, hidden) is not None
    assert told_rating(known, hidden + 1) is None
    assert math.isclose(NUMBERS["beta"], 400 / (math.log(10) * math.sqrt(2)))


def test_kais_ratings_are_those_of_the_code() -> None:
    found = {
        (game, level, version): rating.mean
        for game in GAMES
        for level in ladder_of(game)
        for version in range(1, kai_version(game) + 1)
        if (rating := anchor_for(game, level, version))
    }
    assert Definitions().anchors == found


def test_each_column_of_the_export_is_told() -> None:
    page = Definitions()
    assert tuple(page.columns) == COLUMNS
    assert tuple(page.night_columns) == NIGHT_COLUMNS
    most = f"the newest {MOST_MATCHES:,} matches and {MOST_NIGHTS} nights"
    assert most in PAGE.read_text("utf-8")
