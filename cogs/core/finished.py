"""Finished matches, as commands take them: named, suggested, or the newest."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from discord import app_commands

from bot.face.markdown import IN_RESULTS, names_of_seats, plain, span_words
from bot.league.results import PastMatch
from bot.night.tables import UNTOLD
from bot.tables.command import NoSuchTableError, RefusedError
from bot.tables.state import TableState
from cogs.core.arguments import Suggestion, offered
from cogs.core.click import Click, guild_of
from cogs.services import Services

NO_SUCH_MATCH: Final = "There's no such match here."


async def suggest_matches(
    services: Services, click: Click, games: Collection[str] | None = None
) -> Sequence[Suggestion]:
    """Suggest the server's matches with a record, of these games alone if any, newest first."""
    if not services.limits.take_hint(click):
        return []
    try:
        with services.limits.reading(click):
            lines = await services.storage.histories.recorded(guild_of(click), games)
        users = (seat.user for line in lines for seat in line.seats)
        hidden = await services.storage.people.hidden_among(users) - {click.user.id}
    except RefusedError:
        return []
    return [Suggestion(_line(services, line, hidden), line.table) for line in lines]


async def finished_table(services: Services, click: Click, match: str | None) -> TableState:
    """Return the table of a finished match, the newest without a name; else ``RefusedError``."""
    guild = guild_of(click)
    if match is None:
        with services.limits.reading(click):
            newest = await services.storage.histories.recorded(guild, limit=1)
        if not newest:
            raise RefusedError(await _none_finished(services, guild))
        line: PastMatch | None = newest[0]
    else:
        line = await services.storage.histories.match(guild, match)
        if line is None:
            await _must_be_over(services, guild, match)
    if line is None:
        raise RefusedError(NO_SUCH_MATCH)
    try:
        state = (await services.host.table(line.table)).state
    except NoSuchTableError:
        raise record_gone(services) from None
    await services.nights.boards.must_be_over(state)
    return state


async def offer_matches(click: Click, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest a server's matches for an option of a command."""
    return await offered(typed, suggest_matches(click.client.services, click))


def plain_line(title: str, at: int, scores: Iterable[tuple[str, int]]) -> str:
    """Return a match in one line without Markdown, for menus: game, time, names and scores."""
    when = datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC")
    people = ", ".join(f"{plain(name, IN_RESULTS)} {total}" for name, total in scores)
    return f"{title}, {when}: {people}"


async def _none_finished(services: Services, guild: int) -> str:
    if await services.nights.boards.untold(guild):
        return UNTOLD
    if (await services.storage.histories.page(guild, limit=1)).matches:
        return f"The records of all matches here are gone. Their results stay.{_kept(services)}"
    return "No match has been finished here yet. Open a table with `/play`."


async def _must_be_over(services: Services, guild: int, match: str) -> None:
    with suppress(NoSuchTableError):
        state = (await services.host.table(match)).state
        if state.place.guild == guild:
            await services.nights.boards.must_be_over(state)


def record_gone(services: Services) -> RefusedError:
    """Return the refusal for a finished match whose log has been deleted."""
    return RefusedError(f"The record of this match is gone. Its result stays.{_kept(services)}")


def _kept(services: Services) -> str:
    days = services.housekeeping.keep.logs
    return f" Records are kept for {span_words(86_400 * days)}." if days else ""


def _line(services: Services, line: PastMatch, hidden: Collection[int]) -> str:
    game = services.games.get(line.game)
    seats = line.by_seat
    names = names_of_seats([seat.user for seat in seats], [seat.name for seat in seats], hidden)
    scores = zip(names, (seat.total for seat in seats), strict=True)
    return plain_line(game.title if game else line.game, line.finished_at, scores)
