"""Who does not count for a person of a match, as it is stored: JSON in ``results.limits``."""

import json
from collections.abc import Mapping
from typing import TypeAlias

from bot.game.contract import Seat
from bot.league.book import Limits
from bot.league.caps import Limit, Why

__all__ = ["limits_text", "read_limits"]

_Told: TypeAlias = Mapping[str, tuple[str, int]]


def limits_text(limits: Limits) -> str | None:
    """Return limits as JSON, such as ``{"points": {"1": ["new", 3]}}``; None if there are none."""
    told = {name: by_seat for name, by_seat in limits._asdict().items() if by_seat}
    return json.dumps(told) if told else None


def read_limits(text: str | None) -> Limits:
    """Return limits from what :func:`limits_text` has made of them."""
    told: Mapping[str, _Told] = json.loads(text) if text else {}
    return Limits(_read(told.get("points", {})), _read(told.get("rating", {})))


def _read(told: _Told) -> Mapping[Seat, Limit]:
    return {int(seat): Limit(Why(why), number) for seat, (why, number) in told.items()}
