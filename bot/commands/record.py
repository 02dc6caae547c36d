"""``python -m bot record``: check and show record files."""

import sys
from pathlib import Path

from bot.games.record import RecordError, check_record, position_at
from bot.games.registry import GAMES
from bot.render.face import Scene, SeatSign
from bot.render.faces import face_of

__all__ = ["check", "show"]

LARGEST = 1 << 20
"""Bytes that a record file may have; a long match takes some fifty thousand."""


def check(file: Path) -> int:
    """Replay a record, prove its deal and its scores, and say so; return the exit status."""
    return _do(file, lambda text: check_record(text, GAMES))
