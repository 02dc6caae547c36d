"""The standings of a season, gathered into what is drawn and told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.game.contract import AnyGame
from bot.league.book import BEST, Rated
from bot.league.periods import Length, period_at, period_before, title
from bot.tables.league.boards import Boards, Recent, SeasonLine
from bot.tables.league.people import HIDDEN_NAME, People, hidden_among
from cogs.reports.rating import told_rating

__all__ = ["NOTE", "Season", "form_of", "season_board"]

NOTE: Final = (
    f"A match is worth up to 100 points, for the share of the people met who were behind. "
    f"The best {BEST} matches count. Of equals, whoever took fewer matches is ahead."
)

_SEASONS_SHOWN: Final = 12
"""So many past seasons are looked through for medals."""

_NOBODY: Final = 0
"""A user's id that nobody has."""


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


async def season_board(
    boards: Boards, people: People, season: Season, page: int, *, private: bool
) -> Board | None:
    """Return a page of the standings, the last one if there are not that many.

    None if nobody is in them. ``private``: only the person who asks sees it. Where others see it
    too, somebody who hides is shown what a stranger would be: a mark would tell whose line it is.
    Raises ``StoreUnavailableError``.
    """
    if not private and await hidden_among(people, [season.user]):
        season = replace(season, user=_NOBODY)
    guild, game, period = season.guild, season.game.name, season.period
    count = await boards.count(guild, game, period)
    if not count:
        return None
    pages = -(-count // MOST_LINES)
    page = min(max(page, 1), pages)
    first = (page - 1) * MOST_LINES
    lines = await boards.lines(guild, game, period, offset=first, limit=MOST_LINES)
    own = await boards.place(guild, game, period, season.user)
    near: Sequence[SeasonLine] = ()
    if own is not None and not first <= own.row < first + MOST_LINES:
        near = await boards.lines(guild, game, period, offset=max(0, own.row - 1), limit=3)
        near = [line for line in near if line not in lines]
    users = [line.user for line in (*lines, *near)]
    hidden = await hidden_among(people, users) - {season.user}
    tell = await _teller(boards, season, users, hidden)
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
    hidden: Collection[int]

    def line(self, line: SeasonLine) -> BoardLine:
        if line.user in self.hidden:
            return BoardLine(
                line.place, HIDDEN_NAME, line.points, line.matches, wins=0, hidden=True
            )
        rating = told_rating(self.rated[line.user], self.season.now)
        return BoardLine(
            line.place,
            line.name,
            line.points,
            line.matches,
            line.wins,
            None if rating is None or rating.provisional else rating.mean,
            form=tuple(map(form_of, self.recent[line.user])),
            medals=self.medals.get(line.user, Medals()),
            own=line.user == self.season.user,
        )


async def _teller(
    boards: Boards, season: Season, users: Sequence[int], hidden: Collection[int]
) -> _Teller:
    guild, game = season.guild, season.game.name
    recent = await boards.recent(guild, game, users)
    rated = await boards.ratings(guild, game, users)
    return _Teller(season, recent, rated, await _medals(boards, season), hidden)


async def _medals(boards: Boards, season: Season) -> Mapping[int, Medals]:
    """Return the medals of the seasons that are over, of the same length."""
    found: dict[int, Medals] = {}
    length: Length = "quarter" if "Q" in season.period else "month"
    period = period_at(length, season.now)
    for _ in range(_SEASONS_SHOWN):
        period = period_before(period)
        for line in await boards.lines(season.guild, season.game.name, period, limit=3):
            gold, silver, bronze = found.get(line.user, Medals())
            gained = (line.place == 1, line.place == 2, line.place == 3)
            found[line.user] = Medals(gold + gained[0], silver + gained[1], bronze + gained[2])
    return found


def form_of(match: Recent) -> Form:
    """Return how somebody did in a match, as it is told."""
    if match.won:
        return Form.FIRST
    return Form.LAST if match.rank == match.seats else Form.BETWEEN
