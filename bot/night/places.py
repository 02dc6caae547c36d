"""The places of a night, in whichever way its form compares people."""

from collections.abc import Mapping

from bot.night.duplicate import duplicate_standings
from bot.night.night import Night
from bot.night.standings import standings

__all__ = ["places"]


def places(night: Night) -> Mapping[int, int]:
    """Return the places of those who have finished a table themselves."""
    finished = (table for table in night.tables() if table.ranks is not None)
    played = {person for table in finished for person in table.seats if person not in table.away}
    lines = duplicate_standings(night) if night.form == "duplicate" else standings(night)
    return {line.person: line.place for line in lines if line.person in played}
