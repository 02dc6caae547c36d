"""A table's own time: as on the wall, but steady where somebody sets the wall's clock."""

from bot.tables.hosting.ports import Time

__all__ = ["TableClock"]

JUMP = 10_000
"""Milliseconds by which the wall may run ahead of a steady clock, or behind it, before it counts.

What is less is lost or won by whoever's turn it is; set back by less, time stands still.
"""


class TableClock:
    """The time at one table, in milliseconds since 1970. It never runs backward.

    Where the wall's clock is set back, the table goes on from where it was, and is ahead of the
    wall until that is set forward again. Where the wall jumps forward, because it was set or the
    machine slept, nobody could act meanwhile: such time is *missed*, and counts against nobody.
    """

    def __init__(self, time: Time, last_at: int) -> None:
        self._time = time
        self._wall, self._steady = time.now(), time.steady()
        self._now = max(self._wall, last_at)
        self._ahead = self._now - self._wall
        self._missed = 0

    def now(self) -> int:
        """Return the time."""
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
        """Return the time that was missed since this was last asked, in milliseconds."""
        self.now()
        missed, self._missed = self._missed, 0
        return missed
