"""Read what the league has stored about the people of a match, inside its transaction.

Each question is answered by a primary key or an index, and with few rows.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Dialect, bindparam, select

from bot.league.caps import ENOUGH_PEOPLE
from bot.league.counting import Rating
from bot.league.lines import BEST, Before, Bests, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME, periods, span
from bot.tables.store import MatchResult
from db.engine.connection import Answer, Question, Step
from db.engine.statements import Prepared
from db.schema import bests, facts, history, ratings, totals, versus

T = TypeVar("T")


Script = Generator[Step, Answer, T]


MET: Final = (
    *(versus.c.matches, versus.c.won, versus.c.tied),
    *(versus.c.week, versus.c.this_week, versus.c.month, versus.c.this_month),
    versus.c.known,
)
"""The columns of :class:`bot.league.lines.Met`, in order."""


FIND_RATED = select(
    *(ratings.c.mean, ratings.c.deviation, ratings.c.matches, ratings.c.at, ratings.c.earlier)
).where(
    ratings.c.guild == bindparam("guild"),
    ratings.c.game == bindparam("game"),
    ratings.c.band == bindparam("band"),
    ratings.c.user_id == bindparam("user"),
)


FIND_TOTALS = select(*(totals.c[name] for name in Totals._fields)).where(
    totals.c.guild == bindparam("guild"),
    totals.c.game == bindparam("game"),
    totals.c.period == bindparam("period"),
    totals.c.user_id == bindparam("user"),
)


FIND_MET = select(*MET).where(
    versus.c.guild == bindparam("guild"),
    versus.c.game == bindparam("game"),
    versus.c.user_id == bindparam("user"),
    versus.c.other_id == bindparam("other"),
)


FIND_FACTS = select(facts.c.fact, facts.c.number).where(
    facts.c.guild == bindparam("guild"),
    facts.c.game == bindparam("game"),
    facts.c.user_id == bindparam("user"),
)


FIND_BESTS = select(*(bests.c[name] for name in Bests._fields)).where(
    bests.c.guild == bindparam("guild"),
    bests.c.game == bindparam("game"),
    bests.c.kind == bindparam("kind"),
    bests.c.user_id == bindparam("user"),
)


FIND_BEST = (
    select(history.c.points)
    .where(
        history.c.user_id == bindparam("user"),
        history.c.guild == bindparam("guild"),
        history.c.game == bindparam("game"),
        history.c.finished_at >= bindparam("begins"),
        history.c.finished_at < bindparam("ends"),
    )
    .order_by(history.c.points.desc())
    .limit(BEST)
)


FIND_PEOPLE = (
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


class Befores:
    """Asks for what is stored about the people of a match."""

    def __init__(self, dialect: Dialect) -> None:
        self._rated = Prepared(FIND_RATED, dialect)
        self._totals = Prepared(FIND_TOTALS, dialect)
        self._met = Prepared(FIND_MET, dialect)
        self._best = Prepared(FIND_BEST, dialect)
        self._facts = Prepared(FIND_FACTS, dialect)
        self._bests = Prepared(FIND_BESTS, dialect)
        self._people = Prepared(FIND_PEOPLE, dialect)

    def read(self, result: MatchResult, match: Match) -> Script[Before]:
        """Ask for all of it."""
        users = sorted({player.user for player in match.players if player.user is not None})
        where = {"guild": result.guild, "game": result.game}
        rated: dict[int, Rated] = {}
        found: dict[tuple[int, str], Totals] = {}
        met: dict[tuple[int, int], Met] = {}
        best: dict[tuple[int, str], Sequence[int]] = {}
        told: dict[tuple[int, str], int] = {}
        for user in users:
            about = {**where, "user": user}
            for mean, deviation, *others in (
                yield self._ask(self._rated, {**about, "band": match.band})
            ):
                rated[user] = Rated(Rating(mean, deviation), *others)
            for period in periods(match.finished_at):
                for row in (yield self._ask(self._totals, {**about, "period": period})):
                    found[user, period] = Totals(*row)
                if period != ALL_TIME:
                    begins, ends = span(period)
                    asked = {**about, "begins": begins, "ends": ends}
                    rows = yield self._ask(self._best, asked)
                    best[user, period] = [points for (points,) in rows]
            for fact, number in (yield self._ask(self._facts, about)):
                told[user, fact] = number
            for other in users:
                if other != user:
                    for row in (yield self._ask(self._met, {**about, "other": other})):
                        met[user, other] = Met(*row)
        scores = yield from self._scores(where, match.kind, users)
        people = [user for (user,) in (yield self._ask(self._people, where))]
        return Before(rated, found, met, best, told, scores, people)

    def _scores(
        self, where: Mapping[str, Any], kind: str, users: Sequence[int]
    ) -> Script[Mapping[tuple[int, str], Bests]]:
        """Ask for people's best scores in matches of a kind."""
        found: dict[tuple[int, str], Bests] = {}
        for user in users:
            for row in (yield self._ask(self._bests, {**where, "kind": kind, "user": user})):
                found[user, kind] = Bests(*row)
        return found

    def _ask(self, query: Prepared, values: Mapping[str, Any]) -> Question:
        return Question(*query.one(**values))
