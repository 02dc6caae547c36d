"""The page of definitions has the numbers of the code, and all columns of the export."""

import math
from datetime import timedelta

import pytest

from bot.games.players import anchor_for, kai_version, ladder_of
from bot.games.registry import GAMES
from bot.league.caps import ALONE_PER_MONTH, FEWEST_MATCHES, FEWEST_MET, PER_WEEK
from bot.league.counting import FULL_POINTS
from bot.league.export import MOST_MATCHES, MOST_NIGHTS
from bot.league.lines import BEST, Rated
from bot.league.match_table import COLUMNS
from bot.league.ratings import (
    ANCHOR_DEVIATION,
    BETA,
    FLOOR,
    IDLE_VARIANCE,
    PROVISIONAL_ABOVE,
    START_DEVIATION,
    START_MEAN,
    Rating,
)
from bot.night.plan import NIGHT_COLUMNS
from cogs.standings import told_rating
from tests.db.recount.definitions import PAGE, Definitions

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
