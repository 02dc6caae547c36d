"""Draw what people would see at the end of the year: standings, and the profiles of a few."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.face.league.board import board_picture
from bot.face.league.board_text import board_text
from bot.face.league.profile import profile_picture
from bot.face.league.profile_text import profile_text
from bot.face.league.values import Profile
from bot.games.registry import GAMES
from bot.lab.year.server import GUILD
from bot.lab.year.summary import months_of
from bot.lab.year.year import Year
from bot.tables.hosting.ports import Time
from bot.tables.league.medians import ServerMedians
from bot.tables.league.people import Visibility
from cogs.reports.profile import About, Sources, profile_of
from cogs.reports.season import Season, season_board
from db.schema import history
from db.storage import Storage
from tests.db.rows import named_rows

__all__ = ["draw"]

SERVER: Final = "Card night"
_PROFILES: Final = 4


async def draw(storage: Storage, year: Year, folder: Path, clock: Time) -> int:
    """Draw everything into a folder, each picture with its text; return how many pictures."""
    months = months_of(year)
    drawn = 0
    for name, game in GAMES.items():
        for month in dict.fromkeys((months[len(months) // 2], months[-1])):
            season = Season(GUILD, SERVER, game, month, year.guests[0].person.id, clock.now())
            if board := await season_board(storage, season, 1, private=True):
                _save(folder / f"standings-{name}-{month}", board_picture(board), board_text(board))
                drawn += 1
    for number, profile in enumerate(await _profiles(storage, clock), start=1):
        _save(folder / f"profile-{number}", profile_picture(profile), profile_text(profile))
        drawn += 1
    return drawn


def _save(path: Path, picture: bytes, text: str) -> None:
    path.with_suffix(".png").write_bytes(picture)
    path.with_suffix(".md").write_text(f"{text}\n", "utf-8")


async def _profiles(storage: Storage, clock: Time) -> Sequence[Profile]:
    """Return the profiles of those who have played most."""
    counts = Counter(row.user_id for row in await named_rows(storage, history))
    most = sorted(counts, key=lambda user: (-counts[user], user))[:_PROFILES]
    medians = ServerMedians(storage.profiles, clock)
    sources = Sources(
        storage.profiles,
        medians,
        storage.people,
        storage.dailies,
        storage.answers,
        storage.nights,
        GAMES,
    )
    asked = (
        About(GUILD, SERVER, user, "Somebody", Visibility.SERVER, "month", clock.now())
        for user in most
    )
    found = [await profile_of(sources, about) for about in asked]
    return [profile for profile in found if profile is not None]
