"""Ids of former players, in place of those of people who had their data deleted.

They are below zero, where Discord has none. One made with a salt is the same each time, so that a
person who comes back is recognised. Without the salt it tells nothing.
"""

import hmac
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import Delete, Select, bindparam, delete, select, update

from bot.league.counting import Rating
from bot.league.ledger import account_of
from bot.league.lines import Before, Earlier, Known, Match, Met, Rated, Totals
from bot.league.meetings import known_from, met_before, restarted
from bot.league.periods import ALL_TIME, period_at, period_before
from bot.tables.entries import LAST_FORMER
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository
from db.engine.statements import Prepared, Steps
from db.repositories.before import FIND_MET_BY_ONE, FIND_RATED
from db.schema import daily_deals, former_players, secrets as kept_secrets, totals

if TYPE_CHECKING:
    from bot.game.contract import Seat


SALT_BYTES: Final = 32
_ID_BYTES: Final = 7
"""So that an id fits into 63 bits."""

SALT = Prepared(select(daily_deals.c.salt).where(daily_deals.c.day == bindparam("on_day")))


def refused_if_former(day: int, user: int, stored: Callable[[int], Select[Any]]) -> Steps[None]:
    """Refuse a write if a person had their data of that day deleted.

    ``stored`` asks for what is stored under an id.
    """
    for (value,) in (yield SALT.ask(on_day=day)):
        if value and (yield stored(former_id(value, user))):
            raise WriteRefusedError("the person's data were deleted on this day")


def former_id(salt: str | None, user: int) -> int:
    """Return the id for a person; ``salt`` in hexadecimal, without one it is a random one."""
    if not salt:
        return LAST_FORMER - int.from_bytes(secrets.token_bytes(_ID_BYTES), "big")
    code = hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256")
    return -1 - int.from_bytes(code[:_ID_BYTES], "big")


_Found: TypeAlias = Sequence[tuple[int, int, int | None]]
"""Lives, the latest first: the id, and the people met in it and only before it."""

SALTED: Final = "former "

_FORMER, _LINE, _SECRET = former_players.c, totals.c, kept_secrets.c

_ALL_SALTS = select(_SECRET.value).where(_SECRET.name.startswith(SALTED)).order_by(_SECRET.name)
FIND_SALTS = Prepared(_ALL_SALTS)
FIND_LIVES = Prepared(
    select(_FORMER.id, _FORMER.at, _LINE.opponents, _LINE.earlier)
    .join(totals, _LINE.user_id == _FORMER.id)
    .where(
        *(_FORMER.code == bindparam("code"), _LINE.guild == bindparam("guild")),
        *(_LINE.game == bindparam("game"), _LINE.period == ALL_TIME),
    )
)

FIND_FOLLOWED = Prepared(
    select(_FORMER.follows).where(_FORMER.id == bindparam("former"), _FORMER.follows.is_not(None))
)
FIND_MET_BY = Prepared(
    select(_LINE.opponents, _LINE.earlier).where(
        *(_LINE.user_id == bindparam("user"), _LINE.guild == bindparam("guild")),
        *(_LINE.game == bindparam("game"), _LINE.period == ALL_TIME),
    )
)


def salt_name(season: str) -> str:
    """Return the name of a quarter's salt."""
    return f"{SALTED}{season}"


def oldest_season(now: int) -> str:
    """Return the first quarter whose salt is kept at a time (ms since 1970): the one before."""
    return period_before(period_at("quarter", now))


def code_of(salt: str, user: int) -> str:
    """Return the code by which a person is recognised; ``salt`` in hexadecimal."""
    return hmac.digest(bytes.fromhex(salt), f"league {user}".encode(), "sha256").hex()


@dataclass(frozen=True, slots=True)
class _Lives:
    """The earlier lives of a person at a game of a server, the latest first."""

    ids: Sequence[int] = ()
    met: int = 0


def with_earlier_lives(where: Mapping[str, Any], match: Match, before: Before) -> Steps[Match]:
    """Return a match with its people's earlier lives; ``where`` has ``guild`` and ``game``."""
    users = {player.seat: player.user for player in match.players if player.user is not None}
    lives: dict[int, _Lives] = {}
    # Only a person's first match since a deletion has anything of it, as ``before`` tells.
    if salts := [salt for (salt,) in (yield FIND_SALTS.ask())]:
        for user in {*users.values()}:
            lives[user] = yield from _of(where, user, salts)
    if not any(found.ids for found in lives.values()):
        return match
    earlier: dict[Seat, Earlier] = {}
    for seat, user in users.items():
        known: dict[Seat, Known] = {}
        for other_seat, other in users.items():
            if other != user and (user, other) not in before.met:
                found = yield from _known(where, user, other, lives)
                known |= {other_seat: found} if found else {}
        own, is_new = lives[user], (user, ALL_TIME) not in before.totals
        rated = None
        if own.ids and user not in before.rated:
            rated = yield from _restarted({**where, "band": match.band}, own.ids)
        told = Earlier(own.met if own.ids and is_new else None, rated, known)
        earlier |= {seat: told} if told != Earlier() else {}
    return replace(match, earlier=earlier)


