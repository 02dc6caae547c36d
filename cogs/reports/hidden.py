"""Whose results are shown to whom: people can keep theirs to themselves."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.face.markdown import escape
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.league.histories import PastMatch, PastSeat
from bot.tables.league.people import HIDDEN_NAME, People, hidden_among

__all__ = ["kept_hidden", "without_hidden"]


def kept_hidden(about: Person) -> RefusedError:
    """Return the refusal for whoever asks about somebody who is hidden."""
    return RefusedError(f"{escape(about.name)} keeps their results private.")


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


def _masked(seat: PastSeat, hidden: Collection[int]) -> PastSeat:
    if seat.user not in hidden:
        return seat
    return PastSeat(None, HIDDEN_NAME, None, seat.rank, seat.total, 0, 0, None, None, None)
