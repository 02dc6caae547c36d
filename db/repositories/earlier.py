"""Read what goes on counting of people who came back after a deletion, inside a transaction.

People are recognised by a code of their id, for as long as the salt that made it is kept. What is
found for a match is stored with its result, so that counting it again needs no salt.
"""

import hmac
import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from sqlalchemy import Dialect, bindparam, select

from bot.league.book import Before, Match, Met, Rated, Totals
from bot.league.earlier import known_from, met_before, restarted
from bot.league.lines import Earlier, Known
from bot.league.periods import ALL_TIME, period_at, period_before
from bot.league.ratings import Rating
from db.engine.statements import Prepared
from db.engine.transaction import Answer, Question, Step
from db.repositories.before import FIND_MET, FIND_RATED
from db.schema import former_players, secrets, totals

if TYPE_CHECKING:
    from bot.game.contract import Seat

__all__ = [
    "SALTED",
    "EarlierLives",
    "code_of",
    "earlier_text",
    "oldest_season",
    "read_earlier",
    "salt_name",
]

T = TypeVar("T")

Script = Generator[Step, Answer, T]

_Found: TypeAlias = Sequence[tuple[int, int, int | None]]
"""Lives, the latest first: the id, and the people met in it and only before it."""

SALTED: Final = "former "
"""What the names of the salts begin with; a quarter follows."""

_FORMER, _LINE, _SECRET = former_players.c, totals.c, secrets.c

FIND_SALTS = select(_SECRET.value).where(_SECRET.name.startswith(SALTED)).order_by(_SECRET.name)
FIND_LIVES = (
    select(_FORMER.id, _FORMER.at, _LINE.opponents, _LINE.earlier)
    .join(totals, _LINE.user_id == _FORMER.id)
    .where(
        *(_FORMER.code == bindparam("code"), _LINE.guild == bindparam("guild")),
        *(_LINE.game == bindparam("game"), _LINE.period == ALL_TIME),
    )
)

FIND_FOLLOWED = select(_FORMER.follows).where(
    _FORMER.id == bindparam("former"), _FORMER.follows.is_not(None)
)
FIND_MET_BY = select(_LINE.opponents, _LINE.earlier).where(
    *(_LINE.user_id == bindparam("user"), _LINE.guild == bindparam("guild")),
    *(_LINE.game == bindparam("game"), _LINE.period == ALL_TIME),
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
    """How many people they had met in all of them."""


class EarlierLives:
    """Asks for what is known of a match's people from before a deletion."""

    def __init__(self, dialect: Dialect) -> None:
        self._salts = Prepared(FIND_SALTS, dialect)
        self._lives = Prepared(FIND_LIVES, dialect)
        self._follows = Prepared(FIND_FOLLOWED, dialect)
        self._met_by = Prepared(FIND_MET_BY, dialect)
        self._rated = Prepared(FIND_RATED, dialect)
        self._met = Prepared(FIND_MET, dialect)

    def add(self, where: Mapping[str, Any], match: Match, before: Before) -> Script[Match]:
        """Return a match with all of it; ``where`` has its ``guild`` and its ``game``.

        Only people whose first match since then this is have anything of it: ``before`` tells.
        """
        users = {player.seat: player.user for player in match.players if player.user is not None}
        lives: dict[int, _Lives] = {}
        if salts := [salt for (salt,) in (yield Question(*self._salts.one()))]:
            for user in {*users.values()}:
                lives[user] = yield from self._of(where, user, salts)
        if not any(found.ids for found in lives.values()):
            return match
        earlier: dict[Seat, Earlier] = {}
        for seat, user in users.items():
            known: dict[Seat, Known] = {}
            for other_seat, other in users.items():
                if other != user and (user, other) not in before.met:
                    found = yield from self._known(where, user, other, lives)
                    known |= {other_seat: found} if found else {}
            own, is_new = lives[user], (user, ALL_TIME) not in before.totals
            rated = None
            if own.ids and user not in before.rated:
                rated = yield from self._restarted({**where, "band": match.band}, own.ids)
            told = Earlier(own.met if own.ids and is_new else None, rated, known)
            earlier |= {seat: told} if told != Earlier() else {}
        return replace(match, earlier=earlier)

    def _of(self, where: Mapping[str, Any], user: int, salts: Sequence[str]) -> Script[_Lives]:
        found = self._followed(where, user) if user < 0 else self._coded(where, user, salts)
        lives = yield from found
        if not lives:
            return _Lives()
        _, opponents, only_before = lives[0]
        latest = Totals(opponents=opponents, earlier=only_before)
        return _Lives([life for life, *_ in lives], met_before(latest))

    def _coded(self, where: Mapping[str, Any], user: int, salts: Sequence[str]) -> Script[_Found]:
        """Find the lives of somebody who is back."""
        rows: list[tuple[int, int, int, int | None]] = []
        for salt in salts:
            asked = {**where, "code": code_of(salt, user)}
            rows += yield Question(*self._lives.one(**asked))
        rows.sort(key=lambda row: (row[1], row[0]), reverse=True)
        return [(life, opponents, before) for life, _, opponents, before in rows]

    def _followed(self, where: Mapping[str, Any], former: int) -> Script[_Found]:
        """Find those before one that ended in the middle of the match."""
        lives: list[tuple[int, int, int | None]] = []
        while followed := (yield Question(*self._follows.one(former=former))):
            [(former,)] = followed
            line = yield Question(*self._met_by.one(**where, user=former))
            lives += [(former, opponents, before) for opponents, before in line]
        return lives

    def _restarted(self, where: Mapping[str, Any], lives: Sequence[int]) -> Script[Rated | None]:
        found = []
        for life in lives:
            for mean, deviation, count, at, before in (
                yield Question(*self._rated.one(**where, user=life))
            ):
                found.append(Rated(Rating(mean, deviation), count, at, before))
        return restarted(found)

    def _known(
        self, where: Mapping[str, Any], user: int, other: int, lives: Mapping[int, _Lives]
    ) -> Script[Known | None]:
        own: list[Met] = []
        others: list[Met] = []
        for one, two in product((user, *lives[user].ids), (other, *lives[other].ids)):
            if (one, two) != (user, other):
                rows = yield Question(*self._met.one(**where, user=one, other=two))
                (own if one == user else others).extend(Met(*row) for row in rows)
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
    """Return it from what :func:`earlier_text` has made of it."""
    if text is None:
        return None
    told = json.loads(text)
    known = {int(seat): Known(*figures) for seat, figures in told.get("known", {}).items()}
    rated = None
    if "rated" in told:
        mean, matches = told["rated"]
        rated = Rated(Rating(mean), earlier=matches)
    return Earlier(told.get("met"), rated, known)
