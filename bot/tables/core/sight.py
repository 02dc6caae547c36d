"""What one viewer may see of a match: the only input for pictures, texts and buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, Stage, Viewer
from bot.tables.core.state import SeatState, TableState

__all__ = ["Sight", "kai_names", "look", "short_signs", "signs"]


@dataclass(frozen=True, slots=True)
class Sight:
    """A scene for one viewer, their legal actions, and the revision that their clicks carry."""

    scene: Scene[Any]
    legal: Sequence[Any]
    """Empty for spectators, for a seat that is not to act, and while Kai plays the seat."""
    revision: int
    stage: Stage


def look(table: TableState, viewer: Viewer = SPECTATOR) -> Sight:
    """Return a match as a viewer may see it; ``ValueError`` before it has started."""
    if table.stage is None:
        raise ValueError(f"table {table.id} has not started")
    turn = table.stage.turn
    view = table.game.view(table.position, viewer)
    recent = tuple(news.event for news in table.news if news.turn >= turn - 1)
    scene = Scene(view, signs(table), events=recent)
    if viewer is None:
        return Sight(scene, (), 0, table.stage)
    seat = table.seats[viewer]
    may_act = viewer in table.to_act and not table.paused and not seat.played_by_kai(turn)
    legal = table.game.legal(table.position, viewer) if may_act else ()
    return Sight(scene, legal, table.since[viewer], table.stage)


def signs(table: TableState) -> tuple[SeatSign, ...]:
    """Return the name sign of each seat of a started table, with Kai's levels."""
    return tuple(
        replace(sign, name=f"{sign.name} ({seat.occupant.kai})") if sign.kai else sign
        for sign, seat in zip(short_signs(table), table.seats, strict=True)
    )


def short_signs(table: TableState) -> tuple[SeatSign, ...]:
    """Return the same name signs as sentences use them, without Kai's levels."""
    names = iter(kai_names(sum(seat.occupant.person is None for seat in table.seats)))
    return tuple(_sign(seat, names) for seat in table.seats)


def kai_names(count: int) -> Sequence[str]:
    """Return what so many seats of Kai's are called, in order: several are numbered."""
    return ["Kai"] if count == 1 else [f"Kai {number}" for number in range(1, count + 1)]


def _sign(seat: SeatState, kai_names: Iterator[str]) -> SeatSign:
    person = seat.occupant.person
    if person is None:
        return SeatSign(next(kai_names), kai=True)
    return SeatSign(person.name, away=seat.held is not None)
