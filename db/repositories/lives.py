"""Who had their data deleted: the ids that stand for them, and the salts that recognise them.

An id is random, and nobody can be found from it. For a while a code tells whose it is, to those who
know the person's own id and the salt of the quarter: so somebody who comes back is recognised.
"""

import secrets
from typing import Final

from sqlalchemy import Update, bindparam, delete, select, update

from bot.league.periods import period_at
from bot.tables.league.ledger import account_of
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.repositories.earlier import FIND_SALTS, code_of, salt_name
from db.repositories.former import SALT_BYTES, random_former_id
from db.schema import former_players
from db.schema import secrets as kept_secrets

__all__ = ["DONE", "FORGET_LIVES", "FORGET_SALTS", "Lives"]

_FORMER, _SECRET = former_players.c, kept_secrets.c

DONE: Final[Update] = (
    update(former_players).where(_FORMER.id == bindparam("former")).values(done=True)
)
FORGET_LIVES = delete(former_players).where(_FORMER.season < bindparam("oldest"))
FORGET_SALTS = delete(kept_secrets).where(
    _SECRET.name.startswith(salt_name("")), _SECRET.name < bindparam("oldest_salt")
)


class Lives:
    """The ids of former players. All calls raise ``StoreUnavailableError``."""

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._done = Prepared(DONE, heavy.engine.dialect)

    async def begin(self, user: int, now: int, *, new: bool) -> int | None:
        """Return the id that stands for a person whose data are being deleted.

        It is the same until :meth:`end`, however often a deletion is tried. If none has been begun,
        there is a ``new`` one, or None.
        """
        season = period_at("quarter", now)
        salt = await self._salt(season) if new else None
        codes = [code_of(known, user) for known in await self._salts(user)]
        query = select(_FORMER.id, _FORMER.done).where(_FORMER.code.in_(codes))
        lives = await self._heavy.fetch(
            account_of(user), query.order_by(_FORMER.at.desc(), _FORMER.id)
        )
        for former, done in lives:
            if not done:
                return int(former)
        if salt is None:
            return None
        former, before = random_former_id(), lives[0].id if lives else None
        row = (former, code_of(salt, user), season, now, False, before)
        await self._writer.write({former_players: [row]})
        return former

    async def end(self, former: int) -> None:
        """Store that a deletion is done: the next one of the same person has another id."""
        await self._writer.write({}, [self._done({"former": former})])

    async def _salts(self, user: int) -> list[str]:
        return [salt for (salt,) in await self._heavy.fetch(account_of(user), FIND_SALTS)]

    async def _salt(self, season: str) -> str:
        """Return a quarter's salt, in hexadecimal; whoever first needs it draws it."""
        query = select(_SECRET.value).where(_SECRET.name == salt_name(season))
        while True:
            for (salt,) in await self._heavy.fetch(season, query):
                return str(salt)
            row = (salt_name(season), secrets.token_hex(SALT_BYTES))
            await self._writer.write({kept_secrets: [row]})
