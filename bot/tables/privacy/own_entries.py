"""Whom the entries of a table's log name, and which of them are about one person."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from bot.game.contract import Seat
from bot.tables.core import entries as log

__all__ = ["own_entries", "people_in"]


def own_entries(entries: Iterable[log.Entry], user: int) -> Iterator[dict[str, Any]]:
    """Yield the entries about a person or their seat, as JSON objects, for an export.

    The match's secret and other people's names and cuts are left out.
    """
    seat: Seat | None = None
    for entry in entries:
        if isinstance(entry, log.Started):
            seat = _seat_of(entry, user)
            if seat is not None:
                yield {**_head(entry), "seat": seat, "cut": entry.cuts[seat]}
        elif user in people_in(entry) or (
            seat is not None and getattr(entry, "seat", None) == seat
        ):
            hidden = {"secret"} if _is_by(entry, user) else {"secret", "by"}
            told = entry.model_dump(mode="json", exclude=hidden, exclude_unset=True)
            yield {**_head(entry), **told}


def _is_by(entry: log.Entry, user: int) -> bool:
    """Whether who did it may be told: of a removal, nobody else by name."""
    return not isinstance(entry, log.HandedOver) or entry.by is None or entry.by.id == user


def _head(entry: log.Entry) -> dict[str, Any]:
    return {"kind": entry.kind, "at": entry.at}


def _seat_of(entry: log.Started, user: int) -> Seat | None:
    people = [occupant.person for occupant in entry.seats]
    return next((n for n, person in enumerate(people) if person and person.id == user), None)


def people_in(entry: log.Entry) -> Collection[int]:
    """Return the users whom an entry names, without former players."""
    return [user for user in _named(entry) if user > 0]


def _named(entry: log.Entry) -> Sequence[int]:
    match entry:
        case log.Opened(host=person) | log.Joined(person=person):
            return [person.id]
        case log.Left(user=user, by=by):
            return [user, *([by.id] if by else [])]
        case (
            log.CutMade(user=user)
            | log.Agreed(user=user)
            | log.Withdrew(user=user)
            | log.EndWanted(user=user)
        ):
            return [user]
        case log.Started(seats=seats):
            return [seat.person.id for seat in seats if seat.person]
        case log.Paused(by=by) | log.Closed(by=by) | log.HandedOver(by=by):
            return [by.id] if by else []
        case _:
            return []
