"""How two people stand to each other: the message of ``/versus``."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.markdown import escape
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
    one, two = (f"**{escape(person.name)}**" for person in found.people)
    every = _sum(found.met)
    legend = (
        f"-# Won : tied : lost for {escape(found.people[0].name)}, in ranked matches that count."
    )
    lines = (
        f"## {escape(found.people[0].name)} vs. {escape(found.people[1].name)}",
        who_leads((one, two), every),
        *(_game(found, games, name) for name in found.met),
        legend,
    )
    latest = "\n".join(("### Latest matches", *_latest(found, games))) if found.latest else ""
    return Page(fitted((Text("\n".join(lines)), Text(latest, elastic=True))), colour=COLOUR)


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
    rated = zip(found.people, found.ratings.get(name, _NONE), strict=True)
    known = [f"{escape(person.name)} {rating}" for person, rating in rated if rating is not None]
    return text + (f" · rating: {', '.join(known)}" if known else "")


def _latest(found: HeadToHead, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield a line for each of the latest matches, with the results of the two."""
    for match in found.latest:
        seats = {seat.user: seat for seat in match.seats}
        results = ", ".join(
            f"{escape(person.name)} {ordinal(seat.rank)} with {number(seat.total)}"
            for person in found.people
            if (seat := seats.get(person.id))
        )
        yield f"- {day(match.finished_at)} {title_of(games, match.game)}: {results}"
