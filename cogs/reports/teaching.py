"""What Kai teaches: why it made a turn's moves, and what it would do in a person's place.

Kai thinks here, from Views alone: not for the event loop.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.game.contract import AnyGame, Seat
from bot.games.explaining import Explained, advise, explain
from bot.games.faces import face_of
from bot.games.players import player_for, strongest_level
from bot.tables.core.entries import Entry
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.core.turns import Decision, KaiTurn, kai_turn, must_be_over
from bot.tables.hosting.thinking import level_of
from cogs.layouts.kai import hint_page, turn_page
from cogs.layouts.page import Page

__all__ = ["hint", "turn"]

MOST: Final = 12
"""Of more decisions in a turn the last ones are explained: each takes time, and room."""


def turn(now: TableState, entries: Sequence[Entry], games: Mapping[str, AnyGame], ply: int) -> Page:
    """Explain the turn of Kai's in which an action led to a ply; ``entries`` are the table's log.

    Raises ``RefusedError`` where there is no such turn, or it is not over.
    """
    made = kai_turn(now.id, entries, games, ply)
    must_be_over(now, made.turn)
    return turn_page(now, made, tuple((each, _explained(each)) for each in _worth_a_word(made)))


def hint(table: TableState, seat: Seat) -> Page:
    """Say what Kai at its best would do for a seat that is to act."""
    game, sight = table.game, look(table, seat)
    player = player_for(game.name, strongest_level(game.name))
    explained = advise(game.name, player, sight.scene.view, sight.legal)
    return hint_page(face_of(game), sight.scene, explained)


def _worth_a_word(made: KaiTurn) -> Sequence[Decision]:
    """Return the decisions where there was something to decide; the last one if there was none."""
    found = [each for each in made.decisions if len(_legal(each)) > 1]
    return found[-MOST:] or made.decisions[-1:]


def _legal(decision: Decision) -> Sequence[Any]:
    before = decision.before
    found: Sequence[Any] = before.game.legal(before.position, decision.seat)
    return found


def _explained(decision: Decision) -> Explained:
    before, seat = decision.before, decision.seat
    game = before.game
    player = player_for(game.name, level_of(before, seat))
    view = game.view(before.position, seat)
    return explain(game.name, player, view, _legal(decision), decision.action)
