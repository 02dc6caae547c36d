"""Repository of the daily deals and people's rounds."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, select, update

from bot.daily.days import BoardLine, Field, Fields, Score
from bot.daily.deal import Deal, Ended, Key, Move, StoredRound
from bot.league.ledger import account_of
from bot.league.periods import Span
from bot.tables.entries import FORMER
from bot.tables.store import ALL_SERVERS, Shards
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository, on_shards
from db.engine.statements import NewRows, Prepared, Row, Steps
from db.repositories.former import SALT_BYTES, former_id, refused_if_former
from db.schema import daily_deals, daily_rounds, presence, puzzle_answers

DEALS, ROUNDS = daily_deals.c, daily_rounds.c

_COUNTS = and_(ROUNDS.practice.is_(False), ROUNDS.points.is_not(None))


class Dailies(Repository):
    """Deals and rounds. All calls raise ``StoreUnavailableError``."""

    async def presence(self, after: int = 0) -> Sequence[Span]:
        """Return the times in which people could play, in order: those that end after a time."""
        columns = presence.c
        query = select(columns.since, columns.seen_at).where(columns.seen_at >= after)
        return [Span(*row) for row in await self._fetch(query.order_by(columns.since))]

    async def see(self, since: int, at: int) -> None:
        """Store that people could play since then, up to now."""
        await self._writer.write({presence: [(since, at)]})

    async def deal(self, day: int) -> Deal | None:
        """Return a day's deal; None if none was drawn yet."""
        query = select(DEALS.secret, DEALS.drawn_at).where(DEALS.day == day)
        for secret, drawn_at in await self._fetch(query):
            return Deal(day, bytes.fromhex(secret), drawn_at)
        return None

    async def seal(self, deal: Deal) -> None:
        """Store a day's deal, unless there is one already: another process may be as quick."""
        row = (deal.day, deal.secret.hex(), deal.drawn_at, secrets.token_hex(SALT_BYTES), False)
        await self._writer.write({daily_deals: [row]})

    async def close_days(self, before: int) -> None:
        """Forget who had their data deleted on days before this one."""
        salted = DEALS.day < before, DEALS.salt.is_not(None)
        await self._change(update(daily_deals).where(*salted).values(salt=None))

    async def round(self, key: Key) -> StoredRound | None:
        """Return a round; None if it was not begun."""
        for row in await self._fetch(select(daily_rounds).where(_is(key))):
            return _stored(row)
        return None

    async def begin(self, new: StoredRound) -> bool:
        """Store a new round, one for practice in place of the last one.

        False, and nothing is stored, if the person has begun one that counts, even if deleted
        since.
        """
        key = new.key

        def stored(user: int) -> Select[Any]:
            return _locked(key._replace(user=user))

        def work() -> Steps[None]:
            if key.practice:
                yield delete(daily_rounds).where(_is(key))
            yield NewRows(daily_rounds, [_row(new)])
            if not key.practice:
                yield from refused_if_former(key.day, key.user, stored)

        return await self._is_written({}, work=work)

    async def advance(
        self, key: Key, known: int, moves: Sequence[Move], ended: Ended | None
    ) -> bool:
        """Store a round's moves and perhaps its end; False if it has more than ``known`` now."""

        def work() -> Steps[None]:
            found = yield _locked(key)
            if [played for played, _ in found] != [known]:
                raise WriteRefusedError("the round has gone on")
            values = {**_played(moves), **_ending(ended)}
            yield update(daily_rounds).where(_is(key)).values(values)

        return await self._is_written({}, work=work)

    async def share(self, key: Key) -> bool:
        """Store that a result is posted; False if that was so already."""

        def work() -> Steps[None]:
            found = yield _locked(key)
            if [bool(shared) for _, shared in found] != [False]:
                raise WriteRefusedError("the result was posted before")
            yield update(daily_rounds).where(_is(key)).values(shared=True)

        return await self._is_written({}, work=work)

    async def left(self, before: int, limit: int, shards: Shards = ALL_SERVERS) -> Sequence[Key]:
        """Return rounds of days before this one that count and were not finished."""
        query = (
            select(ROUNDS.day, ROUNDS.user_id)
            .where(ROUNDS.ended_at.is_(None), ROUNDS.day < before, ROUNDS.practice.is_(False))
            .where(on_shards(ROUNDS.guild, shards))
            .order_by(ROUNDS.day, ROUNDS.user_id)
            .limit(limit)
        )
        return [Key(day, user) for day, user in await self._fetch(query)]

    async def fields(self, day: int, guild: int) -> Fields:
        """Return all finished rounds of a day that count, and those of one server."""
        kept = (ROUNDS.day == day, _COUNTS)
        query = select(ROUNDS.points, ROUNDS.kai_points, func.count()).group_by(
            ROUNDS.points, ROUNDS.kai_points
        )
        everywhere = await self._heavy.fetch(guild, query.where(*kept))
        here = await self._heavy.fetch(guild, query.where(*kept, ROUNDS.guild == guild))
        return Fields(_field(everywhere), _field(here))

    async def board(self, day: int, guild: int, limit: int) -> Sequence[BoardLine]:
        """Return the best results of a server, the earlier one first of those alike."""
        query = (
            select(ROUNDS.user_id, ROUNDS.name, ROUNDS.points, ROUNDS.kai_points, ROUNDS.by_kai)
            .where(ROUNDS.day == day, ROUNDS.guild == guild, _COUNTS)
            .order_by(ROUNDS.points, ROUNDS.kai_points.desc(), ROUNDS.ended_at, ROUNDS.user_id)
            .limit(limit)
        )
        return [
            BoardLine(user, name, Score(points or 0, kai or 0), by_kai)
            for user, name, points, kai, by_kai in await self._heavy.fetch(guild, query)
        ]

    async def results(self, user: int, guild: int | None = None) -> Sequence[tuple[int, Score]]:
        """Return a person's results that count and were finished in time, by day."""
        query = (
            select(ROUNDS.day, ROUNDS.points, ROUNDS.kai_points)
            .where(ROUNDS.user_id == user, _COUNTS, ROUNDS.by_kai.is_(False))
            .order_by(ROUNDS.day)
        )
        if guild is not None:
            query = query.where(ROUNDS.guild == guild)
        rows = await self._heavy.fetch(account_of(user), query)
        return [(day, Score(points or 0, kai or 0)) for day, points, kai in rows]


