"""What a person plays beside rated matches: daily deals, puzzles and league nights."""

from typing import NamedTuple

from bot.daily.days import DailyCareer
from bot.face.markdown import counted, ordinal
from bot.league.achievements import Career
from db.repositories.nights import NightCareer


class OtherActivity(NamedTuple):
    """What it comes to for a profile; of puzzles only what those who see it may know."""

    dailies: DailyCareer
    nights: NightCareer
    puzzles: int = 0
    solved: int = 0
    here: bool = False
    """Whether the daily deals are those of this server alone."""

    def added_to(self, career: Career) -> Career:
        """Return what achievements go by, with this."""
        return career._replace(
            daily_streak=self.dailies.longest,
            daily_wins=self.dailies.beat_kai,
            nights=self.nights.played,
            nights_won=self.nights.won,
            puzzles=self.solved,
        )

    @property
    def is_told(self) -> bool:
        """Whether there is a line about any of it."""
        return any((self.daily_line, self.puzzle_line, self.night_line))

    @property
    def daily_line(self) -> str:
        """A line about daily deals; empty without any."""
        played = self.dailies
        if not played.played:
            return ""
        streak = f"streak {played.streak}, longest {played.longest}"
        if played.streak in (0, played.longest):
            streak = f"longest streak {counted(played.longest, 'day')}"
        deals = counted(played.played, "daily deal") + " here" * self.here
        return f"{deals}: {played.beat_kai} won, {streak}"

    @property
    def puzzle_line(self) -> str:
        """A line about daily puzzles; empty without any."""
        return f"{self.solved} of {counted(self.puzzles, 'daily puzzle')} solved" * bool(
            self.puzzles
        )

    @property
    def night_line(self) -> str:
        """A line about league nights; empty without any."""
        played = self.nights
        if played.best is None:
            return ""
        nights = counted(played.played, "league night")
        best = f"{played.won} won" if played.won else f"best place {ordinal(played.best)}"
        return f"{nights}: {best}"
