"""Playing a match to its end, as a record."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from bot.game.contract import AnyGame, Seat
from bot.game.record import Record

Move: TypeAlias = tuple[Seat, str]
"""Who acts, and how, in the game's notation."""

Player: TypeAlias = Callable[[Any], Move]
"""Chooses a move in a state."""


def played(game: AnyGame, record: Record, player: Player) -> Record:
    """Return the record of its match, played from the deal to the end."""
    options = game.options.model_validate(dict(record.options))
    state = game.new(options, len(record.seats), record.chance).state
    actions = []
    while game.to_act(state):
        seat, text = player(state)
        actions.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    return replace(record, actions=tuple(actions), outcome=game.outcome(state))
