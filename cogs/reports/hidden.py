"""Whose results are shown to whom: people can keep theirs to themselves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.face.markdown import escape
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.league.histories import PastMatch, PastSeat
from bot.tables.league.people import People, Visibility

__all__ = ["HIDDEN", "hidden_among", "kept_hidden", "without_hidden"]

HIDDEN: Final = "Hidden player"
"""Stands in lists for somebody who keeps their results to themselves."""


async def hidden_among(people: People, users: Iterable[int | None]) -> set[int]:
    """Return who of these users keeps their results to themselves."""
    asked = {user for user in users if user is not None}
    chosen = await people.visibility(asked) if asked else {}
    return {user for user, choice in chosen.items() if choice is Visibility.HIDDEN}


def kept_hidden(about: Person) -> RefusedError:
    """Return the refusal for whoever asks about somebody who is hidden."""
    return RefusedError(f"{escape(about.name)} keeps their results to themselves.")


async def without_hidden(
    people: People, matches: Sequence[PastMatch], reader: int
) -> tuple[PastMatch, ...]:
    """Return the matches with nothing in them by which to know who is hidden from the reader.

    Nobody is hidden from themselves.
    """
    users = (seat.user for match in matches for seat in match.seats)
    hidden = await hidden_among(people, users) - {reader}
    return tuple(
        replace(match, seats=tuple(_masked(seat, hidden) for seat in match.seats))
        for match in matches
    )


def _masked(seat: PastSeat, hidden: set[int]) -> PastSeat:
    if seat.user not in hidden:
        return seat
    return PastSeat(None, HIDDEN, None, seat.rank, seat.total, 0, 0, None, None, None)
