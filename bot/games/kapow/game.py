"""Kapow! as the house knows it: the contract of a game, met by the rules in this folder."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.games.deck import Chance
from bot.games.game import Outcome, Scoring, Seat, Stage, Step
from bot.games.kapow import dealing
from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    NextRound,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import UsedUp
from bot.games.kapow.kapow_step import swap
from bot.games.kapow.knowledge import count_cards, permute_unknown, view
from bot.games.kapow.legal import check, legal, to_act
from bot.games.kapow.notation import parse_action
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.piles import reshuffle
from bot.games.kapow.play import (
    discard,
    put_beneath,
    put_on_top,
    replace,
    reveal,
    take_from_discard,
    take_from_draw,
)
from bot.games.kapow.scores import RoundReason
from bot.games.kapow.scoring import ranks
from bot.games.kapow.state import SEATS, Phase, State
from bot.games.kapow.turns import end_round, end_turn, settle
from bot.games.standing import totals

__all__ = ["KAPOW", "Kapow"]


class Kapow:
    """The rules of Kapow!: :class:`bot.games.game.Game` says what each part does."""

    name = "kapow"
    title = "Kapow!"
    seats = SEATS
    scoring = Scoring(best="lowest", totals_compare=True)
    lists_all = True
    divide = None
    options = KapowOptions

    def new(self, options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first round (section 2)."""
        return dealing.new_match(options, seats, chance)

    to_act = staticmethod(to_act)
    legal = staticmethod(legal)
    check = staticmethod(check)
    view = staticmethod(view)
    parse = staticmethod(parse_action)
    cards = staticmethod(count_cards)
    permute_unknown = staticmethod(permute_unknown)

    def stage(self, state: State) -> Stage:
        """Return round, turn and pause; scoring a round counts as a turn of its own."""
        return Stage(
            round=state.number,
            rounds=state.setup.options.rounds,
            turn=state.turn + len(state.results),
            paused=state.phase is Phase.SCORED,
        )

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """Return what a legal action leads to."""
        check(state, seat, action)
        draft = Draft(state)
        _CARRY_OUT[type(action)](draft, action)
        return draft.freeze()

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks and points once the last round is scored (K6.6)."""
        if state.phase is not Phase.OVER:
            return None
        scores = totals(state.setup.seats, state.results)
        rounds = tuple(result.points for result in state.results)
        return Outcome("all rounds played", ranks(scores), scores, rounds)


def _take(draft: Draft, action: Take) -> None:
    """Take a card; an empty draw pile is made anew, or ends the round at the cap (K5.5, K5.6)."""
    if action.pile is _DISCARD_PILE:
        take_from_discard(draft)
        return
    if not draft.draw:
        if draft.reshuffles >= draft.setup.options.max_reshuffles:
            draft.events += (UsedUp(draft.to_move),)
            end_round(draft, RoundReason.RESHUFFLES)
            return
        reshuffle(draft)
    take_from_draw(draft)


def _swap(draft: Draft, action: Swap) -> None:
    swap(draft, action)
    settle(draft)


_DISCARD_PILE: Final = Pile.DISCARD
_CARRY_OUT: Final[Mapping[type[Action], Callable[[Draft, Any], None]]] = {
    Reveal: reveal,
    Take: _take,
    Discard: discard,
    Replace: replace,
    PutOnTop: put_on_top,
    PutBeneath: put_beneath,
    Swap: _swap,
    EndTurn: end_turn,
    NextRound: dealing.next_round,
}
"""How each action changes a draft, up to the next thing somebody has to decide."""

KAPOW: Final = Kapow()
"""Kapow!, for the registry."""
