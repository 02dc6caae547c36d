"""Ids of former players, in place of those of people who had their data deleted.

They are below zero, where Discord has none. One that is made with a salt is the same each time, so
that a person who comes back is recognised, and nobody can be found from it. Without the salt it
tells nothing.
"""

import hmac
import secrets
from typing import Final

__all__ = ["SALT_BYTES", "former_id", "random_former_id"]

SALT_BYTES: Final = 32
_ID_BYTES: Final = 7
"""So that an id fits into 63 bits."""


def former_id(salt: str, user: int) -> int:
    """Return the id that stands for a person; ``salt`` in hexadecimal."""
    code = hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256")
    return -1 - int.from_bytes(code[:_ID_BYTES], "big")


def random_former_id() -> int:
    """Return an id that stands for nobody in particular."""
    return -1 - int.from_bytes(secrets.token_bytes(_ID_BYTES), "big")
