"""Finished matches in words, from their stored results: what lists and pages of them share."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from bot.face.markdown import NAME_LIMIT, escape, plain
from bot.face.names import IN_RESULTS
from bot.face.numbers import counted, signed
from bot.game.contract import AnyGame
from bot.tables.league.histories import PastMatch, PastSeat

__all__ = ["day", "kind", "past_name", "plain_line", "title_of", "worth"]


def title_of(games: Mapping[str, AnyGame], game: str) -> str:
    """Return a game's title; its name if it is not played any more."""
    return games[game].title if game in games else game


def day(at: int, style: str = "d") -> str:
    """Return a time (ms since 1970) as Discord shows it to each in their own zone."""
    return f"<t:{at // 1000}:{style}>"


def kind(match: PastMatch) -> str:
    """Return whether a match was ranked."""
    return "ranked" if match.ranked else "friendly"


def past_name(seat: PastSeat, limit: int = NAME_LIMIT) -> str:
    """Return who sat there, in Markdown."""
    level = f" ({seat.kai})" if seat.kai else ""
    return f"{escape(seat.name, limit)}{level}"


def worth(seat: PastSeat) -> str:
    """Tell what a match was worth to somebody; nothing if it doesn't count for them."""
    if seat.points is None:
        return ""
    text = counted(seat.points, "point")
    if seat.before is not None and seat.after is not None:
        text += f", rating {signed(round(seat.after.mean) - round(seat.before.mean))}"
    return text


def plain_line(title: str, at: int, scores: Iterable[tuple[str, int]]) -> str:
    """Return a match in one line without Markdown, for menus: game, time, names and scores."""
    when = datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC")
    people = ", ".join(f"{plain(name, IN_RESULTS)} {total}" for name, total in scores)
    return f"{title}, {when}: {people}"
