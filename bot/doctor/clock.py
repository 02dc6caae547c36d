"""Check this machine's clock against Discord's."""

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Final

from bot.doctor.api import GATEWAY, Api
from bot.doctor.finding import FaultError, check

__all__ = ["check_clock"]

TOLERANCE: Final = 2.0
"""Seconds that the clock may be wrong."""

RESOLUTION: Final = 1.0
"""The resolution of a ``Date`` header, in seconds."""


@check("clock")
async def check_clock(api: Api, now: Callable[[], float]) -> str:
    """Compare ``now`` (seconds since 1970) with the ``Date`` of a response from Discord.

    The time that the request took is allowed for.
    """
    before = now()
    answer = await api.get_public(GATEWAY)
    after = now()
    try:
        theirs = parsedate_to_datetime(answer.date).timestamp()
    except ValueError:
        raise FaultError(
            "The response has no valid Date header. Check whether there's a proxy in between."
        ) from None
    ahead, behind = before - (theirs + RESOLUTION), theirs - after
    if max(ahead, behind) > TOLERANCE:
        raise FaultError(
            f"This machine's clock is {max(ahead, behind):.0f} s "
            f"{'ahead of' if ahead > 0 else 'behind'} Discord's: synchronise it by NTP."
        )
    return f"This machine's clock agrees with Discord's within {TOLERANCE:.0f} s."
