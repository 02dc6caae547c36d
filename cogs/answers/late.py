"""A click whose answer may come late: what has been told Discord of it so far."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cogs.answers.click import Click

__all__ = ["Late", "late"]

_KEY: Final = "late"


@dataclass(slots=True)
class Late:
    """How far the answer to a click is."""

    given: Callable[[], None]
    """To be called once the answer is there."""
    begun: bool = False
    """Whether the first answer is on its way, so that it is not announced any more."""
    announcing: asyncio.Task[bool] | None = None
    """Tells Discord that the answer comes later; its result says whether Discord surely knows."""

    def put_on(self, click: Click) -> None:
        """Remember it with its click."""
        click.extras[_KEY] = self

    async def begin(self) -> bool:
        """Begin to answer; return whether Discord surely knows that an answer comes later."""
        self.begun = True
        if self.announcing is None:
            return False
        with contextlib.suppress(Exception):  # The answer itself finds out what is wrong.
            return await asyncio.shield(self.announcing)
        return False


def late(click: Click) -> Late | None:
    """Return what is known of a click's answer; None if nobody watches it."""
    found: Late | None = click.extras.get(_KEY)
    return found
