"""A table's clock: wall-clock time that never runs backward and ignores jumps of the wall clock."""

from bot.tables.hosting.ports import Time

__all__ = ["TableClock"]

JUMP = 10_000
"""Milliseconds: a smaller difference between wall clock and monotonic clock is no jump.

A smaller step forward takes time from the current turn; during one back, time stands still.
"""


class TableClock:
    """The time at one table, in milliseconds since 1970. It never runs backward.

    When the wall clock is set back, the table's time goes on from where it was, and stays ahead
    until the wall clock is set forward again. When the wall clock jumps forward, because it was
    set or the machine slept, nobody could act meanwhile. That time is *missed*: it is credited to
    the players.
    """

    def __init__(self, time: Time, last_at: int) -> None:
        self._time = time
        self._wall, self._steady = time.now(), time.steady()
        self._now = max(self._wall, last_at)
        self._ahead = self._now - self._wall
        self._missed = 0

    def now(self) -> int:
        """Return the table's time."""
        wall, steady = self._time.now(), self._time.steady()
        jumped = wall - self._wall - round((steady - self._steady) * 1000)
        if jumped > JUMP:
            caught_up = min(self._ahead, jumped)
            self._ahead -= caught_up
            self._missed += jumped - caught_up
        elif jumped < -JUMP:
            self._ahead -= jumped
        self._wall, self._steady = wall, steady
        self._now = max(self._now, wall + self._ahead)
        return self._now

    def missed(self) -> int:
        """Return the time missed since the last call, in milliseconds."""
        self.now()
        missed, self._missed = self._missed, 0
        return missed
