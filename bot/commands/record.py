"""``python -m bot record``: check and show record files."""

import sys
from collections.abc import Callable
from pathlib import Path

from bot.games.game import Viewer
from bot.games.record import LARGEST, Record, RecordError, parse_record
from bot.games.registry import GAMES
from bot.games.replay import check_record, game_of, position_at
from bot.render.face import Scene, SeatSign
from bot.render.faces import face_of

__all__ = ["check", "show"]


def check(file: Path) -> int:
    """Replay a record and prove its deal and its scores; return the exit status."""
    return _do(file, lambda text: check_record(text, GAMES))


def show(file: Path, at: int | None, seat: Viewer, picture: Path | None = None) -> int:
    """Show a position of a record as a seat or a spectator sees it; return the exit status.

    It is printed as text, or drawn into ``picture``.
    """
    return _do(file, lambda text: _shown(parse_record(text), at, seat, picture))


def _shown(record: Record, at: int | None, viewer: Viewer, picture: Path | None) -> str:
    if viewer is not None and not 0 <= viewer < len(record.seats):
        raise RecordError(f"The record has {len(record.seats)} seats: there is no seat {viewer}.")
    moment = position_at(record, at, GAMES)
    game = game_of(record, GAMES)
    scene = Scene(
        view=game.view(moment.state, viewer),
        seats=tuple(SeatSign(name) for name in record.seats),
        events=moment.events,
    )
    face = face_of(game)
    if picture is None:
        return face.text(scene)
    picture.write_bytes(face.picture(scene))
    return f"The position is drawn in {picture}."


def _do(file: Path, work: Callable[[str], str]) -> int:
    try:
        with file.open(encoding="utf-8") as opened:
            print(work(opened.read(LARGEST + 1)))
    except (RecordError, OSError, UnicodeDecodeError) as error:
        named = error.filename if isinstance(error, OSError) and error.filename else file
        reason = error if isinstance(error, RecordError) else f"{named} cannot be used."
        print(reason, file=sys.stderr)
        return 1
    return 0
