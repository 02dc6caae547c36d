"""The standings of a season, gathered into what is drawn and told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.game.contract import AnyGame
from bot.league.book import BEST, Rated
from bot.league.periods import Length, period_at, period_before, title
from bot.league.ratings import idle, is_provisional
from bot.tables.league.boards import Boards, Recent, SeasonLine

__all__ = ["NOTE", "Season", "season_board"]

NOTE: Final = (
    f"A match is worth up to 100 points, for the share of the people met who were behind. "
    f"The best {BEST} matches count. Of equals, whoever took fewer matches is ahead."
)

_SEASONS_SHOWN: Final = 12
"""So many past seasons are looked through for medals."""

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


async def season_board(boards: Boards, season: Season, page: int) -> Board | None:
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
    tell = await _teller(boards, season, [line.user for line in (*lines, *near)])
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

    def line(self, line: SeasonLine) -> BoardLine:
        return BoardLine(
            line.place,
            line.name,
            line.points,
            line.matches,
            line.wins,
            _rating(self.rated[line.user], self.season.now),
            form=tuple(map(_form, self.recent[line.user])),
            medals=self.medals.get(line.user, Medals()),
            own=line.user == self.season.user,
        )


async def _teller(boards: Boards, season: Season, users: Sequence[int]) -> _Teller:
    guild, game = season.guild, season.game.name
    recent = await boards.recent(guild, game, users)
    rated = await boards.ratings(guild, game, users)
    return _Teller(season, recent, rated, await _medals(boards, season))


async def _medals(boards: Boards, season: Season) -> Mapping[int, Medals]:
    """Return the medals of the seasons that are over, of the same length."""
    found: dict[int, Medals] = {}
    length: Length = "quarter" if "Q" in season.period else "month"
    period = period_at(length, season.now)
    periods = [period := period_before(period) for _ in range(_SEASONS_SHOWN)]
    leaders = await boards.leaders(season.guild, season.game.name, periods)
    for lines in leaders.values():
        for line in lines:
            gold, silver, bronze = found.get(line.user, Medals())
            gained = (line.place == 1, line.place == 2, line.place == 3)
            found[line.user] = Medals(gold + gained[0], silver + gained[1], bronze + gained[2])
    return found


def _form(match: Recent) -> Form:
    if match.won:
        return Form.FIRST
    return Form.LAST if match.rank == match.seats else Form.BETWEEN


def _rating(bands: Sequence[Rated], now: int) -> int | None:
    """Return the rating at the tables that somebody plays at most; None if too little is known."""
    if not bands:
        return None
    days = max(0, now - bands[0].at) / _DAY
    rating = idle(bands[0].rating, days)
    return None if days > _IDLE_DAYS or is_provisional(rating) else round(rating.mean)
