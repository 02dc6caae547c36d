"""A plain adviser for games that have none of their own: it plays choices out with one player.

It takes rules that can imagine the cards that nobody sees (:class:`bot.game.slots.SlotGame`). Each
choice is played at the same imagined deals to the end of the round.
"""

from collections.abc import Sequence
from math import exp
from typing import Any, Final

from bot.game.slots import SlotGame, SlotState
from bot.kai.advice import EvaluatedAction
from bot.kai.player import AnyPlayer
from bot.kai.search import Ends, Outcomes, evaluated, halve

PASSES: Final = (2, 3)
"""Deals in each pass; after the first one, the better half goes on."""
_SURE: Final = 2.0
"""Standard errors that a choice has to be ahead of the player's own."""
_POINT: Final = 0.002
_MOST: Final = 2_000
"""Actions after which a playout is counted as it stands."""


class PlayoutAdviser:
    """Evaluates choices by what the round came to where ``player`` played for all from there on."""

    def __init__(
        self, game: SlotGame[Any], player: AnyPlayer, passes: Sequence[int] = PASSES, dice: int = 0
    ) -> None:
        self._game = game
        self._player = player
        self._passes = passes
        self._dice = dice

    def with_dice(self, number: int) -> "PlayoutAdviser":
        """Return an adviser that thinks the same at other deals."""
        return PlayoutAdviser(self._game, self._player, self._passes, number)

    def consider(
        self, view: SlotState, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        """Return all choices, best first."""
        usual = self._player.choose(view, legal).action
        choices = dict.fromkeys((usual, *legal, *also))
        lowest = self._game.scoring.best == "lowest"
        found = {action: Outcomes(lowest, _POINT) for action in choices}

        def play(left: Sequence[Any], deals: int) -> None:
            # The usual choice is compared with all others, so it has all deals.
            first = len(found[usual].ends)
            for deal in range(first, first + deals):
                state = self._game.imagine(view, (self._dice << 32) + deal)
                for action in dict.fromkeys((usual, *left)):
                    found[action].ends.append(self._end(state, action))

        halve([*choices], self._passes, play, lambda action: found[action].value())
        return evaluated(found, usual, _SURE, also)

    def _end(self, state: SlotState, action: object) -> Ends:
        game, seat, number = self._game, state.to_move, state.number
        after = game.apply(state, seat, action).state
        for _ in range(_MOST):
            if len(after.results) == number or not game.to_act(after):
                break
            mover = after.to_move
            choice = self._player.choose(game.view(after, mover), game.legal(after, mover))
            after = game.apply(after, mover, choice.action).state
        points = after.results[-1].points if len(after.results) == number else (0,) * after.seats
        others = (sum(points) - points[seat]) / (after.seats - 1)
        return float(points[seat]), others, self._shares(after, points)[seat]

    def _shares(self, after: SlotState, points: Sequence[int]) -> Sequence[float]:
        """Return each seat's part of the win, or before the end what the totals promise.

        As many points as a round usually has make a chance e times as large.
        """
        if outcome := self._game.outcome(after):
            first = outcome.ranks.count(1)
            return [(rank == 1) / first for rank in outcome.ranks]
        usual = 1 + sum(map(abs, points)) / len(points)
        sign = -1 if self._game.scoring.best == "lowest" else 1
        best = max(sign * total for total in after.totals)
        weights = [exp((sign * total - best) / usual) for total in after.totals]
        return [weight / sum(weights) for weight in weights]
