"""What the week will bring: its people, nights and slow matches, and each process's part of it."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from bot.daily.days import span_of
from bot.night.night import Form
from bot.tables.entries import Clock
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import Shards

FIRST_USER: Final = 10**17
"""Ids are as long as Discord's, so that they can be looked for in texts."""

SERVERS: Final = 6

GUILDS: Final = tuple((1 + number) << 22 for number in range(SERVERS))

_HABITS: Final[Mapping[str, float]] = {
    "plays": 0.8,
    "leaves": 0.1,
    "twice": 0.1,
    "forgotten": 0.02,
    "practises": 0.1,
}
"""What people do on a day, and how often: they begin the deal, do not finish it, click on two
devices at once, have their data deleted after it, and play the one of the day before again."""

FIRST_DAY: Final = 100

SHARDS: Final = 2

MINUTE: Final = 60_000

HOUR: Final = 60 * MINUTE
"""Milliseconds."""

CLOCK: Final = Clock(kind="slow", seconds=6 * 3600)

ZONES: Final = (
    *("Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"),
    *("Pacific/Marquesas", "Asia/Tehran", "Antarctica/Troll"),
)
"""Zones that no text would name by chance, with halves and quarters of hours."""

_SLOW_GAMES: Final = ("kapow", "kabobo", "chowpow")

_PEOPLE_OF_ROBIN: Final = 4

_MATCHES: Final = 14
"""The last one begins on the fourth day."""

ROUNDS: Final = 3

_GAMES: Final = ("kapow", "capit", "chowpow", "kabobo")

_FEWEST, _MOST = 6, 18

_NOTICE: Final = 5 * HOUR


class Part(NamedTuple):
    """One shard's share of a week."""

    shard: int
    people: int
    """Of all shards together."""
    days: int
    seed: int

    @property
    def shards(self) -> Shards:
        """The shard, as the host knows it."""
        return Shards(SHARDS, (self.shard,))

    @property
    def users(self) -> Sequence[int]:
        """Those whose servers this process hosts."""
        every = range(FIRST_USER, FIRST_USER + self.people)
        return [user for user in every if self.shards.cover(guild_of(user))]

    @property
    def guilds(self) -> Sequence[int]:
        """The servers that this process hosts."""
        return [guild for guild in GUILDS if self.shards.cover(guild)]

    @property
    def begins(self) -> int:
        """When the week begins (ms since 1970)."""
        return span_of(FIRST_DAY).begins

    @property
    def ends(self) -> int:
        """When the week is over."""
        return span_of(FIRST_DAY + self.days).begins


class Guest(NamedTuple):
    """What one person does on one day; the same for the same plan, person and day."""

    user: int
    guild: int
    habits: frozenset[str]
    level: str
    luck: float
    """From 0 to 1: picks the answer to the puzzle."""


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


class SlowMatch(NamedTuple):
    """A match in which a turn may take hours."""

    id: str
    guild: int
    game: str
    users: Sequence[int]
    opens_at: int


def guests_of(part: Part, day: int) -> Iterator[Guest]:
    """Yield what everyone on a shard's servers does on a day."""
    for user in part.users:
        source = drawn(part.seed, day, user)
        habits = frozenset(habit for habit, often in _HABITS.items() if source.random() < often)
        level = "easy" if user % 3 else "normal"
        yield Guest(user, guild_of(user), habits, level, source.random())


def guild_of(user: int) -> int:
    """Return the server that a person mostly plays on."""
    return GUILDS[(user - FIRST_USER) % SERVERS]


def drawn(*words: object) -> random.Random:
    """Return a source that draws the same for the same words, whatever was drawn before."""
    return random.Random(" ".join(map(str, words)))  # noqa: S311 - nothing secret hangs on it


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
            guild, game = guild_of(group[0]), _SLOW_GAMES[number % len(_SLOW_GAMES)]
            found.append(SlowMatch(name, guild, game, group, opens))
    return found


@cache
def round_robin_of(part: Part) -> Sequence[int]:
    """Return the people of the round robin: nobody who plays a slow match."""
    return _shuffled(part)[:_PEOPLE_OF_ROBIN]


def quiet_hours_of(user: int, index: int) -> QuietHours | None:
    """Return what someone has chosen on a day of the week, from 0; two of three choose a night.

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
    """A round robin: one leaves it on the third day, and someone comes who is refused."""
    users, comes = round_robin_of(part), evening.starts_at - HOUR
    late = next((user for user in part.users if user not in users), None)
    found = [Visit(user, (comes + number * MINUTE,)) for number, user in enumerate(users)]
    if len(found) > 3 and part.days > 3:
        found[0] = Visit(users[0], (comes, evening.starts_at + 60 * HOUR))
    return [*found, *([] if late is None else [Visit(late, (evening.starts_at + HOUR,))])]


def _id(part: Part, *words: object) -> str:
    return sha256(f"{part.seed} {part.shard} {words}".encode()).hexdigest()[:10]
