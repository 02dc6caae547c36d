"""Repository of puzzles: answers to the daily ones, and those grown from a server's matches."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import JsonValue
from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)

from bot.daily.days import day_at
from bot.league.ledger import account_of
from bot.league.settings import Visibility
from bot.puzzle.puzzle import MOST_A_DAY, MOST_KEPT, Answer, GrownAnswer, Match, NewPuzzle
from bot.tables.store import StoreUnavailableError
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository
from db.engine.statements import NewRows, Prepared, Steps
from db.repositories.former import former_id, refused_if_former
from db.schema import (
    daily_deals,
    grown_answers,
    grown_people,
    grown_puzzles,
    people,
    puzzle_answers,
    puzzle_consents,
)

ANSWERS = puzzle_answers.c


class _Choices(Repository):
    async def _counts(
        self, guild: int, choice: Column[str], *which: ColumnElement[bool]
    ) -> Mapping[str, int]:
        query = select(choice, func.count()).where(*which).group_by(choice)
        return {choice: count for choice, count in await self._heavy.fetch(guild, query)}  # noqa: C416 - mypy knows no rows


class Answers(_Choices):
    """People's answers. All calls raise ``StoreUnavailableError``."""

    async def add(self, answer: Answer) -> bool:
        """Store an answer; False, and nothing is stored, if the person has given one that day."""

        def stored(user: int) -> Select[Any]:
            return select(ANSWERS.at).where(ANSWERS.day == answer.day, ANSWERS.user_id == user)

        check = partial(refused_if_former, answer.day, answer.user, stored)
        return await self._is_written({puzzle_answers: [answer]}, work=check)

    async def own(self, day: int, user: int) -> Answer | None:
        """Return a person's answer of a day; None if there is none."""
        query = select(puzzle_answers).where(ANSWERS.day == day, ANSWERS.user_id == user)
        for row in await self._fetch(query):
            return Answer(*row)
        return None

    async def counts(self, day: int, puzzle: str, guild: int) -> Mapping[str, int]:
        """Return how many people on all servers have made which choice."""
        which = ANSWERS.day == day, ANSWERS.puzzle == puzzle
        return await self._counts(guild, ANSWERS.choice, *which)

    async def results(self, user: int) -> Sequence[tuple[int, bool]]:
        """Return the days on which a person has answered, in order, and whether best."""
        query = (
            select(ANSWERS.day, ANSWERS.best).where(ANSWERS.user_id == user).order_by(ANSWERS.day)
        )
        return [(day, best) for day, best in await self._heavy.fetch(account_of(user), query)]


PUZZLES, PLAYED, GROWN_ANSWERS = grown_puzzles.c, grown_people.c, grown_answers.c
CONSENTS = puzzle_consents.c

BATCH = 50
"""Puzzles deleted in one transaction, so that no move waits long."""

ATTEMPTS = 5
"""How often to try to withdraw while other processes store puzzles."""


def _hidden(user: ColumnElement[int]) -> ColumnElement[bool]:
    hidden = people.c.visibility == Visibility.HIDDEN.value
    return exists().where(people.c.user_id == user, hidden).correlate_except(people)


CLEAR_ANSWER = Prepared(
    update(grown_answers)
    .where(
        GROWN_ANSWERS.puzzle == bindparam("of_puzzle"), GROWN_ANSWERS.user_id == bindparam("user")
    )
    .values(user_id=bindparam("former"))
)


