"""Select the entries of a table's log that are about one person, for the export of their data."""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.game.contract import Seat
from bot.tables.core import entries as log

__all__ = ["own_entries"]


def own_entries(entries: Iterable[log.Entry], user: int) -> Iterator[dict[str, Any]]:
    """Yield the entries about a person or their seat, as JSON objects.

    The match's secret and other people's names and cuts are left out.
    """
    seat: Seat | None = None
    for entry in entries:
        if isinstance(entry, log.Started):
            seat = _seat_of(entry, user)
            if seat is not None:
                yield {**_head(entry), "seat": seat, "cut": entry.cuts[seat]}
        elif user in log.people_in(entry) or (
            seat is not None and getattr(entry, "seat", None) == seat
        ):
            yield {
                **_head(entry),
                **entry.model_dump(mode="json", exclude={"secret"}, exclude_unset=True),
            }


def _head(entry: log.Entry) -> dict[str, Any]:
    return {"kind": entry.kind, "at": entry.at}


def _seat_of(entry: log.Started, user: int) -> Seat | None:
    people = [occupant.person for occupant in entry.seats]
    return next((n for n, person in enumerate(people) if person and person.id == user), None)
