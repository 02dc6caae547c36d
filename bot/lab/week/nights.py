"""The league nights of the week: what is planned where, who comes when, and who stays away."""

import random
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from bot.daily.day import span_of
from bot.lab.week.part import FIRST_DAY, HOUR, MINUTE, Part, drawn
from bot.lab.week.slow import round_robin_of
from bot.night.events import Form

__all__ = ["ROUNDS", "Evening", "Visit", "evenings_of", "visits_of"]

ROUNDS: Final = 3

_GAMES: Final = ("kapow", "capit", "chowpow", "kabobo")
_FEWEST, _MOST = 6, 18
_NOTICE: Final = 5 * HOUR


class Evening(NamedTuple):
    """A night, as a moderator plans it. Times are milliseconds since 1970."""

    id: str
    guild: int
    game: str
    form: Form
    starts_at: int
    ends_at: int | None = None
    """When a moderator calls it off or ends it, if it is not over before."""

    @property
    def planned_at(self) -> int:
        """When it is planned: people can sign up from then on."""
        return self.starts_at - _NOTICE


class Visit(NamedTuple):
    """What one person does at a night."""

    user: int
    changes: tuple[int, ...]
    """When they press I'm in, I'm out, I'm in, and so on."""
    absent: bool = False
    """Whether they do not play, though they are in."""


@cache
def evenings_of(part: Part) -> Sequence[Evening]:
    """Return all nights of a week on a shard's servers."""
    found = [_evening(part, index, at) for index in range(part.days) for at in range(2)]
    if part.shard == 0:
        starts, ends = part.begins + 6 * HOUR, part.ends + HOUR // 2
        found.append(
            Evening(_id(part, "robin"), part.guilds[0], "kabobo", "round robin", starts, ends)
        )
    return found


def _evening(part: Part, index: int, at: int) -> Evening:
    guild = part.guilds[(index + at) % len(part.guilds)]
    game = _GAMES[(index + 2 * part.shard + at) % len(_GAMES)]
    form: Form = "duplicate" if (index % 3, at) == (0, 1) else "swiss"
    # Boards are over before the other night, so that people can be in at both.
    later = -ROUNDS * HOUR if form == "duplicate" else at * 30 * MINUTE
    starts = span_of(FIRST_DAY + index).begins + 19 * HOUR + later
    ends = None
    if (index % 5, part.shard, at) == (1, 1, 0):
        ends = starts - HOUR  # Called off.
    if (index % 5, part.shard, at) in ((1, 0, 1), (3, 1, 1)):
        ends = starts + 7 * MINUTE  # In the middle of a round.
    return Evening(_id(part, index, at), guild, game, form, starts, ends)


@cache
def visits_of(evening: Evening, part: Part) -> Sequence[Visit]:
    """Return who comes to a night, and when."""
    source = drawn(part.seed, evening.id)
    if evening.form == "round robin":
        return _meetings(evening, part)
    users = list(part.users)
    count = min(len(users), source.randint(_FEWEST, _MOST))
    return [_visit(user, evening.starts_at, source) for user in source.sample(users, count)]


def _visit(user: int, starts: int, source: random.Random) -> Visit:
    def at(first: float, last: float) -> int:
        return starts + round(source.uniform(first, last) * 60) * 1000

    comes, absent, kind = at(-250, -1), source.random() < 0.15, source.random()
    changes: tuple[int, ...] = (comes,)
    if kind < 0.1:
        changes = (at(1, 25),)
    elif kind < 0.2:
        changes = (comes, at(1, 25))
    elif kind < 0.3:
        changes = (comes, at(1, 10), at(11, 20))
    elif kind < 0.36:
        changes = (comes, comes + 10_000, comes + 20_000)
    elif kind < 0.4:
        changes = (comes, comes + 10_000)
    return Visit(user, changes, absent)


def _meetings(evening: Evening, part: Part) -> Sequence[Visit]:
    """A round robin: one leaves it on the third day, and somebody comes who is refused."""
    users, comes = round_robin_of(part), evening.starts_at - HOUR
    late = next((user for user in part.users if user not in users), None)
    found = [Visit(user, (comes + number * MINUTE,)) for number, user in enumerate(users)]
    if len(found) > 3 and part.days > 3:
        found[0] = Visit(users[0], (comes, evening.starts_at + 60 * HOUR))
    return [*found, *([] if late is None else [Visit(late, (evening.starts_at + HOUR,))])]


def _id(part: Part, *words: object) -> str:
    return sha256(f"{part.seed} {part.shard} {words}".encode()).hexdigest()[:10]
