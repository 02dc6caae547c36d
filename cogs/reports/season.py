"""The standings of a season, gathered into what is drawn and told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.game.contract import AnyGame
from bot.league.book import BEST, Rated
from bot.league.periods import ALL_TIME, period_at, span, title
from bot.league.weeks import week_at
from bot.tables.league.boards import Boards, Recent, SeasonLine
from bot.tables.league.people import HIDDEN_NAME, People, hidden_among, names_in_list
from bot.tables.league.places import Places
from cogs.reports.champions import length_of, medals_of
from cogs.reports.rating import settled_rating

__all__ = ["ALL_TIME_NOTE", "NOTE", "Season", "SeasonReading", "form_of", "season_board"]

_EQUAL: Final = "If points are equal, fewer matches rank higher."
NOTE: Final = f"A match is worth up to 100 points, and the best {BEST} count. {_EQUAL}"
ALL_TIME_NOTE: Final = f"A match is worth up to 100 points, and all matches count. {_EQUAL}"

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


class SeasonReading(Protocol):
    """What the standings are read from."""

    @property
    def boards(self) -> Boards:
        """The stored standings."""

    @property
    def places(self) -> Places:
        """Where people stood when the week began."""

    @property
    def people(self) -> People:
        """Who keeps their results to themselves."""


async def season_board(
    reading: SeasonReading, season: Season, page: int, *, private: bool
) -> Board | None:
    """Return a page of the standings, the last one if there are not that many.

    None if nobody is in them. ``private``: only the person who asks sees it. Where others see it
    too, somebody who hides is shown what a stranger would be: a mark would tell whose line it is.
    Raises ``StoreUnavailableError``.
    """
    boards, people = reading.boards, reading.people
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
    shown = (*lines, *near)
    hidden = await hidden_among(people, [line.user for line in shown]) - {season.user}
    tell = await _teller(reading, season, shown, hidden)
    return Board(
        season.game.title,
        title(period),
        tuple(map(tell.line, lines)),
        season.server,
        tuple(map(tell.line, near)),
        ALL_TIME_NOTE if period == ALL_TIME else NOTE,
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
    hidden: Collection[int]
    names: Mapping[int, str]
    """What the others are called on this page."""

    def line(self, line: SeasonLine) -> BoardLine:
        if line.user in self.hidden:
            return BoardLine(
                line.place, HIDDEN_NAME, line.points, line.matches, wins=0, hidden=True
            )
        before = self.places.get(line.user) if self.places is not None else None
        return BoardLine(
            line.place,
            self.names[line.user],
            line.points,
            line.matches,
            line.wins,
            settled_rating(self.rated[line.user], self.season.now),
            before and before - line.place,
            form=tuple(map(form_of, self.recent[line.user])),
            medals=self.medals.get(line.user, Medals()),
            own=line.user == self.season.user,
            new=self.places is not None and before is None,
        )


async def _teller(
    reading: SeasonReading, season: Season, lines: Sequence[SeasonLine], hidden: Collection[int]
) -> _Teller:
    boards, guild, game = reading.boards, season.guild, season.game.name
    users = [line.user for line in lines]
    recent = await boards.recent(guild, game, users)
    rated = await boards.ratings(guild, game, users)
    medals = await medals_of(boards, guild, game, length_of(season.period), season.now)
    before = await _before(reading.places, season, users)
    names = names_in_list(((line.user, line.name) for line in lines), hidden)
    return _Teller(season, recent, rated, medals, before, hidden, names)


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


def form_of(match: Recent) -> Form:
    """Return how somebody did in a match, as it is told."""
    if match.won:
        return Form.FIRST
    if match.rank == 1:
        # Who went from a match has lost it, whatever Kai has made of the seat: without points.
        return Form.TIED if match.points else Form.LAST
    return Form.LAST if match.rank == match.seats else Form.BETWEEN