def _is(key: Key) -> ColumnElement[bool]:
    own = ROUNDS.day == key.day, ROUNDS.user_id == key.user
    return and_(*own, ROUNDS.practice.is_(key.practice))


def _locked(key: Key) -> Select[Any]:
    """Return the query for how many moves a round has, and whether it was shared; it locks it."""
    return select(ROUNDS.played, ROUNDS.shared).where(_is(key)).with_for_update()


def _played(moves: Sequence[Move]) -> Mapping[str, Any]:
    lines = "\n".join(f"{seat} {action}" for seat, action in moves)
    return {"played": len(moves), "moves": lines}


def _ending(ended: Ended | None) -> Mapping[str, Any]:
    if ended is None:
        return {"points": None, "kai_points": None, "ended_at": None, "by_kai": False}
    points, kai = ended.score
    return {"points": points, "kai_points": kai, "ended_at": ended.at, "by_kai": ended.by_kai}


def _moves(lines: str) -> tuple[Move, ...]:
    read = (line.partition(" ") for line in lines.splitlines())
    return tuple((int(seat), action) for seat, _, action in read)


def _row(new: StoredRound) -> Row:
    of_round = *new.key, new.guild, new.name, new.play, new.begun_at
    return (*of_round, *_played(new.moves).values(), *_ending(new.ended).values(), new.shared)


def _stored(row: Any) -> StoredRound:  # noqa: ANN401 - a row
    ended = None
    if row.ended_at is not None:
        ended = Ended(Score(row.points, row.kai_points), row.ended_at, row.by_kai)
    return StoredRound(
        key=Key(row.day, row.user_id, row.practice),
        guild=row.guild,
        name=row.name,
        play=row.play,
        begun_at=row.begun_at,
        moves=_moves(row.moves),
        ended=ended,
        shared=row.shared,
    )


def _field(rows: Iterable[Sequence[Any]]) -> Field:
    counts = [(Score(points, kai), count) for points, kai, count in rows]
    return Field(tuple(sorted(counts, key=lambda each: each[0].order)))


ANSWERS = puzzle_answers.c

CLEAR = Prepared(
    update(daily_rounds)
    .where(
        ROUNDS.day == bindparam("on_day"),
        ROUNDS.user_id == bindparam("user"),
        ROUNDS.practice.is_(False),
    )
    .values(user_id=bindparam("former"), name=FORMER.name)
)
CLEAR_ANSWER = Prepared(
    update(puzzle_answers)
    .where(ANSWERS.day == bindparam("on_day"), ANSWERS.user_id == bindparam("user"))
    .values(user_id=bindparam("former"))
)


class UserDailies(Repository):
    """A person's daily rounds, and answers to daily puzzles.

    What counts stays, as a former player's, so that nobody's place changes. On the same day the
    person is recognised, and can't play what they know again.
    """

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return a person's rounds and answers, as JSON."""
        rounds = select(daily_rounds).where(ROUNDS.user_id == user)
        answers = select(puzzle_answers).where(ANSWERS.user_id == user)
        return {
            "dailies": [
                {**row, "moves": row["moves"].splitlines()}
                for row in await self._own_rows(user, rounds.order_by(ROUNDS.day, ROUNDS.practice))
            ],
            "puzzles": [*await self._own_rows(user, answers.order_by(ANSWERS.day))],
        }

    async def erase(self, user: int) -> None:
        """Take a person's id and name out of all of them, in one transaction."""
        counting = select(ROUNDS.day).where(ROUNDS.user_id == user, ROUNDS.practice.is_(False))
        answered = select(ANSWERS.day).where(ANSWERS.user_id == user)
        changes = []
        for days, clear in ((counting, CLEAR), (answered, CLEAR_ANSWER)):
            if values := await self._cleared(user, days):
                changes.append(clear(*values))
        practice = ROUNDS.user_id == user, ROUNDS.practice.is_(True)
        await self._change(*changes, delete(daily_rounds).where(*practice))

    async def _cleared(self, user: int, days: Select[int]) -> Sequence[Mapping[str, int]]:
        on = days.subquery()
        query = select(on.c.day, DEALS.salt).outerjoin(daily_deals, DEALS.day == on.c.day)
        return [
            {"on_day": day, "user": user, "former": former_id(salt, user)}
            for day, salt in await self._heavy.fetch(account_of(user), query)
        ]
