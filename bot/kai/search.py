"""Search: choices are played out at the same deals, and the better ones more often.

It is sequential halving: after every pass the worse half of the choices is given up. (Karnin, Koren
and Somekh, "Almost optimal exploration in multi-armed bandits", 2013.) Games without an adviser of
their own have a plain one, which plays choices out with one player.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, fsum, sqrt
from typing import Any, Final, TypeAlias, TypeVar

from bot.game.slots import SlotGame, SlotState
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import AnyPlayer

T = TypeVar("T")

Ends: TypeAlias = tuple[float, float, float]
"""The end of a playout: own points, those of the others on average, and the chance to win."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of thinking about a decision."""

    deals: tuple[int, ...]
    """Deals of each choice in each pass; after a pass, the better half goes on."""
    circuits: int = 1
    """Circuits that are played out, where that isn't the whole round."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What came of a choice, deal by deal."""

    lowest: bool
    """Whether the lowest points are best."""
    point: float
    """What a point of margin counts beside the chance to win."""
    ends: list[Ends] = field(default_factory=list)

    def mean(self, deals: int | None = None) -> Ends:
        """Return the mean over the first deals, over all if None."""
        ends = self.ends[:deals]
        points, others, chances = map(fsum, zip(*ends, strict=True))
        return points / len(ends), others / len(ends), chances / len(ends)

    def value(self) -> float:
        """Return what choices are ranked by: the chance to win, and a little for the points."""
        return self._worth(self.mean())

    def beside(self, other: "Outcomes") -> Prospect:
        """Return the prospect: that of a choice with as many deals or more, and the difference."""
        deals = len(self.ends)
        compared = zip(other.mean(), self.mean(), other.mean(deals), strict=True)
        points, others, chance = (whole + (own - its) for whole, own, its in compared)
        return Prospect(points, others, min(1.0, max(0.0, chance)), lowest=self.lowest)

    def surely_ahead(self, other: "Outcomes", sure: float) -> bool:
        """Whether its chance is ahead of another's by more than this many standard errors."""
        pairs = zip(self.ends, other.ends, strict=False)
        return _lead([own - its for (_, _, own), (_, _, its) in pairs], sure) > 0.0

    def lead(self, other: "Outcomes", sure: float) -> float:
        """Return its lead in worth over another, 0 within that many standard errors."""
        pairs = zip(self.ends, other.ends, strict=False)
        return _lead([self._worth(own) - self._worth(its) for own, its in pairs], sure)

    def _worth(self, ends: Ends) -> float:
        points, others, chance = ends
        margin = others - points if self.lowest else points - others
        return chance + self.point * margin


def _lead(ahead: Sequence[float], sure: float) -> float:
    """Return the mean of at least two differences, 0 if it may be luck."""
    mean = fsum(ahead) / len(ahead)
    variance = fsum((each - mean) ** 2 for each in ahead) / (len(ahead) - 1)
    return mean if mean > sure * sqrt(variance / len(ahead)) else 0.0


def evaluated(
    found: Mapping[T, Outcomes], usual: T, sure: float, asked: Collection[T] = ()
) -> Sequence[EvaluatedAction[T]]:
    """Return choices by their chance, the ``usual`` one before all that aren't surely ahead of it.

    What others seem to be ahead of it by luck is left out. What is ``asked`` for is taken to be as
    good unless it surely is not. ``sure`` is a number of standard errors.
    """
    base = found[usual]
    first = base.beside(base)
    evaluated = []
    for action, outcomes in found.items():
        prospect, ahead = outcomes.beside(base), outcomes.surely_ahead(base, sure)
        if action in asked and not ahead and not base.surely_ahead(outcomes, sure):
            prospect = first
        elif prospect.chance > first.chance and not ahead:
            prospect = replace(prospect, chance=first.chance)
        evaluated.append(EvaluatedAction(action, prospect))
    return sorted(evaluated, key=lambda each: -each.prospect.chance)


def halve(
    choices: Sequence[T],
    passes: Sequence[int],
    play: Callable[[Sequence[T], int], None],
    value: Callable[[T], float],
    kept: Callable[[int], int] = lambda count: (count + 1) // 2,
) -> list[T]:
    """Play choices out; after each pass ``kept`` of them go on. Return the last ones, best first.

    ``play`` gets the choices that are left and the number of the pass's deals.
    """
    for deals in passes:
        play(choices, deals)
        choices = sorted(choices, key=value, reverse=True)[: kept(len(choices))]
    return [*choices]


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
