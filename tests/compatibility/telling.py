"""What there is to compare: a table, a position, a ledger, told as JSON.

The version before and the tests both use this file, so it imports nothing of the project, whose
modules had other places then.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from bot.face.face import AnyFace, Scene
    from bot.game.contract import Outcome
    from bot.league.results import PastMatch
    from bot.tables.entries import Occupant
    from bot.tables.sight import Sight
    from bot.tables.state import TableState
    from db.repositories.ledger import Ledger
    from db.storage import Storage


Told: TypeAlias = dict[str, Any]
"""As JSON has it, but for tuples, which are lists there."""

EVERYTHING: Final = 1000
"""More lines than any list has here."""


def viewers(seats: int) -> Mapping[str, int | None]:
    """Return everyone who may look at a table of this many seats, by a name for each."""
    return {"spectator": None, **{f"seat {seat}": seat for seat in range(seats)}}


def view_told(face: "AnyFace", scene: "Scene[Any]") -> list[str]:
    """Return what someone sees of a position, as the lines of its text."""
    return face.text(scene).split("\n")


def sight_told(face: "AnyFace", sight: "Sight") -> Told:
    scene = sight.scene
    said = (face.say(event, scene.seats) for event in scene.events)
    return {
        "text": view_told(face, scene),
        "hand": face.screen(scene, sight.legal).text.split("\n"),
        "news": [line for line in said if line],
        "legal": " | ".join(map(str, sight.legal)),
        "revision": sight.revision,
    }


def outline_told(table: "TableState", now: int) -> Told:
    """Return what is so of a table, no matter who looks, in a lobby and in a match."""
    stands_at = now if table.paused is None else table.paused.at
    return {
        "game": table.setup.game,
        "phase": table.phase.value,
        "host": table.host.name,
        "setup": table.setup.model_dump(mode="json"),
        "guests": [[guest.person.name, guest.cut, guest.agreed] for guest in table.guests],
        "removed": sorted(table.removed),
        "kai": [*table.kai],
        "seats": [
            [_occupant(seat.occupant), seat.held, seat.missed, seat.covered] for seat in table.seats
        ],
        "to_act": sorted(table.to_act),
        "stage": table.stage and {k: v for k, v in asdict(table.stage).items() if k != "own_turn"},
        "ply": table.ply,
        "reminded": table.reminded,
        "paused": table.paused is not None,
        "used": 0 if table.stage is None else stands_at - table.clock_from,
    }


def table_told(
    face: "AnyFace", table: "TableState", sights: Mapping[str, "Sight"], now: int
) -> Told:
    seen = {viewer: sight_told(face, sight) for viewer, sight in sights.items()}
    return {**outline_told(table, now), "seen": seen}


def _occupant(occupant: "Occupant") -> Told:
    """Tell them field by field: they were models in the version before."""
    person = occupant.person
    known = None if person is None else {"id": person.id, "name": person.name}
    return {"person": known, "kai": occupant.kai}


def ending_told(outcome: "Outcome | None") -> Told | None:
    """Return how a match ended, None where it goes on."""
    return None if outcome is None else asdict(outcome)


def digest(text: str) -> str:
    """Return a number for a text that is too long to be written down once more."""
    return sha256(text.encode()).hexdigest()


def export_told(export: Mapping[str, Any]) -> Told:
    """Return what is exported of one person; of each table's entries their number and a digest."""
    tables = [
        {**table, "entries": [len(entries), digest(json.dumps(entries, sort_keys=True))]}
        for table in export["tables"]
        for entries in [table["entries"]]
    ]
    return {**export, "tables": tables}


async def league_told(storage: "Storage", guild: int) -> Told:
    matches = await storage.histories.recorded(guild, limit=EVERYTHING)
    return {
        "settings": (await storage.league.settings(guild)).model_dump(),
        "matches": [_match_told(match) for match in matches],
    }


def _match_told(match: "PastMatch") -> Told:
    """Tell a match field by field: it was a line of its own in the versions before."""
    seats = match.by_seat
    return {
        **{name: getattr(match, name) for name in ("table", "game", "finished_at", "ranked")},
        "names": [seat.name for seat in seats],
        "totals": [seat.total for seat in seats],
        "users": [seat.user for seat in seats],
    }


async def chips_told(ledger: "Ledger", guild: int, people: Sequence[int]) -> Told:
    """Return a server's chips: who has how many, and what each posting was for."""
    return {
        "richest": lines_told(await ledger.richest(guild, EVERYTHING)),
        **{
            str(user): {
                "balance": await ledger.balance(guild, user),
                "last given": await ledger.last_given(guild, user),
                "lines": lines_told(await ledger.lines(guild, user, EVERYTHING)),
            }
            for user in people
        },
    }


def lines_told(found: Iterable[Any]) -> list[Told]:
    return [asdict(line) for line in found]
