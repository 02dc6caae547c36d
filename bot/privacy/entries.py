"""The people in the entries of a table's log: who is named, what is one's own, former players.

Nothing else ever changes entries of a log. It is safe, because names and ids decide nothing: cards
come from the secret and the cuts, and actions name seats. The words of cuts stay, because the proof
needs them; nothing tells whose they were.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import JsonValue

from bot.game.contract import Seat
from bot.tables import entries as log
from bot.tables.entries import FORMER


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
            # Of a removal, nobody else is told by name.
            by = entry.by if isinstance(entry, log.HandedOver) else None
            hidden = {"secret"} if by is None or by.id == user else {"secret", "by"}
            told = entry.model_dump(mode="json", exclude=hidden, exclude_unset=True)
            yield {**_head(entry), **told}


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


KINDS_NAMING_PEOPLE: Final = (
    *("opened", "joined", "left", "cut", "agreed", "withdrew"),
    *("started", "handed over", "paused", "end wanted", "closed"),
)
"""The kinds of entries that can name a person."""

EMPTIED: Final = "{}"
"""Replaces a damaged entry: still damaged, but without any name."""


def anonymised(body: str, user: int, former_id: int) -> str | None:
    """Return an entry (JSON) with a former player in a person's place; None if it needs no change.

    ``former_id``, below zero, must be the same in all entries of a log about this person, and
    another for each other person. An entry that is not JSON is emptied: it might contain a name.
    """
    try:
        before = json.loads(body)
    except ValueError:
        return EMPTIED
    after = _anonymised(before, user, former_id)
    if after == before:
        return None
    return json.dumps(after, ensure_ascii=False, separators=(",", ":"))  # As write_entry does.


def _anonymised(value: JsonValue, user: int, former_id: int) -> JsonValue:
    if isinstance(value, list):
        return [_anonymised(item, user, former_id) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"id", "name"} and value["id"] == user:
        return {"id": former_id, "name": FORMER.name}
    if value.get("user") == user:
        value = {**value, "user": former_id}
    return {key: _anonymised(item, user, former_id) for key, item in value.items()}


@dataclass(frozen=True, slots=True)
class Trace:
    """A table with data about a person, and whether it is closed."""

    table: str
    closed: bool
