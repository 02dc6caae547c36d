"""The strongest player of Kabobo!: it plays the round out after each of its choices."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.games.kabobo.kai.choices import act
from bot.games.kabobo.kai.deals import deals
from bot.games.kabobo.kai.hopeful import HopefulKabobo
from bot.games.kabobo.kai.rounds import Ended, Numbers, Table, played_out
from bot.games.kabobo.kai.stakes import Stakes
from bot.games.kabobo.rules.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    Season,
    TakeDiscard,
    Trade,
)
from bot.games.kabobo.rules.state import Phase
from bot.games.kabobo.rules.view import View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice
from bot.kai.reason import because

__all__ = ["FarsightedKabobo"]

DEALS: Final = 150
"""Deals with which each choice is played out, the same for all of them."""

SURE: Final = 2.0
"""Standard errors by which a choice has to be ahead of what careful counting prefers."""

_TRIED: Final = (Call, Draw, TakeDiscard, Keep, Season, Check, Lock, Decline)
"""What is played out in any case; of looks and trades, the one that counting prefers."""

_REASONS: Final[Mapping[type[Action], str]] = {
    Call: "call_best",
    Draw: "deck_promises",
    TakeDiscard: "open_better",
    Keep: "drawn_better",
    Season: "drawn_no_better",
    Check: "shows_own",
    Look: "shows_other",
    Trade: "trade_better",
    Lock: "lock",
    Decline: "no_power",
}


class _Outcomes(NamedTuple):
    """What came of a choice, deal by deal."""

    points: Sequence[float]
    field: Sequence[float]
    chances: Sequence[float]

    def prospect(self) -> Prospect:
        return Prospect(fmean(self.points), fmean(self.field), fmean(self.chances), lowest=False)

    def is_surely_ahead(self, other: "_Outcomes") -> bool:
        """Whether it is ahead of another choice by more than chance, in the same deals."""
        ahead = [one - two for one, two in zip(self.chances, other.chances, strict=True)]
        return fmean(ahead) > SURE * stdev(ahead) / sqrt(len(ahead))


class FarsightedKabobo:
    """Chooses by playouts where they are clear, and otherwise as :class:`HopefulKabobo` does."""

    def __init__(self, count: int = DEALS, number: int = 0) -> None:
        """``count`` is the number of deals, at least 2; ``number`` is that of the dice."""
        self._count, self._number = count, number
        self._hopeful = HopefulKabobo()

    def with_dice(self, number: int) -> "FarsightedKabobo":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return FarsightedKabobo(self._count, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action with the best chance to win the match, and why."""
        if only := only_choice(legal):
            return only
        first = self._hopeful.choose(view, legal)
        if view.phase is Phase.PEEK:
            return first
        best = self._considered(view, first.action, legal, ())[0].action
        return first if best == first.action else Choice(best, because(_REASONS[type(best)]))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought, best first; see :class:`bot.kai.advice.Adviser`."""
        if view.phase is Phase.PEEK:
            # As nothing is known yet, all pairs of cards are alike.
            alike = _played(view, self._deals(view), legal[0]).prospect()
            return [EvaluatedAction(action, alike) for action in legal]
        first = self._hopeful.choose(view, legal).action
        return self._considered(view, first, legal, also)

    def _deals(self, view: View) -> Sequence[Table]:
        return deals(view, self._count, self._number)

    def _considered(
        self, view: View, first: Action, legal: Sequence[Action], also: Sequence[Action]
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices, with ``first`` before all that are not surely ahead of it.

        What others seem to be ahead of it by chance is left out of what they promise.
        """
        tried = [action for action in legal if isinstance(action, _TRIED)]
        tables = self._deals(view)
        found = {
            action: _played(view, tables, action)
            for action in dict.fromkeys((first, *tried, *also))
        }
        usual = found[first].prospect()
        considered = []
        for action, outcomes in found.items():
            prospect = outcomes.prospect()
            if prospect.chance > usual.chance and not outcomes.is_surely_ahead(found[first]):
                prospect = replace(prospect, chance=usual.chance)
            considered.append(EvaluatedAction(action, prospect))
        return sorted(considered, key=lambda each: each.prospect.chance, reverse=True)


def _played(view: View, tables: Sequence[Table], action: Action) -> _Outcomes:
    """Return what comes of an action at each table."""
    ends = []
    for each in tables:
        table = each.copy()
        act(view, table, action)
        ends.append(played_out(table))
    return _outcomes(view, ends)


def _outcomes(view: View, ends: Sequence[Ended]) -> _Outcomes:
    seat = view.viewer
    if seat is None:
        raise ValueError("a spectator has no choices")
    stakes = {caller: Stakes(view, seat, caller) for caller in {end.caller for end in ends}}
    return _Outcomes(
        points=[points[seat] for points, _ in ends],
        field=[(sum(points) - points[seat]) / (len(points) - 1) for points, _ in ends],
        chances=[stakes[caller].if_best(_best(points)) for points, caller in ends],
    )


def _best(points: Numbers) -> tuple[Seat, ...]:
    most = max(points)
    return tuple([seat for seat, had in enumerate(points) if had == most])
