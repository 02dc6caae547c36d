"""Repository of people's answers to the daily puzzles."""

from collections.abc import Generator, Mapping, Sequence

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.daily.puzzles import Answer
from bot.tables.league.ledger import account_of
from db.engine.failure import WriteRefusedError
from db.engine.heavy import HeavyReads
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.transaction import Answer as Stored
from db.engine.transaction import Question, Step
from db.engine.writer import Writer
from db.repositories.former import SALT, refused_if_former
from db.schema import puzzle_answers

__all__ = ["FOUND", "SqlAnswers"]

ANSWERS = puzzle_answers.c

FOUND = select(ANSWERS.at).where(
    ANSWERS.day == bindparam("on_day"), ANSWERS.user_id == bindparam("user")
)


class SqlAnswers:
    """Implements :class:`bot.tables.daily.puzzles.Answers`."""

    def __init__(self, engine: AsyncEngine, heavy: HeavyReads, writer: Writer) -> None:
        self._engine = engine
        self._heavy = heavy
        self._writer = writer
        self._salt = Prepared(SALT, engine.dialect)
        self._found = Prepared(FOUND, engine.dialect)

    async def add(self, answer: Answer) -> bool:
        """Store an answer; False, and nothing is stored, if the person has given one that day."""

        def stored(user: int) -> Question:
            return Question(*self._found.one(on_day=answer.day, user=user))

        def work() -> Generator[Step, Stored, None]:
            yield from refused_if_former(self._salt, answer.day, answer.user, stored)

        try:
            await self._writer.write({puzzle_answers: [answer]}, work=work)
        except WriteRefusedError:
            return False
        return True

    async def own(self, day: int, user: int) -> Answer | None:
        """Return a person's answer of a day; None if there is none."""
        query = select(puzzle_answers).where(ANSWERS.day == day, ANSWERS.user_id == user)
        for row in await fetch(self._engine, query):
            return Answer(*row)
        return None

    async def counts(self, day: int, puzzle: str, guild: int) -> Mapping[str, int]:
        """Return how many people on all servers have made which choice."""
        query = (
            select(ANSWERS.choice, func.count())
            .where(ANSWERS.day == day, ANSWERS.puzzle == puzzle)
            .group_by(ANSWERS.choice)
        )
        return {choice: count for choice, count in await self._heavy.fetch(guild, query)}  # noqa: C416 - mypy knows no rows

    async def results(self, user: int) -> Sequence[tuple[int, bool]]:
        """Return the days on which a person has answered, in order, and whether best."""
        query = (
            select(ANSWERS.day, ANSWERS.best).where(ANSWERS.user_id == user).order_by(ANSWERS.day)
        )
        return [(day, best) for day, best in await self._heavy.fetch(account_of(user), query)]
