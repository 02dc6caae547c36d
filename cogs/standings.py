"""``/league standings``: who leads on a server in a season, as a picture to turn the pages of."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from discord import app_commands

from bot.face.league.standings import board_alt, board_picture, board_text
from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.face.markdown import HIDDEN_NAME, names_in_list
from bot.game.contract import AnyGame
from bot.league.counting import half_up, idle, is_provisional
from bot.league.lines import BEST, Rated
from bot.league.periods import (
    ALL_TIME,
    Length,
    length_of,
    period_at,
    period_before,
    span,
    title,
    week_at,
)
from bot.league.reports import MOST_SEASONS, Recent, SeasonLine
from bot.tables.command import RefusedError
from cogs.core.answers import answer, tell, update
from cogs.core.arguments import Suggestion, offered
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, guild_of, too_old
from cogs.core.commands import GAME_HELP, named_game, pick_game
from cogs.core.page import Button, Page, Picture, Row, Text, Upload, fitted
from cogs.core.work import in_thread
from cogs.services import Services
from db.repositories.boards import Boards
from db.repositories.weeks import Places
from db.storage import Storage

COLOUR: Final = 0xD9A441
_NAME: Final = "standings.png"

_DAY: Final = 86_400_000
_IDLE_DAYS: Final = 90
"""The rating of someone who has not played for longer is not shown; it does not fall."""

_EQUAL: Final = "With equal points, fewer matches rank higher."
NOTE: Final = f"Up to 100 points a match, and the best {BEST} count. {_EQUAL}"
ALL_TIME_NOTE: Final = f"Up to 100 points a match, and all count. {_EQUAL}"

NO_SUCH_SEASON: Final = "There's no such season. Please choose one from the list."

_ALL: Final = "all"
"""What stands for all time: Discord has no empty values."""

_NAMES: Final = {"this": "This season", "before": "Last season", _ALL: "All time"}

_WORDS: Final = r"(page|text)[a-z]?:([a-z0-9_]{1,32}):([0-9]{1,5}):([0-9]{4}-(?:[0-9]{2}|Q[1-4])|)"
"""What the custom id of a button says: what to do, the game, the page, and the season."""

_HIDDEN: Final = (
    "Your results are private, so your line looks like any hidden player's. **As text** "
    "shows it only to you."
)


class Told(NamedTuple):
    """A rating to show."""

    mean: int
    provisional: bool
    """Whether it is still unsure, after few matches or a long time without any."""


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


class Shown(NamedTuple):
    """A page of the standings, as one person sees it."""

    board: Board
    hides: bool


class Standings(Feature):
    """Who leads in ranked matches."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the ways to other pages and seasons, and to the text."""
        yield PageButton("standings", _WORDS, self.turn, Cost.COSTLY)

    @app_commands.command(extras={"group": "league", "costly": True, "public": True})
    @app_commands.describe(
        game=GAME_HELP,
        season="Which season. Leave it out for this one.",
        page="Which page.",
    )
    async def standings(
        self,
        click: Click,
        game: str | None = None,
        season: str | None = None,
        page: app_commands.Range[int, 1, 99_999] = 1,
    ) -> None:
        """Show who leads on this server, in ranked matches."""
        with self._services.limits.reading(click):
            chosen = await pick_game(self._services, click, game)
            asked = self._season(click, chosen, await named_season(self._services, click, season))
            shown = await season_board(self._services.storage, asked, page, private=False)
        if shown is None:
            when = "in that season" if season else "this season"
            none = f"Nobody has finished a ranked match of {chosen.title} here {when}."
            await answer(click, f"{none} Open a table with `/play`.")
            return
        await answer(click, await self._page(asked, shown.board), public=True)
        if shown.hides:
            await tell(click, _HIDDEN)

    @standings.autocomplete("season")
    async def suggest_season(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest this season, the one before, all time, and every one that was played."""
        return await offered(typed, suggest_seasons(self._services, click))

    async def turn(self, click: Click, found: re.Match[str]) -> None:
        """Turn to another page or season for everyone, or tell the page in words."""
        private, game = found[1] == "text", named_game(self._services.games, found[2])
        asked = self._season(click, game, _checked(found[4]))
        with self._services.limits.reading(click):
            shown = await season_board(
                self._services.storage, asked, int(found[3]), private=private
            )
        if shown is None:
            raise RefusedError("Nobody is in these standings.")
        if private:
            await tell(click, board_text(shown.board))
        else:
            await update(click, await self._page(asked, shown.board))

    def _season(self, click: Click, game: AnyGame, period: str) -> Season:
        server = click.guild.name if click.guild else ""
        asked = guild_of(click), server, game, period, click.user.id
        return Season(*asked, self._services.time.now())

    async def _page(self, asked: Season, board: Board) -> Page:
        painted = await in_thread(self._services.executor, board_picture, board)
        return standings_page(board, painted, asked.game.name, asked.period)


def standings_page(board: Board, painted: bytes, game: str, season: str) -> Page:
    """Return a page of the standings of a season, by its key, around its picture (PNG)."""
    head = Text(f"## {board.title} · {board.season}")
    picture = Picture(Upload(_NAME, painted), board_alt(board))

    def button(label: str, page: int, of: str = season, *, off: bool = False) -> Button:
        return Button(label, _id("page", label, game, page, of), disabled=off)

    turning: Row = ()
    if board.pages > 1:
        turning = (
            button("Previous", board.page - 1, off=board.page == 1),
            button("Next", board.page + 1, off=board.page == board.pages),
        )
    seasons: Row = ()
    if season != ALL_TIME:
        seasons = (button("Previous season", 1, period_before(season)),)
    row = (*seasons, Button("As text", _id("text", "", game, board.page, season)))
    return Page(fitted((head, picture, turning, row)), colour=COLOUR)


def _id(verb: str, label: str, game: str, page: int, season: str) -> str:
    """Return a custom id; the label's first letter keeps those that lead to one page apart."""
    return f"standings:{verb}{label[:1].lower()}:{game}:{page}:{season}"


def told_rating(bands: Sequence[Rated], now: int) -> Told | None:
    """Return the rating of the first of ``bands`` at ``now`` (ms since 1970); None if too old."""
    if not bands:
        return None
    days = max(0, now - bands[0].at) / _DAY
    rating = idle(bands[0].rating, days)
    return None if days > _IDLE_DAYS else Told(half_up(rating.mean), is_provisional(rating))


def settled_rating(bands: Sequence[Rated], now: int) -> int | None:
    """Return the mean of that rating; None also while it is provisional."""
    told = told_rating(bands, now)
    return None if told is None or told.provisional else told.mean


async def season_board(
    reading: Storage, season: Season, page: int, *, private: bool
) -> Shown | None:
    """Return a page of the standings, at most the last; None if empty. ``StoreUnavailableError``.

    Unless it's ``private``, someone who hides is shown what a stranger would be.
    """
    boards, game, period = reading.boards, season.game.name, season.period
    if not (count := await boards.count(season.guild, game, period)):
        return None
    pages = -(-count // MOST_LINES)
    page = min(max(page, 1), pages)
    first = (page - 1) * MOST_LINES
    lines = await boards.lines(season.guild, game, period, offset=first, limit=MOST_LINES)
    near = [line for line in await _near(boards, season, first) if line not in lines]
    asked = [season.user, *(line.user for line in (*lines, *near))]
    hidden = await reading.people.hidden_among(asked)
    hides = season.user in hidden
    if private:
        hidden -= {season.user}
    elif hides:
        near = []
    shown = await _shown(reading, season, (*lines, *near), hidden)
    board = Board(
        season.game.title,
        title(period),
        tuple(shown[: len(lines)]),
        season.server,
        tuple(shown[len(lines) :]),
        ALL_TIME_NOTE if period == ALL_TIME else NOTE,
        page,
        pages,
    )
    return Shown(board, hides)


async def _near(boards: Boards, season: Season, first: int) -> Sequence[SeasonLine]:
    guild, game, period = season.guild, season.game.name, season.period
    own = await boards.place(guild, game, period, season.user)
    if own is None or first <= own.row < first + MOST_LINES:
        return ()
    return await boards.lines(guild, game, period, offset=max(0, own.row - 1), limit=3)


async def _shown(
    reading: Storage,
    season: Season,
    lines: Sequence[SeasonLine],
    hidden: Collection[int],
) -> Sequence[BoardLine]:
    boards, guild, game = reading.boards, season.guild, season.game.name
    users = [line.user for line in lines]
    recent = await boards.recent(guild, game, users)
    rated = await boards.ratings(guild, game, users)
    medals = medals_in(await archive(boards, guild, game, length_of(season.period), season.now))
    places = await _before(reading.places, season, users)
    names = names_in_list(((line.user, line.name) for line in lines), hidden)

    def shown(line: SeasonLine) -> BoardLine:
        if line.user in hidden:
            return BoardLine(
                line.place, HIDDEN_NAME, line.points, line.matches, wins=0, hidden=True
            )
        before = places.get(line.user) if places is not None else None
        return BoardLine(
            line.place,
            names[line.user],
            line.points,
            line.matches,
            line.wins,
            settled_rating(rated[line.user], season.now),
            before and before - line.place,
            form=tuple(map(form_of, recent[line.user])),
            medals=medals.get(line.user, Medals()),
            own=line.user == season.user,
            new=places is not None and before is None,
        )

    return [shown(line) for line in lines]


async def _before(places: Places, season: Season, users: Sequence[int]) -> Mapping[int, int] | None:
    """Return where people stood when this week began, in this season; None if it is not known."""
    guild, period, week = season.guild, season.period, week_at(season.now).begins
    if period == ALL_TIME or period != period_at(length_of(period), season.now):
        return None
    if span(period).begins >= week:
        return {}  # It began in this week: everyone is new in it.
    if not await places.noted(guild, period, week):
        return None
    return await places.before(guild, season.game.name, period, users)


def form_of(match: Recent) -> Form:
    """Return how someone did in a match, as it is told."""
    if match.won:
        return Form.FIRST
    if match.rank == 1:
        # Who went from a match has lost it, whatever Kai has made of the seat: without points.
        return Form.TIED if match.points else Form.LAST
    return Form.LAST if match.rank == match.seats else Form.BETWEEN


class Archive(NamedTuple):
    """The seasons of a game that are over, newest first, and who was ahead in each."""

    seasons: Sequence[str]
    firsts: Mapping[str, Sequence[SeasonLine]]


async def archive(boards: Boards, guild: int, game: str, length: Length, now: int) -> Archive:
    """Return all seasons of a length that were played and are over; ``StoreUnavailableError``."""
    current, played = period_at(length, now), await boards.seasons(guild, game)
    over = (one for one in played if length_of(one) == length and one < current)
    newest = sorted(over, key=lambda one: span(one).begins, reverse=True)[:MOST_SEASONS]
    firsts = await boards.firsts(guild, game, newest)
    return Archive([one for one in newest if one in firsts], firsts)


def medals_in(found: Archive) -> Mapping[int, Medals]:
    """Return how often each person finished in each of the first three places, by user."""
    won = Counter((line.user, line.place) for lines in found.firsts.values() for line in lines)
    users = {user for user, _ in won}
    return {user: Medals(*(won[user, place] for place in (1, 2, 3))) for user in users}


async def named_season(services: Services, click: Click, name: str | None) -> str:
    """Return the key of a season, without a name the one that is on; else ``RefusedError``."""
    if name == _ALL:
        return ALL_TIME
    if name is not None and name not in _NAMES:
        try:
            span(name)
        except ValueError:
            raise RefusedError(NO_SUCH_SEASON) from None
        return name
    settings = await services.storage.league.settings(guild_of(click))
    now = period_at(settings.season, services.time.now())
    return period_before(now) if name == "before" else now


async def suggest_seasons(services: Services, click: Click) -> Sequence[Suggestion]:
    """Suggest the usual seasons, then all that were played, the newest first."""
    usual = [Suggestion(label, name) for name, label in _NAMES.items()]
    if not services.limits.take_hint(click):
        return usual
    chosen = str(getattr(click.namespace, "game", ""))
    games = [chosen] if chosen in services.games else [*services.games]
    try:
        with services.limits.reading(click):
            guild = guild_of(click)
            found = {
                key for game in games for key in await services.storage.boards.seasons(guild, game)
            }
    except RefusedError:
        return usual
    newest = sorted(found, key=lambda key: (span(key).ends, key), reverse=True)
    return [*usual, *(Suggestion(title(key), key) for key in newest)]


def _checked(key: str) -> str:
    try:
        if key != ALL_TIME:
            span(key)
    except ValueError:
        raise too_old("standings") from None
    return key
