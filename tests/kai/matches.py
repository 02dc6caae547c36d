"""Matches between programs."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from bot.game.contract import AnyGame, Game
from bot.game.options import Options
from bot.kai.player import AnyPlayer
from tests.helpers import chance, not_none

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741 - as in the contract of a game
Other: TypeAlias = Callable[[int], AnyPlayer]


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


def wins(
    game: AnyGame, seats: int, kai: AnyPlayer, other: Other, seed: int, **options: object
) -> bool:
    """Whether a player wins a match alone, at a table of others that are made from numbers."""
    players = [other(seed + 1000 * seat) for seat in range(seats)]
    players[seed % seats] = kai
    *_, last = playing(game, players, seed, game.options(**options))
    ranks = not_none(game.outcome(last)).ranks
    return ranks[seed % seats] == 1 and ranks.count(1) == 1
