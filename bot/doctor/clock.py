"""Whether this machine's clock agrees with Discord's."""

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Final

from bot.doctor.api import GATEWAY, Api
from bot.doctor.finding import FaultError, check

__all__ = ["check_clock"]

TOLERANCE: Final = 2.0
"""Seconds that the clock may be wrong: turns and tokens are counted in seconds."""

RESOLUTION: Final = 1.0
"""A ``Date`` header leaves the parts of its second out."""


@check("clock")
async def check_clock(api: Api, now: Callable[[], float]) -> str:
    """Compare ``now`` (seconds since 1970) with the ``Date`` of an answer of Discord's.

    The time that the answer took counts for the clock, not against it.
    """
    before = now()
    answer = await api.get_openly(GATEWAY)
    after = now()
    try:
        theirs = parsedate_to_datetime(answer.date).timestamp()
    except ValueError:
        raise FaultError(
            "What answers for Discord does not tell the time: is it a proxy?"
        ) from None
    ahead, behind = before - (theirs + RESOLUTION), theirs - after
    if max(ahead, behind) > TOLERANCE:
        raise FaultError(
            f"This machine's clock is {max(ahead, behind):.0f} s "
            f"{'ahead of' if ahead > 0 else 'behind'} Discord's: let the system set it by NTP."
        )
    return f"This machine's clock agrees with Discord's within {TOLERANCE:.0f} s."
