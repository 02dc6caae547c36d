"""The bot's clock in a simulated Discord, which can be set as people set theirs."""

from bot.local.simcord_glue import WorldTime


class SetClock(WorldTime):
    """The simulated Discord's time, until it is set to another one."""

    def __init__(self) -> None:
        super().__init__()
        self._shift = 0

    def now(self) -> int:
        return super().now() + self._shift

    def steady(self) -> float:
        return super().now() / 1000

    def set(self, at: int) -> None:
        """Let it be that time (ms since 1970) now, earlier or later than it was."""
        self._shift = at - super().now()
