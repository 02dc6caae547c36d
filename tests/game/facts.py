"""Helpers to ask any game what its events tell of seats."""

from collections import Counter
from collections.abc import Iterable

from bot.game.contract import AnyGame, Seat
from bot.game.facts import Fact

__all__ = ["told", "totals_of"]


def told(game: AnyGame, events: Iterable[object]) -> list[Fact]:
    """Return the facts that events tell, in order."""
    return [fact for event in events for fact in game.facts(event)]


def totals_of(game: AnyGame, events: Iterable[object]) -> Counter[tuple[Seat, str]]:
    """Return the facts added up, by seat and name."""
    totals: Counter[tuple[Seat, str]] = Counter()
    for fact in told(game, events):
        totals[fact.seat, fact.name] += fact.count
    return totals
