"""How long to leave Discord alone after it has failed or refused."""

from typing import Final

__all__ = ["BAR", "LONGEST_BAR", "PATIENT", "Rests"]

LONGEST_PAUSE: Final = 60
"""Seconds between attempts, at most, while Discord has trouble."""

BAR: Final = 45
"""Seconds for which nothing is tried where Discord forbids it: refusals are counted against us."""

PATIENT: Final = 80
"""Refusals in a row, about an hour of them, after which the bars are longer."""

LONGEST_BAR: Final = 600
"""Seconds of such a bar."""


class Rests:
    """Attempts at one thing. Times are milliseconds since 1970.

    After a failure there is a pause of a second, then of two, then of four; after a refusal there
    is a bar: what was given back is to be noticed within a minute.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._refusals = 0
        self._refused_at = 0
        self._barred_until = 0

    def succeeded(self) -> None:
        """Forget all trouble."""
        self._failures = self._refusals = 0

    def failed(self) -> None:
        """Note a failure that will pass."""
        self._failures += 1

    def refused(self, now: int) -> bool:
        """Note a refusal; return whether it is the first in a row."""
        rest = BAR if self._refusals < PATIENT else LONGEST_BAR
        self._refused_at, self._barred_until = now, now + rest * 1000
        self._refusals += 1
        return self._refusals == 1

    @property
    def pause(self) -> int:
        """Seconds to wait before the next attempt; 0 where nothing has failed."""
        return min(2 ** (self._failures - 1), LONGEST_PAUSE) if self._failures else 0

    @property
    def barred_until(self) -> int:
        """Until when nothing is to be tried; in the past where there is no bar."""
        return self._barred_until

    def barred(self, now: int) -> bool:
        """Whether nothing is to be tried."""
        return now < self._barred_until

    def lift(self, now: int, rested: float) -> bool:
        """End a bar that has lasted ``rested`` seconds; return whether there was one to end."""
        if not self.barred(now) or now - self._refused_at < rested * 1000:
            return False
        self._barred_until = 0
        return True
