"""The last moves in words, a line a turn: those that a player has not seen yet."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.tables.core.sight import short_signs
from bot.tables.core.state import News, TableState

__all__ = ["last_moves", "moves_since"]

LONGEST: Final = 1200
"""Characters of all lines together."""


def moves_since(table: TableState, seat: Seat) -> str:
    """Return what happened since a seat's last turn, a quoted line a turn, the newest last.

    The turn that is being played is left out, so a hand stays as it is while others act in the same
    turn. Empty where nothing happened.
    """
    now = _turn(table)
    told = _behind(table, _last_turn_of(table, seat))
    return _lines(table, [news for news in told if news.turn < now])


def last_moves(table: TableState) -> str:
    """Return the same for everybody: since those who are to move now have moved last.

    Between rounds, and after the match, the moves of a whole circuit.
    """
    playing = table.stage is not None and not table.stage.paused and table.to_act
    since = min((_last_turn_of(table, seat) for seat in table.to_act), default=0) if playing else 0
    return _lines(table, _behind(table, since))


def _behind(table: TableState, turn: int) -> Sequence[News]:
    return [news for news in table.news if news.turn > turn]


def _lines(table: TableState, told: Sequence[News]) -> str:
    """Return a line for each turn, of at most as many turns as there are seats."""
    face, names = face_of(table.game), short_signs(table)
    turns = (_events(group) for _, group in groupby(told, key=lambda news: news.turn))
    lines = [line for events in turns if (line := face.turn(events, names))]
    shown = [f"> {line}" for line in lines[-len(table.seats) :]]
    while sum(map(len, shown)) > LONGEST:
        shown.pop(0)
    return "\n".join(shown)


def _events(news: Iterable[News]) -> tuple[object, ...]:
    return tuple(item.event for item in news)


def _last_turn_of(table: TableState, seat: Seat) -> int:
    """Return the last turn before this one in which a seat acted; 0 if there is none."""
    now = _turn(table)
    return max((news.turn for news in table.news if news.by == seat and news.turn < now), default=0)


def _turn(table: TableState) -> int:
    return table.stage.turn if table.stage is not None else 0
