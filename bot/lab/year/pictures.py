"""Draw what people would see at the end of the year: standings, and the profiles of a few."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.face.league.board import board_picture
from bot.face.league.board_text import board_text
from bot.face.league.profile import profile_picture
from bot.face.league.profile_text import profile_text
from bot.face.league.values import MOST_RATINGS, RECENT, Form, GameLine, Profile, Rival
from bot.games.registry import GAMES
from bot.lab.year.server import GUILD
from bot.lab.year.summary import months_of
from bot.lab.year.year import Year
from bot.league.bands import band_of
from bot.league.periods import ALL_TIME, title
from bot.league.ratings import is_provisional
from cogs.reports.season import Season, season_board
from db.schema import history, totals, versus
from db.storage import Storage
from tests.db.rows import named_rows

__all__ = ["draw"]

SERVER: Final = "Card night"
_PROFILES: Final = 4
_RIVALS: Final = 3


async def draw(storage: Storage, year: Year, folder: Path, now: int) -> int:
    """Draw everything into a folder, each picture with its text; return how many pictures."""
    months = months_of(year)
    drawn = 0
    for name, game in GAMES.items():
        for month in dict.fromkeys((months[len(months) // 2], months[-1])):
            season = Season(GUILD, SERVER, game, month, year.guests[0].person.id, now)
            if board := await season_board(storage.boards, season, 1):
                _save(folder / f"standings-{name}-{month}", board_picture(board), board_text(board))
                drawn += 1
    for number, profile in enumerate(await _profiles(storage, months[-1]), start=1):
        _save(folder / f"profile-{number}", profile_picture(profile), profile_text(profile))
        drawn += 1
    return drawn


def _save(path: Path, picture: bytes, text: str) -> None:
    path.with_suffix(".png").write_bytes(picture)
    path.with_suffix(".md").write_text(f"{text}\n", "utf-8")


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The rows of the league, to look people up in."""

    lines: Sequence[Any]
    """Of all time."""
    history: Sequence[Any]
    """The latest last."""
    duels: Sequence[Any]
    names: Mapping[int, str]


async def _profiles(storage: Storage, month: str) -> Sequence[Profile]:
    """Return the profiles of those who have played most, from the rows as they are stored."""
    lines = [row for row in await named_rows(storage, totals) if row.period == ALL_TIME]
    played = sorted(await named_rows(storage, history), key=lambda row: row.finished_at)
    names = {row.user_id: row.name for row in lines}
    shelf = _Shelf(lines, played, await named_rows(storage, versus), names)
    counts = Counter(row.user_id for row in played)
    most = sorted(counts, key=lambda user: (-counts[user], user))[:_PROFILES]
    return [await _profile(storage, shelf, user, month) for user in most]


async def _profile(storage: Storage, shelf: _Shelf, user: int, month: str) -> Profile:
    own = sorted((row for row in shelf.lines if row.user_id == user), key=lambda row: -row.matches)
    played = [row for row in shelf.history if row.user_id == user]
    # Each game and band of seats has a rating of its own.
    bands = [(row.game, band_of(row.seats)) for row in played]
    [(shown, _)] = Counter(bands).most_common(1)
    curve = [row.rating for row, band in zip(played, bands, strict=True) if band == shown]
    return Profile(
        name=shelf.names[user],
        server=SERVER,
        season=title(month),
        games=tuple([await _game_line(storage, row, month) for row in own]),
        curve_title=f"{GAMES[shown[0]].title}, {shown[1]} seats",
        curve=tuple(curve[-MOST_RATINGS:]),
        form=tuple(_form(row) for row in played[-RECENT:]),
        rivals=tuple(_rivals(shelf, user)),
    )


async def _game_line(storage: Storage, row: Any, month: str) -> GameLine:  # noqa: ANN401 - a row
    game, user = GAMES[row.game], row.user_id
    bands = (await storage.boards.ratings(GUILD, game.name, [user]))[user]
    place = await storage.boards.place(GUILD, game.name, month, user)
    return GameLine(
        game.title,
        row.matches,
        row.wins,
        rating=round(bands[0].rating.mean) if bands else None,
        provisional=bool(bands) and is_provisional(bands[0].rating),
        place=place.place if place else None,
    )


def _form(row: Any) -> Form:  # noqa: ANN401 - a row
    if row.won:
        return Form.FIRST
    return Form.LAST if row.rank == row.seats else Form.BETWEEN


def _rivals(shelf: _Shelf, user: int) -> Iterator[Rival]:
    """Yield those whom a person has met most, at all games together."""
    met: dict[int, list[int]] = {}
    for row in shelf.duels:
        if row.user_id == user and row.other_id in shelf.names:
            found = met.setdefault(row.other_id, [0, 0, 0])
            for at, number in enumerate((row.matches, row.won, row.tied)):
                found[at] += number
    for other in sorted(met, key=lambda other: (-met[other][0], other))[:_RIVALS]:
        matches, won, tied = met[other]
        yield Rival(shelf.names[other], won, tied, matches - won - tied)
