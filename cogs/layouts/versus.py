"""How two people stand to each other: the message of ``/versus``."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.markdown import escape
from bot.face.names import told_apart
from bot.face.numbers import counted, number, ordinal
from bot.game.contract import AnyGame
from bot.league.book import Met
from bot.tables.core.entries import Person
from bot.tables.league.histories import PastMatch
from cogs.layouts.aftermath import COLOUR, who_leads
from cogs.layouts.page import Page, Text, fitted
from cogs.layouts.past import day, title_of

__all__ = ["HeadToHead", "versus_page"]

_NONE: Final = (None, None)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What is known of two people who have met."""

    people: tuple[Person, Person]
    met: Mapping[str, Met]
    """How the first has done against the second, by game."""
    ratings: Mapping[str, tuple[int | None, int | None]]
    """Of both, by game; None for one that is not shown."""
    latest: Sequence[PastMatch]
    """Their latest matches, newest first."""


def versus_page(found: HeadToHead, games: Mapping[str, AnyGame]) -> Page:
    """Return the head to head of two people: all games, each game, and the latest matches."""
    one, two = _names(found)
    every = _sum(found.met)
    legend = f"-# Won : tied : lost for {one}, in ranked matches that count."
    lines = (
        f"## {one} vs. {two}",
        who_leads((f"**{one}**", f"**{two}**"), every),
        *(_game(found, games, name) for name in found.met),
        legend,
    )
    latest = "\n".join(("### Latest matches", *_latest(found, games))) if found.latest else ""
    return Page(fitted((Text("\n".join(lines)), Text(latest, elastic=True))), colour=COLOUR)


def _names(found: HeadToHead) -> Sequence[str]:
    """Return what the two are called here, in Markdown."""
    return [escape(name) for name in told_apart(person.name for person in found.people)]


def _sum(met: Mapping[str, Met]) -> Met:
    """Return how somebody has done at all games together."""
    return Met(
        matches=sum(line.matches for line in met.values()),
        won=sum(line.won for line in met.values()),
        tied=sum(line.tied for line in met.values()),
    )


def _game(found: HeadToHead, games: Mapping[str, AnyGame], name: str) -> str:
    met = found.met[name]
    matches = counted(met.matches, "match")
    text = f"- **{title_of(games, name)}** {met.won} : {met.tied} : {met.lost} in {matches}"
    rated = zip(_names(found), found.ratings.get(name, _NONE), strict=True)
    known = [f"{person} {rating}" for person, rating in rated if rating is not None]
    return text + (f" · rating: {', '.join(known)}" if known else "")


def _latest(found: HeadToHead, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield a line for each of the latest matches, with the results of the two."""
    for match in found.latest:
        seats = {seat.user: seat for seat in match.seats}
        results = ", ".join(
            f"{name} {ordinal(seat.rank)} with {number(seat.total)}"
            for person, name in zip(found.people, _names(found), strict=True)
            if (seat := seats.get(person.id))
        )
        yield f"- {day(match.finished_at)} {title_of(games, match.game)}: {results}"
