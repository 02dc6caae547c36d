"""What one viewer may see of a match: the only input for pictures, texts and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, Stage, Viewer
from bot.tables.core.state import SeatState, TableState

__all__ = ["Sight", "look", "signs"]


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
    """Return the name sign of each seat of a started table; several of Kai's are numbered."""
    kai_seats = [at for at, seat in enumerate(table.seats) if seat.occupant.person is None]
    numbers = {seat: f" {number}" for number, seat in enumerate(kai_seats, start=1)}
    if len(kai_seats) < 2:
        numbers = {}
    return tuple(_sign(seat, numbers.get(at, "")) for at, seat in enumerate(table.seats))


def _sign(seat: SeatState, number: str) -> SeatSign:
    if seat.occupant.person is None:
        return SeatSign(f"Kai{number} ({seat.occupant.kai})", kai=True)
    return SeatSign(seat.occupant.person.name, away=seat.held is not None)
