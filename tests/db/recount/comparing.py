"""Compares what the bot shows of a league with a recount of its export."""

import io
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zipfile import ZipFile

from sqlalchemy import Table

from bot.league.counting import Rating, idle, is_provisional
from bot.league.export import Packed, pack
from cogs.standings import told_rating
from db import schema
from db.storage import Storage
from tests.db.recount.league import Recount
from tests.db.recount.reading import Definitions, half_up, matches
from tests.db.recount.season import ENDS
from tests.db.rows import named_rows
from tests.db.samples import GUILD

CLOSE = 1e-6
MANY = 300
DAY = 86_400_000


class Told(NamedTuple):
    """What was counted again, and how many lines there were."""

    recount: Recount
    lines: int


async def counted_again(storage: Storage, guild: int) -> Told:
    """Export a server's league, and count it again."""
    file = io.BytesIO()
    exported = await pack(storage.exports, guild, Packed(file))
    assert exported.since is None
    with ZipFile(file) as archive:
        text = archive.read("matches.csv").decode("utf-8-sig")
    played = matches(io.StringIO(text, newline=""))
    assert len(played) == exported.matches
    recount = Recount(Definitions())
    for match in played:
        assert all(seat.judged == seat.told for seat in match if seat.person)
        recount.count(match)
        for seat in match:
            told = seat.no_points, seat.no_rating
            assert told == recount.without.get((seat.match, seat.seat), (frozenset(), frozenset()))
    return Told(recount, sum(map(len, played)))


async def check(storage: Storage, guild: int = GUILD) -> Recount:
    """Compare everything that the league shows."""
    recount, lines = await counted_again(storage, guild)
    assert lines
    for compare in (_totals, _ratings, _shown, _versus, _seats, _standings):
        await compare(storage, guild, recount)
    return recount


async def _totals(storage: Storage, guild: int, recount: Recount) -> None:
    stored = {
        (row.game, row.period, f"id {row.user_id}"): (
            *(row.matches, row.wins, row.points, row.abandoned, row.opponents),
        )
        for row in await _rows(storage, guild, schema.totals)
        if row.user_id > 0
    }
    again = recount.totals()
    assert stored == {key: again[key] for key in again if _shown_name(key[2])}


async def _ratings(storage: Storage, guild: int, recount: Recount) -> None:
    rows = await _rows(storage, guild, schema.ratings)
    found = {(row.game, row.band, f"id {row.user_id}"): row for row in rows if row.user_id > 0}
    assert len(rows) == len(recount.ratings)
    assert set(found) == {key for key in recount.ratings if _shown_name(key[2])}
    for key, row in found.items():
        rated = recount.ratings[key]
        assert row.matches == rated.matches
        assert row.at == round(rated.at.timestamp() * 1000)
        assert abs(row.mean - rated.strength.mean) < CLOSE
        assert abs(row.deviation - rated.strength.deviation) < CLOSE
        for days in (0, 89, 365, 900):
            later = idle(Rating(row.mean, row.deviation), days)
            at = datetime.fromtimestamp(row.at / 1000 + days * 86_400, UTC)
            again = recount.idle(rated, at)
            assert abs(later.deviation - again.deviation) < CLOSE
            assert is_provisional(later) == recount.is_provisional(again)


async def _shown(storage: Storage, guild: int, recount: Recount) -> None:
    for game, who in {(game, who) for game, _, who in recount.ratings if _shown_name(who)}:
        user = int(who.removeprefix("id "))
        bands = (await storage.boards.ratings(guild, game, [user]))[user]
        for day in range(0, 1300, 30):
            now = ENDS + day * DAY
            told = told_rating(bands, now)
            again = recount.shown(game, who, datetime.fromtimestamp(now / 1000, UTC))
            assert (told is None) == (again is None)
            if told and again:
                assert (told.mean, told.provisional) == (half_up(again[0]), again[1])


async def _versus(storage: Storage, guild: int, recount: Recount) -> None:
    """How often each two people met; in the file former players have other numbers."""
    rows = await _rows(storage, guild, schema.versus)
    stored = Counter(
        (row.game, *_who(row.user_id, row.other_id), row.won, row.tied, row.matches) for row in rows
    )
    assert stored == Counter(
        (
            *(game, *(name if _shown_name(name) else "former" for name in pair)),
            *(scores[1.0], scores[0.5], scores.total()),
        )
        for (game, *pair), scores in recount.versus.items()
    )


def _who(*users: int) -> list[str]:
    return [f"id {user}" if user > 0 else "former" for user in users]


def _shown_name(name: str) -> bool:
    return name.startswith("id ")


async def _seats(storage: Storage, guild: int, recount: Recount) -> None:
    tables = {row.table_id for row in await _rows(storage, guild, schema.matches)}
    found = {
        (f"#{row.table_id}", row.seat + 1): row
        for row in await named_rows(storage, schema.results)
        if row.points is not None and row.table_id in tables
    }
    assert set(found) == set(recount.lines)
    for key, line in recount.lines.items():
        row = found[key]
        assert row.points == line.points, key
        own = (*line.before, *line.after)
        told = (row.mean_before, row.deviation_before, row.mean_after, row.deviation_after)
        assert all(abs(one - two) < CLOSE for one, two in zip(own, told, strict=True)), key


async def _standings(storage: Storage, guild: int, recount: Recount) -> None:
    for game, period in {(key[0], key[1]) for key in recount.totals()}:
        lines = await storage.boards.lines(guild, game, period, limit=MANY)
        told = [(line.place, line.user, line.points, line.matches, line.wins) for line in lines]
        again = [
            (place.place, int(place.who.removeprefix("id ")), *place[2:])
            for place in recount.standings(game, period)
        ]
        assert told == again
        if period:
            firsts = (await storage.boards.firsts(guild, game, [period])).get(period, ())
            assert [line.user for line in firsts] == [line[1] for line in again if line[0] <= 3]


async def _rows(storage: Storage, guild: int, table: Table) -> Sequence[Any]:
    return [row for row in await named_rows(storage, table) if row.guild == guild]
