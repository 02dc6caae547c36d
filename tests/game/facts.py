"""Helpers to ask any game what its events tell of seats."""

from collections import Counter
from collections.abc import Iterable

from bot.game.contract import AnyGame, Fact, Seat


def told(game: AnyGame, events: Iterable[object]) -> list[Fact]:
    """Return the facts that events tell, in order."""
    by_type = game.facts
    return [
        fact for event in events if type(event) in by_type for fact in by_type[type(event)](event)
    ]


def totals_of(game: AnyGame, events: Iterable[object]) -> Counter[tuple[Seat, str]]:
    """Return the facts added up, by seat and name."""
    totals: Counter[tuple[Seat, str]] = Counter()
    for fact in told(game, events):
        totals[fact.seat, fact.name] += fact.count
    return totals
