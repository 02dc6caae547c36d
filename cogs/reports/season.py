"""The standings of a season, gathered into what is drawn and told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.game.contract import AnyGame
from bot.league.book import BEST, Rated
from bot.league.periods import ALL_TIME, period_at, span, title
from bot.league.ratings import idle, is_provisional
from bot.league.weeks import week_at
from bot.tables.league.boards import Boards, Recent, SeasonLine
from bot.tables.league.places import Places
from cogs.reports.champions import length_of, medals_of

__all__ = ["NOTE", "Season", "season_board", "shown_rating"]

NOTE: Final = (
    "Up to 100 points a match, for the share of players beaten; new players and constant "
    f"rematches don't count. Best {BEST} matches; at equal points, fewer matches lead."
)

_DAY: Final = 86_400_000
_IDLE_DAYS: Final = 90
"""The rating of somebody who has not played for longer is not shown; it does not fall."""


@dataclass(frozen=True, slots=True)
class Season:
    """Which standings are asked for, by whom and when."""

    guild: int
    server: str
    game: AnyGame
    period: str
    user: int
    now: int
    """Milliseconds since 1970."""


async def season_board(boards: Boards, places: Places, season: Season, page: int) -> Board | None:
    """Return a page of the standings, the last one if there are not that many.

    None if nobody is in them. Raises ``StoreUnavailableError``.
    """
    guild, game, period = season.guild, season.game.name, season.period
    people = await boards.count(guild, game, period)
    if not people:
        return None
    pages = -(-people // MOST_LINES)
    page = min(max(page, 1), pages)
    first = (page - 1) * MOST_LINES
    lines = await boards.lines(guild, game, period, offset=first, limit=MOST_LINES)
    own = await boards.place(guild, game, period, season.user)
    near: Sequence[SeasonLine] = ()
    if own is not None and not first <= own.row < first + MOST_LINES:
        near = await boards.lines(guild, game, period, offset=max(0, own.row - 1), limit=3)
        near = [line for line in near if line not in lines]
    tell = await _teller(boards, places, season, [line.user for line in (*lines, *near)])
    return Board(
        season.game.title,
        title(period),
        tuple(map(tell.line, lines)),
        season.server,
        tuple(map(tell.line, near)),
        NOTE,
        page,
        pages,
    )


@dataclass(frozen=True, slots=True)
class _Teller:
    """What else is told of the people in the standings."""

    season: Season
    recent: Mapping[int, Sequence[Recent]]
    rated: Mapping[int, Sequence[Rated]]
    medals: Mapping[int, Medals]
    places: Mapping[int, int] | None
    """Where people stood when the week began; None if that is not known."""

    def line(self, line: SeasonLine) -> BoardLine:
        before = self.places.get(line.user) if self.places is not None else None
        return BoardLine(
            line.place,
            line.name,
            line.points,
            line.matches,
            line.wins,
            shown_rating(self.rated[line.user], self.season.now),
            before and before - line.place,
            form=tuple(map(_form, self.recent[line.user])),
            medals=self.medals.get(line.user, Medals()),
            own=line.user == self.season.user,
            new=self.places is not None and before is None,
        )


async def _teller(boards: Boards, places: Places, season: Season, users: Sequence[int]) -> _Teller:
    guild, game = season.guild, season.game.name
    recent = await boards.recent(guild, game, users)
    rated = await boards.ratings(guild, game, users)
    medals = await medals_of(boards, guild, game, length_of(season.period), season.now)
    return _Teller(season, recent, rated, medals, await _before(places, season, users))


async def _before(places: Places, season: Season, users: Sequence[int]) -> Mapping[int, int] | None:
    """Return where people stood when this week began, of this season; None if it is not known."""
    guild, period, week = season.guild, season.period, week_at(season.now).begins
    if period == ALL_TIME or period != period_at(length_of(period), season.now):
        return None
    if span(period).begins >= week:
        return {}  # It began in this week: everybody is new in it.
    if not await places.noted(guild, period, week):
        return None
    return await places.before(guild, season.game.name, period, users)


def _form(match: Recent) -> Form:
    if match.won:
        return Form.FIRST
    return Form.LAST if match.rank == match.seats else Form.BETWEEN


def shown_rating(bands: Sequence[Rated], now: int) -> int | None:
    """Return the rating at the tables that somebody plays at most; None if too little is known.

    ``bands`` are the ratings in all bands, that of most matches first; ``now`` is in ms since 1970.
    """
    if not bands:
        return None
    days = max(0, now - bands[0].at) / _DAY
    rating = idle(bands[0].rating, days)
    return None if days > _IDLE_DAYS or is_provisional(rating) else round(rating.mean)
