"""All of one person's daily rounds and puzzles: export them, or make them a former player's."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Select, bindparam, delete, select, update

from bot.tables.core.entries import FORMER
from bot.tables.league.ledger import account_of
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.repositories.former import former_id, random_former_id
from db.schema import daily_deals, daily_rounds, puzzle_answers

__all__ = ["CLEAR", "CLEAR_ANSWER", "DROP_PRACTICE", "UserDailies"]

DEALS, ROUNDS, ANSWERS = daily_deals.c, daily_rounds.c, puzzle_answers.c

CLEAR = (
    update(daily_rounds)
    .where(
        ROUNDS.day == bindparam("on_day"),
        ROUNDS.user_id == bindparam("user"),
        ROUNDS.practice.is_(False),
    )
    .values(user_id=bindparam("former"), name=FORMER.name)
)
CLEAR_ANSWER = (
    update(puzzle_answers)
    .where(ANSWERS.day == bindparam("on_day"), ANSWERS.user_id == bindparam("user"))
    .values(user_id=bindparam("former"))
)
DROP_PRACTICE = delete(daily_rounds).where(
    ROUNDS.user_id == bindparam("user"), ROUNDS.practice.is_(True)
)


class UserDailies:
    """A person's daily rounds, and answers to daily puzzles.

    Results that count and answers stay, as those of a former player, so that nobody's place and no
    share changes. On the same day the person is recognised, and can't play what they know again.
    """

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._clear = Prepared(CLEAR, heavy.engine.dialect)
        self._clear_answer = Prepared(CLEAR_ANSWER, heavy.engine.dialect)
        self._drop = Prepared(DROP_PRACTICE, heavy.engine.dialect)

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return a person's rounds and answers, as JSON."""
        rounds = select(daily_rounds).where(ROUNDS.user_id == user)
        answers = select(puzzle_answers).where(ANSWERS.user_id == user)
        return {
            "dailies": [
                _told({**row, "moves": row["moves"].splitlines()})
                for row in await self._rows(user, rounds.order_by(ROUNDS.day, ROUNDS.practice))
            ],
            "puzzles": [
                _told(row) for row in await self._rows(user, answers.order_by(ANSWERS.day))
            ],
        }

    async def erase(self, user: int) -> None:
        """Take a person's id and name out of all of them, in one transaction."""
        counting = select(ROUNDS.day).where(ROUNDS.user_id == user, ROUNDS.practice.is_(False))
        answered = select(ANSWERS.day).where(ANSWERS.user_id == user)
        changes = []
        for days, clear in ((counting, self._clear), (answered, self._clear_answer)):
            if values := await self._cleared(user, days):
                changes.append(clear(*values))
        await self._writer.write({}, [*changes, self._drop({"user": user})])

    async def _cleared(self, user: int, days: Select[int]) -> Sequence[Mapping[str, int]]:
        """Return what becomes of the person on each of these days."""
        on = days.subquery()
        query = select(on.c.day, DEALS.salt).outerjoin(daily_deals, DEALS.day == on.c.day)
        return [
            {
                "on_day": day,
                "user": user,
                "former": former_id(salt, user) if salt else random_former_id(),
            }
            for day, salt in await self._heavy.fetch(account_of(user), query)
        ]

    async def _rows(self, user: int, query: Select[Any]) -> Sequence[Mapping[str, Any]]:
        return [row._asdict() for row in await self._heavy.fetch(account_of(user), query)]


def _told(row: Mapping[str, Any]) -> JsonValue:
    return {name: value for name, value in row.items() if name != "user_id"}
