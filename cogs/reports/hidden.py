"""Whose results are shown to whom: people can keep theirs to themselves."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.face.markdown import escape
from bot.face.names import called
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.league.histories import PastMatch, PastSeat
from bot.tables.league.people import HIDDEN_NAME, People, hidden_among, names_of_seats

__all__ = ["kept_hidden", "without_hidden"]


def kept_hidden(about: Person) -> RefusedError:
    """Return the refusal for whoever asks about somebody who is hidden."""
    return RefusedError(f"{escape(called(about.name))} keeps their results private.")


async def without_hidden(
    people: People, matches: Sequence[PastMatch], reader: int
) -> tuple[PastMatch, ...]:
    """Return the matches with nothing in them by which to know who is hidden from the reader.

    Nobody is hidden from themselves. The others' names are told apart as they were at the table.
    """
    users = (seat.user for match in matches for seat in match.seats)
    hidden = await hidden_among(people, users) - {reader}
    return tuple(replace(match, seats=_shown(match, hidden)) for match in matches)


def _shown(match: PastMatch, hidden: Collection[int]) -> tuple[PastSeat, ...]:
    seats = sorted(match.seats, key=lambda seat: seat.seat)
    names = names_of_seats([seat.user for seat in seats], [seat.name for seat in seats], hidden)
    known = {seat.seat: name for seat, name in zip(seats, names, strict=True)}
    return tuple(
        replace(seat, name=known[seat.seat]) if seat.user not in hidden else _masked(seat)
        for seat in match.seats
    )


def _masked(seat: PastSeat) -> PastSeat:
    worth = None, None, None
    return PastSeat(None, HIDDEN_NAME, None, seat.rank, seat.total, 0, 0, *worth, seat.seat)
