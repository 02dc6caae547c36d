"""Ids of former players, in place of those of people who had their data deleted.

They are below zero, where Discord has none. One that is made with a salt is the same each time, so
that a person who comes back is recognised, and nobody can be found from it. Without the salt it
tells nothing.
"""

import hmac
import secrets
from collections.abc import Callable, Generator
from typing import Final

from sqlalchemy import bindparam, select

from bot.tables.core.entries import LAST_FORMER
from db.engine.failure import WriteRefusedError
from db.engine.statements import Prepared
from db.engine.transaction import Answer, Question, Step
from db.schema import daily_deals

__all__ = ["SALT", "SALT_BYTES", "former_id", "random_former_id", "refused_if_former"]

SALT_BYTES: Final = 32
_ID_BYTES: Final = 7
"""So that an id fits into 63 bits."""

SALT = select(daily_deals.c.salt).where(daily_deals.c.day == bindparam("on_day"))


def refused_if_former(
    salt: Prepared, day: int, user: int, stored: Callable[[int], Question]
) -> Generator[Step, Answer, None]:
    """Refuse a write if a person had their data of that day deleted; ``salt`` is :data:`SALT`.

    ``stored`` asks for what is stored under an id.
    """
    for (value,) in (yield Question(*salt.one(on_day=day))):
        if value and (yield stored(former_id(value, user))):
            raise WriteRefusedError("the person's data were deleted on this day")


def former_id(salt: str, user: int) -> int:
    """Return the id that stands for a person; ``salt`` in hexadecimal."""
    code = hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256")
    return -1 - int.from_bytes(code[:_ID_BYTES], "big")


def random_former_id() -> int:
    """Return an id that stands for nobody in particular."""
    return LAST_FORMER - int.from_bytes(secrets.token_bytes(_ID_BYTES), "big")
