"""What is stored of a night, and how far it has come after some of its events."""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

__all__ = ["COMING", "Course", "Event", "NightRow", "table_name", "tables_of"]

Event: TypeAlias = Mapping[str, Any]
"""An event of a night's log, as JSON."""

COMING: Final = frozenset({"joined", "came back"})
"""The kinds of events by which somebody is in."""


class NightRow(NamedTuple):
    """What is stored of a night."""

    id: str
    game: str
    starts_at: int
    closed: bool
    users: Sequence[int]
    """By number."""
    events: Sequence[Event]
    times: Sequence[int]

    @property
    def form(self) -> str:
        """How people are seated."""
        return str(self.events[0]["form"])

    @property
    def rounds(self) -> Sequence[Event]:
        """The seatings."""
        return [event for event in self.events if event["kind"] == "round seated"]


class Course:
    """A night after some of its events. Rounds are numbered from 1, tables from 0."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.here: set[int] = set()
        self.rounds: list[Event] = []
        self.ends: dict[tuple[int, int], frozenset[int] | None] = {}
        """By table: who was away from one that was given up; None for one that finished."""
        for event in events:
            self._take_in(event)

    def _take_in(self, event: Event) -> None:
        match event["kind"]:
            case "joined" | "came back":
                self.here.add(event["person"])
            case "left":
                self.here.discard(event["person"])
            case "round seated":
                self.rounds.append(event)
            case "table finished":
                self.ends[event["round"], event["table"]] = None
            case "table given up":
                self.ends[event["round"], event["table"]] = frozenset(event["away"])
            case "night closed":
                self._close()

    def _close(self) -> None:
        """Give up what still plays; who is not here is away."""
        for number, seated in enumerate(self.rounds, 1):
            for at, people in enumerate(seated["tables"]):
                self.ends.setdefault((number, at), frozenset(people) - self.here)


def table_name(night: NightRow, number: int, at: int) -> str:
    """Return the id that a table must have, by the round, from 1, and its place in it."""
    opened = night.events[0]
    if not opened.get("keyed"):
        return sha256(f"night {night.id} {number} {at}".encode()).hexdigest()[:10]
    seed = bytes.fromhex(opened["seed"])
    return hmac.digest(seed, f"table {number} {at}".encode(), "sha256").hex()[:10]


def tables_of(nights: Mapping[str, NightRow]) -> Sequence[str]:
    """Return the ids of all tables that were seated."""
    return [
        table_name(night, number, at)
        for night in nights.values()
        for number, seated in enumerate(night.rounds, 1)
        for at in range(len(seated["tables"]))
    ]
