"""Expert: plays the round out after each of its choices."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.game.contract import Seat
from bot.game.moves import Decline, Draw
from bot.games.kabobo.kai.hard import HardKabobo
from bot.games.kabobo.kai.outlook import Stakes
from bot.games.kabobo.kai.playouts import Numbers, Table, deals, make, played_out
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice, seat_of
from bot.kai.search import Outcomes, evaluated
from bot.kai.words import because

DEALS: Final = 150
"""Deals with which each choice is played out, the same for all of them."""

SURE: Final = 2.0
"""Standard errors by which a choice has to be ahead of what careful counting prefers."""

_TRIED: Final = (
    act.Call,
    Draw,
    act.TakeDiscard,
    act.Keep,
    act.Season,
    act.Check,
    act.Lock,
    Decline,
)
"""What is played out in any case; of looks and trades, the one that counting prefers."""

_REASONS: Final[Mapping[type[act.Action], str]] = {
    act.Call: "call_best",
    Draw: "deck_promises",
    act.TakeDiscard: "open_better",
    act.Keep: "drawn_better",
    act.Season: "drawn_no_better",
    act.Check: "shows_own",
    act.Look: "shows_other",
    act.Trade: "trade_better",
    act.Lock: "lock",
    Decline: "no_power",
}


class ExpertKabobo:
    """Chooses by playouts where they are clear, and otherwise as :class:`HardKabobo` does."""

    def __init__(self, count: int = DEALS, number: int = 0) -> None:
        """``count`` is the number of deals, at least 2; ``number`` is that of the dice."""
        self._count, self._number = count, number
        self._hard = HardKabobo()

    def with_dice(self, number: int) -> "ExpertKabobo":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return ExpertKabobo(self._count, number)

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the action with the best chance to win the match, and why."""
        if only := only_choice(legal):
            return only
        first = self._hard.choose(view, legal)
        if view.phase is Phase.PEEK:
            return first
        best = self._considered(view, first.action, legal, ())[0].action
        return first if best == first.action else Choice(best, because(_REASONS[type(best)]))

    def consider(
        self, view: View, legal: Sequence[act.Action], also: Sequence[act.Action] = ()
    ) -> Sequence[EvaluatedAction[act.Action]]:
        """Return the choices worth a thought, best first; see :class:`bot.kai.advice.Adviser`."""
        if view.phase is Phase.PEEK:
            # As nothing is known yet, all pairs of cards are alike.
            alike = _played(view, self._deals(view), legal[0])
            return [EvaluatedAction(action, alike.beside(alike)) for action in legal]
        first = self._hard.choose(view, legal).action
        return self._considered(view, first, legal, also)

    def _deals(self, view: View) -> Sequence[Table]:
        return deals(view, self._count, self._number)

    def _considered(
        self, view: View, first: act.Action, legal: Sequence[act.Action], also: Sequence[act.Action]
    ) -> Sequence[EvaluatedAction[act.Action]]:
        tried = [action for action in legal if isinstance(action, _TRIED)]
        tables = self._deals(view)
        found = {
            action: _played(view, tables, action)
            for action in dict.fromkeys((first, *tried, *also))
        }
        return evaluated(found, first, SURE)


def _played(view: View, tables: Sequence[Table], action: act.Action) -> Outcomes:
    seat, ends = seat_of(view), []
    for each in tables:
        table = each.copy()
        make(view, table, action)
        ends.append(played_out(table))
    stakes = {caller: Stakes(view, seat, caller) for caller in {end.caller for end in ends}}
    return Outcomes(
        lowest=False,
        point=0.0,
        ends=[
            (
                points[seat],
                (sum(points) - points[seat]) / (len(points) - 1),
                stakes[caller].if_best(_best(points)),
            )
            for points, caller in ends
        ],
    )


def _best(points: Numbers) -> tuple[Seat, ...]:
    most = max(points)
    return tuple([seat for seat, had in enumerate(points) if had == most])
