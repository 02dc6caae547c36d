"""Read what the league has stored about the people of a match, inside its transaction."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, bindparam, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.league.caps import ENOUGH_PEOPLE
from bot.league.counting import Rating
from bot.league.lines import BEST, Before, Bests, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME, periods, span
from bot.tables.store import MatchResult
from db.engine.statements import Prepared, Steps
from db.schema import bests, facts, history, ratings, totals, versus

MET: Final = (
    *(versus.c.matches, versus.c.won, versus.c.tied),
    *(versus.c.week, versus.c.this_week, versus.c.month, versus.c.this_month),
    versus.c.known,
)
"""The columns of :class:`bot.league.lines.Met`, in order."""


def _of_person(line: ReadOnlyColumnCollection[str, Column[Any]]) -> Sequence[ColumnElement[bool]]:
    return (
        line.guild == bindparam("guild"),
        line.game == bindparam("game"),
        line.user_id == bindparam("user"),
    )


FIND_RATED = Prepared(
    select(
        *(ratings.c.mean, ratings.c.deviation, ratings.c.matches, ratings.c.at, ratings.c.earlier)
    ).where(*_of_person(ratings.c), ratings.c.band == bindparam("band"))
)
FIND_TOTALS = Prepared(
    select(*(totals.c[name] for name in Totals._fields)).where(
        *_of_person(totals.c), totals.c.period == bindparam("period")
    )
)
FIND_MET = Prepared(
    select(*MET).where(*_of_person(versus.c), versus.c.other_id == bindparam("other"))
)
FIND_MET_BY_ONE = Prepared(select(versus.c.other_id, *MET).where(*_of_person(versus.c)))
FIND_FACTS = Prepared(select(facts.c.fact, facts.c.number).where(*_of_person(facts.c)))
FIND_BESTS = Prepared(
    select(*(bests.c[name] for name in Bests._fields)).where(
        *_of_person(bests.c), bests.c.kind == bindparam("kind")
    )
)
FIND_BEST = Prepared(
    select(history.c.points)
    .where(
        *_of_person(history.c),
        history.c.finished_at >= bindparam("begins"),
        history.c.finished_at < bindparam("ends"),
    )
    .order_by(history.c.points.desc())
    .limit(BEST)
)

FIND_PEOPLE = Prepared(
    select(totals.c.user_id)
    .where(
        totals.c.guild == bindparam("guild"),
        totals.c.game == bindparam("game"),
        totals.c.period == ALL_TIME,
        totals.c.matches > 0,
        # Who came back after a deletion is there already, as who they were.
        totals.c.earlier.is_(None),
    )
    # By the index of the standings, in which people who only left matches come last.
    .order_by(totals.c.points.desc())
    .limit(ENOUGH_PEOPLE)
)


def read_before(result: MatchResult, match: Match) -> Steps[Before]:
    """Ask for what is stored about the people of a match."""
    users = sorted({player.user for player in match.players if player.user is not None})
    where = {"guild": result.guild, "game": result.game}
    rated: dict[int, Rated] = {}
    found: dict[tuple[int, str], Totals] = {}
    met: dict[tuple[int, int], Met] = {}
    best: dict[tuple[int, str], Sequence[int]] = {}
    told: dict[tuple[int, str], int] = {}
    scores: dict[tuple[int, str], Bests] = {}
    for user in users:
        about = {**where, "user": user}
        for mean, deviation, *others in (yield FIND_RATED.ask(**about, band=match.band)):
            rated[user] = Rated(Rating(mean, deviation), *others)
        for period in periods(match.finished_at):
            for row in (yield FIND_TOTALS.ask(**about, period=period)):
                found[user, period] = Totals(*row)
            if period != ALL_TIME:
                begins, ends = span(period)
                rows = yield FIND_BEST.ask(**about, begins=begins, ends=ends)
                best[user, period] = [points for (points,) in rows]
        for fact, number in (yield FIND_FACTS.ask(**about)):
            told[user, fact] = number
        for row in (yield FIND_BESTS.ask(**about, kind=match.kind)):
            scores[user, match.kind] = Bests(*row)
    for user, other in permutations(users, 2):
        for row in (yield FIND_MET.ask(**where, user=user, other=other)):
            met[user, other] = Met(*row)
    people = [user for (user,) in (yield FIND_PEOPLE.ask(**where))]
    return Before(rated, found, met, best, told, scores, people)
