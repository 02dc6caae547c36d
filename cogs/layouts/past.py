"""Finished matches in words, from their stored results: what lists and pages of them share."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

from bot.face.markdown import NAME_LIMIT, escape, plain
from bot.face.names import IN_RESULTS
from bot.face.numbers import counted, signed
from bot.game.contract import AnyGame
from bot.league.counting import half_up
from bot.tables.league.counts import Uncounted
from bot.tables.league.histories import PastMatch, PastSeat

__all__ = ["day", "kind", "past_name", "plain_line", "title_of", "uncounted", "worth"]


_WHY: Final[Mapping[Uncounted, str]] = {
    Uncounted.SHORT: "too short",
    Uncounted.ALONE: "only one person",
    Uncounted.ABSENT: "not enough people played",
}


def title_of(games: Mapping[str, AnyGame], game: str) -> str:
    """Return a game's title; its name if it is not played any more."""
    return games[game].title if game in games else game


def day(at: int, style: str = "d") -> str:
    """Return a time (ms since 1970) as Discord shows it to each in their own zone."""
    return f"<t:{at // 1000}:{style}>"


def kind(match: PastMatch) -> str:
    """Return whether a match was ranked, and why it didn't count if it was."""
    if not match.ranked:
        return "friendly"
    return ", ".join(filter(None, ("ranked", uncounted(match))))


def uncounted(match: PastMatch) -> str:
    """Return why a ranked match didn't count; nothing if it did, or if it was friendly."""
    why = _WHY.get(match.uncounted) if match.uncounted else None
    return f"didn't count ({why})" if why else ""


def past_name(seat: PastSeat, limit: int = NAME_LIMIT) -> str:
    """Return who sat there, in Markdown."""
    level = f" ({seat.kai})" if seat.kai else ""
    return f"{escape(seat.name, limit)}{level}"


def worth(match: PastMatch, seat: PastSeat) -> str:
    """Tell what a match was worth in a seat; nothing if it doesn't count for anyone."""
    if seat.points is None:
        is_person = seat.user is not None and seat.user > 0
        return "doesn't count for them" * (is_person and match.uncounted is None)
    text = counted(seat.points, "point")
    if seat.before is not None and seat.after is not None:
        text += f", rating {signed(half_up(seat.after.mean) - half_up(seat.before.mean))}"
    return text


def plain_line(title: str, at: int, scores: Iterable[tuple[str, int]]) -> str:
    """Return a match in one line without Markdown, for menus: game, time, names and scores."""
    when = datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC")
    people = ", ".join(f"{plain(name, IN_RESULTS)} {total}" for name, total in scores)
    return f"{title}, {when}: {people}"
