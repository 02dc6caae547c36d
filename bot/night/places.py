"""The places of a night, in whichever way its form compares people; and who has won it."""

from collections.abc import Mapping, Sequence

from bot.night.duplicate import duplicate_standings
from bot.night.night import Night
from bot.night.points import played
from bot.night.standings import standings

__all__ = ["places", "winners"]


def places(night: Night) -> Mapping[int, int]:
    """Return the places of those who have finished a table themselves, among each other."""
    there = frozenset[int]().union(*map(played, night.tables()))
    lines = duplicate_standings(night) if night.form == "duplicate" else standings(night)
    return {line.person: line.place for line in lines if line.person in there}


def winners(night: Night) -> Sequence[int]:
    """Return who has won a night; nobody if nobody has finished a table themselves."""
    found = places(night)
    return [person for person, place in found.items() if place == min(found.values())]
