"""Matches between programs."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from bot.game.contract import Game
from bot.game.options import Options
from bot.kai.player import AnyPlayer
from tests.helpers import chance

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741 - as in the contract of a game


def playing(
    game: Game[S, Any, Any, O], players: Sequence[AnyPlayer], seed: int, options: O | None = None
) -> Iterator[S]:
    """Yield every position of a match, the last one included; without options it is as usual."""
    state, _ = game.new(options or game.options(), len(players), chance(seed))
    while to_act := game.to_act(state):
        yield state
        seat = min(to_act)
        legal = game.legal(state, seat)
        choice = players[seat].choose(game.view(state, seat), legal)
        assert choice.action in legal
        state, _ = game.apply(state, seat, choice.action)
    yield state
