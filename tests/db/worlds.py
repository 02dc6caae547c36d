"""Made-up evenings: results of several servers, with all that may happen to a match."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Row, Table

from bot.games.kapow.rules.options import KapowOptions
from bot.league.results import kai_anchors
from bot.tables.entries import HandedOverBecause
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Tally
from db import schema
from db.storage import Storage
from tests.db.rows import named_rows
from tests.db.samples import GUILD, acted

GAMES: Final = ("kapow", "toy")

KAI_VERSIONS: Final = (1, 99)
"""Today's, whose levels have anchors at Kapow!, and one that was never heard of."""

SERVERS: Final = (
    *((GUILD, 4, 100), (GUILD + 1, 9, 40)),
    *((GUILD + 2, 3, 15), (GUILD + 3, 2, 60), (GUILD + 4, 5, 20)),
)
"""Id, people, matches: few people meet often enough for the caps, and reach their best twenty."""

FACTS: Final = ("rounds_won", "columns", "kapows")


def ms(*when: int) -> int:
    """Return a time in UTC, from year, month and day on, as milliseconds since 1970."""
    return round(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type,misc]


EVES: Final = (ms(2027, 4, 1), ms(2027, 5, 1), ms(2028, 1, 1), ms(2028, 3, 1))
"""The ends of a month, a quarter, a year and a leap year's February; matches end around them."""


def world(seed: int) -> Sequence[MatchResult]:
    """Return the results of some servers, in the order of their ends; several end at once."""
    chance = random.Random(seed)
    played = [
        _match(chance, guild, people, number)
        for guild, people, matches in SERVERS
        for number in range(matches)
    ]
    return sorted(played, key=lambda match: (match.finished_at, match.table))


async def keep(storage: Storage, match: MatchResult) -> None:
    """Store a result with a log that nobody can replay."""
    listing = Listing(match.table, match.guild, 2, match.game, Phase.CLOSED, ())
    await storage.store.append(match.table, 0, [acted(1)], Effects(listing, match))


async def forget(storage: Storage, user: int, now: int) -> int | None:
    """Delete someone's data, as :class:`bot.privacy.forgetting.Forgetting` does."""
    privacy = storage.privacy
    traces = await privacy.traces(user)
    former = await privacy.lives.begin(user, now, new=bool(traces))
    await privacy.league.erase(user, former)
    if former is not None:
        for trace in traces:
            await privacy.erase(trace.table, user, former)
        await privacy.lives.end(former)
    return former


_CAME: Final[dict[int, Mapping[Table, Sequence[Row[Any]]]]] = {}
"""The rows to which the results of worlds have led in SQLite, by seed."""


async def kept(storage: Storage, seed: int) -> Sequence[MatchResult]:
    """Store a world's results one by one; later, in SQLite, the rows that came of it."""
    played = world(seed)
    if storage.engine.dialect.name == "sqlite" and seed in _CAME:
        async with storage.engine.begin() as connection:
            for table, rows in _CAME[seed].items():
                await connection.execute(table.insert(), [dict(row._mapping) for row in rows])
        return played
    before = await _rows(storage)
    for match in played:
        await keep(storage, match)
    after = await _rows(storage)
    assert all(row in after[table] for table, rows in before.items() for row in rows)
    came = {table: [row for row in after[table] if row not in before[table]] for table in after}
    _CAME[seed] = {table: rows for table, rows in came.items() if rows}
    return played


async def _rows(storage: Storage) -> Mapping[Table, Sequence[Row[Any]]]:
    return {table: await named_rows(storage, table) for table in schema.metadata.sorted_tables}


def _match(chance: random.Random, guild: int, people: int, number: int) -> MatchResult:
    pair = people == 2  # Who play all their matches in one week.
    users = chance.sample(range(11, 11 + people), 2 if pair else chance.randint(1, min(people, 6)))
    missing = chance.randint(max(0, 2 - len(users)), 2)
    kinds = [*users, *(chance.choice((None, 0)) for _ in range(missing))]
    chance.shuffle(kinds)
    totals = [chance.randrange(4) for _ in kinds]
    game = GAMES[0] if chance.random() < 0.8 else GAMES[1]
    ranked = chance.random() < 0.9
    version = chance.choice(KAI_VERSIONS)
    [eve] = chance.choices(EVES, (0, 0, 0, 1) if pair else (6, 1, 1, 2))
    return MatchResult(
        table=f"{guild}-{number:03}",
        guild=guild,
        game=game,
        ranked=ranked,
        counted=ranked and chance.random() < 0.9,
        finished_at=eve + chance.choice((-86_400_000, -1, 0, 1, 3_600_000)),
        seats=tuple(
            _seat(chance, seat, kind, 1 + sum(other < totals[seat] for other in totals))
            for seat, kind in enumerate(kinds)
        ),
        started_at=1,
        kai_version=version,
        anchors=dict(kai_anchors(game, version)),
        full_length=chance.random() < 0.8,
        kind=KapowOptions().kind(len(kinds)) if game == GAMES[0] else "",
    )


HELD: Final[tuple[HandedOverBecause, ...]] = ("left", "kicked", "away")


def _seat(chance: random.Random, seat: int, kind: int | None, rank: int) -> SeatResult:
    """Make a seat up: a user's, Kai's (None) or a former player's (0)."""
    own, by_kai = chance.choice(((9, 0), (7, 1), (5, 5), (4, 6), (0, 8), (0, 0)))
    if kind is None:
        kai = chance.choice(("easy", "normal", "hard"))
        played = chance.choice((kai, kai, "normal"))
        tally = Tally(kai_turns=8, levels={played: 20}) if chance.random() < 0.9 else Tally()
        return SeatResult(seat, None, "Kai", kai, rank, 9, (9,), tally)
    facts = {name: chance.randint(1, 5) for name in FACTS if chance.random() < 0.6}
    tally = Tally(own, by_kai, facts=facts) if chance.random() < 0.7 else Tally()
    if not kind:
        return SeatResult(seat, None, "Former player", None, rank, 9, (4, 5), tally, "gone")
    name = f"user {kind}, at times {chance.randrange(3)}"
    held = chance.choice(HELD) if chance.random() < 0.15 else None
    rounds = tuple(chance.randint(-9, 60) for _ in range(chance.randint(0, 4)))
    return SeatResult(seat, kind, name, None, rank, sum(rounds), rounds, tally, held)