class Grown(_Choices):
    """Grown puzzles. All calls raise ``StoreUnavailableError``.

    A puzzle is hidden while one of those who played hides their results, and on the day on which it
    was made: it could be told whose match it is from.
    """

    async def agreed(self, user: int) -> bool:
        """Whether a person lets puzzles be made from their matches."""
        query = select(CONSENTS.since).where(CONSENTS.user_id == user)
        return bool(await self._fetch(query))

    async def agree(self, user: int, now: int) -> None:
        """Let them be made from a person's matches that end from now on (ms since 1970)."""
        await self._writer.write({puzzle_consents: [(user, now)]})

    async def withdraw(self, user: int) -> None:
        """Let no more be made, and delete those that were, with all answers to them."""
        played = select(PLAYED.puzzle).where(PLAYED.user_id == user)
        while rows := await self._fetch(played.limit(BATCH)):
            await self._change(
                *(delete(grown_puzzles).where(PUZZLES.puzzle == row.puzzle) for row in rows)
            )
        consent = delete(puzzle_consents).where(CONSENTS.user_id == user)
        for _ in range(ATTEMPTS):
            try:
                await self._change(delete(grown_puzzles).where(PUZZLES.puzzle.in_(played)), consent)
            except WriteRefusedError:
                continue  # Another process has just stored a puzzle, which refers to the consent.
            return
        raise StoreUnavailableError("other processes store puzzles of the same person")

    async def may_grow(self, match: Match, day: int) -> bool:
        """Whether the first puzzle of a match may be stored, as :meth:`add` finds it."""
        return await self._is_written({}, work=partial(self._check, match, day, 1))

    async def add(self, match: Match, new: NewPuzzle, most: int) -> bool:
        """Store a puzzle, and delete the game's oldest ones beyond :data:`MOST_KEPT`.

        False, and nothing is stored, unless everyone who had a seat agreed before the match ended,
        still does, and shows their results; if the server has :data:`MOST_A_DAY` of that day, or
        the match ``most``; or if the puzzle is known.
        """

        def work() -> Steps[None]:
            yield from self._check(match, new.day, most)
            row = (new.puzzle, match.guild, match.game, match.table, new.day, new.body)
            yield NewRows(grown_puzzles, [row])
            played = [(new.puzzle, user) for user in sorted(match.people)]
            yield NewRows(grown_people, played)
            of_game = PUZZLES.guild == match.guild, PUZZLES.game == match.game
            newest = (
                select(PUZZLES.puzzle).where(*of_game).order_by(PUZZLES.day.desc(), PUZZLES.puzzle)
            )
            older = PUZZLES.puzzle.not_in(newest.limit(MOST_KEPT))
            yield delete(grown_puzzles).where(*of_game, older)

        return await self._is_written({}, work=work)

    def _check(self, match: Match, day: int, most: int) -> Steps[None]:
        for user in match.people:
            lets = CONSENTS.user_id == user, CONSENTS.since <= match.ended_at
            if not (yield select(CONSENTS.since).where(*lets, ~_hidden(CONSENTS.user_id))):
                raise WriteRefusedError("not everyone lets puzzles be made from the match")
        if len((yield select(PUZZLES.puzzle).where(PUZZLES.table_id == match.table))) >= most:
            raise WriteRefusedError("the match has its puzzles")
        of_day = PUZZLES.guild == match.guild, PUZZLES.day == day
        grown = yield select(PUZZLES.puzzle).where(*of_day)
        if len(grown) >= MOST_A_DAY:
            raise WriteRefusedError("the server has its puzzles of that day")

    async def next(self, guild: int, user: int, today: int) -> str | None:
        """Return a puzzle of a server that a person has not answered; None if there is none."""
        answered = exists().where(
            GROWN_ANSWERS.puzzle == PUZZLES.puzzle, GROWN_ANSWERS.user_id == user
        )
        # Ids follow from the matches' secrets: their order tells nothing.
        query = (
            select(PUZZLES.puzzle)
            .where(*_shown(guild, today), ~answered)
            .order_by(PUZZLES.puzzle)
            .limit(1)
        )
        rows = await self._heavy.fetch(guild, query)
        return str(rows[0].puzzle) if rows else None

    async def body(self, guild: int, puzzle: str, today: int) -> str | None:
        """Return a puzzle of a server as JSON; None if there is none, or it is hidden."""
        query = select(PUZZLES.body).where(PUZZLES.puzzle == puzzle, *_shown(guild, today))
        rows = await self._fetch(query)
        return str(rows[0].body) if rows else None

    async def answer(self, answer: GrownAnswer) -> bool:
        """Store a first answer; False, and nothing is stored, if there is one, or no puzzle."""

        def stored(user: int) -> Select[Any]:
            return select(GROWN_ANSWERS.at).where(
                GROWN_ANSWERS.puzzle == answer.puzzle, GROWN_ANSWERS.user_id == user
            )

        check = partial(refused_if_former, day_at(answer.at), answer.user, stored)
        return await self._is_written({grown_answers: [answer]}, work=check)

    async def own(self, puzzle: str, user: int) -> str | None:
        """Return what a person has chosen first; None if they haven't."""
        query = select(GROWN_ANSWERS.choice).where(
            GROWN_ANSWERS.puzzle == puzzle, GROWN_ANSWERS.user_id == user
        )
        rows = await self._fetch(query)
        return str(rows[0].choice) if rows else None

    async def counts(self, guild: int, puzzle: str) -> Mapping[str, int]:
        """Return how many people have made which choice."""
        return await self._counts(guild, GROWN_ANSWERS.choice, GROWN_ANSWERS.puzzle == puzzle)

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return a person's consent, the puzzles of their matches, and their answers, as JSON."""
        consent = select(CONSENTS.since).where(CONSENTS.user_id == user)
        grown = (
            select(PUZZLES.puzzle, PUZZLES.guild, PUZZLES.game, PUZZLES.table_id, PUZZLES.day)
            .join(grown_people, PLAYED.puzzle == PUZZLES.puzzle)
            .where(PLAYED.user_id == user)
            .order_by(PUZZLES.day, PUZZLES.puzzle)
        )
        answers = (
            select(GROWN_ANSWERS.puzzle, GROWN_ANSWERS.choice, GROWN_ANSWERS.best, GROWN_ANSWERS.at)
            .where(GROWN_ANSWERS.user_id == user)
            .order_by(GROWN_ANSWERS.at, GROWN_ANSWERS.puzzle)
        )
        agreed = await self._heavy.fetch(account_of(user), consent)
        return {
            "puzzles_from_my_matches": {
                "agreed_since": agreed[0].since if agreed else None,
                "puzzles": [*await self._own_rows(user, grown)],
            },
            "answers_to_server_puzzles": [*await self._own_rows(user, answers)],
        }

    async def erase(self, user: int, now: int) -> None:
        """Withdraw a person's consent, and make their answers those of a former player."""
        await self.withdraw(user)
        salted = select(daily_deals.c.salt).where(daily_deals.c.day == day_at(now))
        salts = [salt for (salt,) in await self._fetch(salted) if salt]
        query = select(GROWN_ANSWERS.puzzle).where(GROWN_ANSWERS.user_id == user)
        # On the same day the person is recognised, and can't answer again what they know.
        values = [
            {"of_puzzle": puzzle, "user": user, "former": former_id(next(iter(salts), None), user)}
            for (puzzle,) in await self._heavy.fetch(account_of(user), query)
        ]
        if values:
            await self._change(CLEAR_ANSWER(*values))


def _shown(guild: int, today: int) -> Sequence[ColumnElement[bool]]:
    hides = exists().where(PLAYED.puzzle == PUZZLES.puzzle, _hidden(PLAYED.user_id))
    return PUZZLES.guild == guild, PUZZLES.day < today, ~hides.correlate_except(grown_people)
