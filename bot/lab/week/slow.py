"""Slow matches, who plays them, and who has chosen which quiet hours."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from bot.lab.week.part import HOUR, Part, drawn, guild_of
from bot.tables.core.entries import Clock
from bot.tables.core.quiet_hours import QuietHours

__all__ = ["CLOCK", "ZONES", "SlowMatch", "quiet_hours_of", "round_robin_of", "slow_matches"]

CLOCK: Final = Clock(kind="slow", seconds=6 * 3600)

ZONES: Final = (
    *("Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"),
    *("Pacific/Marquesas", "Asia/Tehran", "Antarctica/Troll"),
)
"""Zones that no text would name by chance, with halves and quarters of hours."""

_GAMES: Final = ("kapow", "kabobo", "chowpow")
_PEOPLE_OF_ROBIN: Final = 4

_MATCHES: Final = 14
"""The last one begins on the fourth day."""


class SlowMatch(NamedTuple):
    """A match in which a turn may take hours."""

    id: str
    guild: int
    game: str
    users: Sequence[int]
    opens_at: int


@cache
def slow_matches(part: Part) -> Sequence[SlowMatch]:
    """Return the slow matches of a week on a shard; nobody plays two."""
    users = _shuffled(part)[_PEOPLE_OF_ROBIN:]
    found: list[SlowMatch] = []
    for number in range(max(1, min(_MATCHES, len(users) // 6))):
        size = 2 + number % 2
        group = users[:size]
        users = users[size:]
        if len(group) == size:
            name = sha256(f"slow {part.seed} {part.shard} {number}".encode()).hexdigest()[:10]
            opens = part.begins + (1 + 7 * number) * HOUR
            guild, game = guild_of(group[0]), _GAMES[number % len(_GAMES)]
            found.append(SlowMatch(name, guild, game, group, opens))
    return found


@cache
def round_robin_of(part: Part) -> Sequence[int]:
    """Return the people of the round robin: nobody who plays a slow match."""
    return _shuffled(part)[:_PEOPLE_OF_ROBIN]


def quiet_hours_of(user: int, index: int) -> QuietHours | None:
    """Return what somebody has chosen on a day of the week, from 0; two of three choose a night.

    On the fourth day some choose another zone, and on the sixth some switch it off.
    """
    number = user % 1000
    if number % 3 == 1 or (index >= 5 and number % 7 == 0):
        return None
    zone = ZONES[(number + (index >= 3 and number % 4 == 0)) % len(ZONES)]
    begins = (20 + number % 7) % 24
    return QuietHours(zone, begins, (begins + 6 + number % 5) % 24)


def _shuffled(part: Part) -> list[int]:
    users = list(part.users)
    drawn(part.seed, "slow", part.shard).shuffle(users)
    return users
