"""A day's deal: one round of Kapow! with nine cards, for a person and Kai.

All of it follows from a secret, by the algorithm of ``docs/fairness.md``, with empty cuts. The
secret's fingerprint is public from the day before if the bot was there, and the secret once the day
is over.
"""

from dataclasses import dataclass, field
from typing import Final

from bot.daily.day import span_of
from bot.game.contract import Seat
from bot.game.deck import Chance, commitment
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.players import player_for
from bot.kai.player import AnyPlayer

__all__ = ["GAME", "KAI", "LEVEL", "OPTIONS", "PLAY", "PLAYER", "Deal", "kai_player"]

GAME: Final = KAPOW
OPTIONS: Final = KapowOptions(rounds=1, cards=9, max_reshuffles=1)
"""With one reshuffle at most, so that no round goes on for ever (K5.6)."""

PLAYER: Final[Seat] = 0
KAI: Final[Seat] = 1

LEVEL: Final = "normal"
"""Kai's level: the same for everyone, and quick on any machine."""

PLAY: Final = "normal 1"
"""How this level plays, see :meth:`bot.kai.kai.Kai.play`; a day's results compare only if it stays
the same."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day."""

    day: int
    secret: bytes = field(repr=False)
    drawn_at: int = 0
    """When the secret was drawn (ms since 1970): since then its fingerprint is public."""
    put_off: int = 0
    """Milliseconds from midnight to the day's end, if that was in an outage."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the secret, in hexadecimal."""
        return commitment(self.secret)

    @property
    def drawn_late(self) -> bool:
        """Whether it was drawn on the day itself, because no bot was there the day before."""
        return self.drawn_at >= span_of(self.day).begins

    @property
    def chance(self) -> Chance:
        """The source of the shuffles."""
        return Chance(self.secret, ("", ""))

    def is_over(self, now: int) -> bool:
        """Whether its day is over, and its secret may be told."""
        return now >= self.ends_at

    @property
    def ends_at(self) -> int:
        """When its day is over (ms since 1970)."""
        return span_of(self.day).ends + self.put_off


def kai_player() -> AnyPlayer:
    """Return the player of Kai's seat."""
    return player_for(GAME.name, LEVEL)