def _of(where: Mapping[str, Any], user: int, salts: Sequence[str]) -> Steps[_Lives]:
    found = _followed(where, user) if user < 0 else _coded(where, user, salts)
    lives = yield from found
    if not lives:
        return _Lives()
    _, opponents, only_before = lives[0]
    latest = Totals(opponents=opponents, earlier=only_before)
    return _Lives([life for life, *_ in lives], met_before(latest))


def _coded(where: Mapping[str, Any], user: int, salts: Sequence[str]) -> Steps[_Found]:
    rows: list[tuple[int, int, int, int | None]] = []
    for salt in salts:
        asked = {**where, "code": code_of(salt, user)}
        rows += yield FIND_LIVES.ask(**asked)
    rows.sort(key=lambda row: (row[1], row[0]), reverse=True)
    return [(life, opponents, before) for life, _, opponents, before in rows]


def _followed(where: Mapping[str, Any], former: int) -> Steps[_Found]:
    lives: list[tuple[int, int, int | None]] = []
    while followed := (yield FIND_FOLLOWED.ask(former=former)):
        [(former,)] = followed
        line = yield FIND_MET_BY.ask(**where, user=former)
        lives += [(former, opponents, before) for opponents, before in line]
    return lives


def _restarted(where: Mapping[str, Any], lives: Sequence[int]) -> Steps[Rated | None]:
    found = []
    for life in lives:
        for mean, deviation, count, at, before in (yield FIND_RATED.ask(**where, user=life)):
            found.append(Rated(Rating(mean, deviation), count, at, before))
    return restarted(found)


def _known(
    where: Mapping[str, Any], user: int, other: int, lives: Mapping[int, _Lives]
) -> Steps[Known | None]:
    own: list[Met] = []
    others: list[Met] = []
    theirs = {other, *lives[other].ids}
    # All whom someone met at once: two people with many lives have even more pairs of them.
    for one in (user, *lives[user].ids):
        rows = yield FIND_MET_BY_ONE.ask(**where, user=one)
        met = [Met(*row[1:]) for row in rows if row[0] in theirs and (one, row[0]) != (user, other)]
        (own if one == user else others).extend(met)
    return known_from(own, others)


def earlier_text(earlier: Earlier) -> str:
    """Return it as JSON, such as ``{"met": 3, "rated": [1480.5, 12], "known": {"1": ...}}``."""
    rated = earlier.rated
    told = {
        "met": earlier.met,
        "rated": [rated.rating.mean, rated.earlier] if rated else None,
        "known": earlier.known,
    }
    return json.dumps({name: value for name, value in told.items() if value not in (None, {})})


def read_earlier(text: str | None) -> Earlier | None:
    """Read what :func:`earlier_text` has made."""
    if text is None:
        return None
    told = json.loads(text)
    known = {int(seat): Known(*figures) for seat, figures in told.get("known", {}).items()}
    rated = None
    if "rated" in told:
        mean, matches = told["rated"]
        rated = Rated(Rating(mean), earlier=matches)
    return Earlier(told.get("met"), rated, known)


def forget_before(season: str) -> tuple[Delete, Delete]:
    """Return what deletes all that recognises people deleted before a season."""
    old = _SECRET.name.startswith(salt_name("")), _SECRET.name < salt_name(season)
    lives = delete(former_players).where(_FORMER.season < season)
    return lives, delete(kept_secrets).where(*old)


class Lives(Repository):
    """The ids of former players. All calls raise ``StoreUnavailableError``."""

    async def begin(self, user: int, now: int, *, new: bool) -> int | None:
        """Return the id, below zero, for a person whose data are being deleted.

        It is the same until :meth:`end`, also after a crash. If no deletion has begun, there is a
        ``new`` one, or None. ``now``: milliseconds since 1970.
        """
        season = period_at("quarter", now)
        salt = await self._salt(season) if new else None
        salts = await self._heavy.fetch(account_of(user), _ALL_SALTS)
        codes = [code_of(known, user) for (known,) in salts]
        query = select(_FORMER.id, _FORMER.done).where(_FORMER.code.in_(codes))
        lives = await self._heavy.fetch(
            account_of(user), query.order_by(_FORMER.at.desc(), _FORMER.id)
        )
        for former, done in lives:
            if not done:
                return int(former)
        if salt is None:
            return None
        former, before = former_id(None, user), lives[0].id if lives else None
        row = (former, code_of(salt, user), season, now, False, before)
        await self._writer.write({former_players: [row]})
        return former

    async def end(self, former: int) -> None:
        """Store that a deletion is done: the next one of the same person has another id."""
        done = update(former_players).where(_FORMER.id == former).values(done=True)
        await self._change(done)

    async def _salt(self, season: str) -> str:
        """Return a quarter's salt, in hexadecimal, drawn when first needed."""
        query = select(_SECRET.value).where(_SECRET.name == salt_name(season))
        while True:
            for (salt,) in await self._heavy.fetch(season, query):
                return str(salt)
            row = (salt_name(season), secrets.token_hex(SALT_BYTES))
            await self._writer.write({kept_secrets: [row]})
