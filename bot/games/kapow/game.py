"""Kapow! as the house knows it: the contract of a game, met by the rules in this folder."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.games.deck import Chance
from bot.games.game import Outcome, Seat, Stage, Step, Viewer
from bot.games.kapow import dealing, knowledge, legal
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
from bot.games.kapow.kapow_step import swap
from bot.games.kapow.notation import parse_action
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.piles import reshuffle
from bot.games.kapow.play import (
    PlaceAction,
    discard,
    place_card,
    reveal,
    take_from_discard,
    take_from_draw,
)
from bot.games.kapow.scores import RoundReason
from bot.games.kapow.scoring import ranks, totals
from bot.games.kapow.state import Phase, State
from bot.games.kapow.turns import end_round, end_turn, settle
from bot.games.kapow.view import View

__all__ = ["KAPOW", "Kapow"]


class Kapow:
    """The rules of Kapow!: :class:`bot.games.game.Game` says what each part does."""

    name = "kapow"
    title = "Kapow!"
    seats = dealing.SEATS
    options = KapowOptions

    def new(self, options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first round (section 2)."""
        return dealing.new_match(options, seats, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat to move; all seats between two rounds; none at the end."""
        return legal.to_act(state)

    def stage(self, state: State) -> Stage:
        """Return round, turn and pause; scoring a round counts as a turn of its own."""
        current = state.round
        return Stage(
            round=current.number,
            rounds=state.setup.options.rounds,
            turn=current.turn + len(state.results),
            paused=current.phase is Phase.SCORED,
        )

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions (sections 3 and 4)."""
        return legal.legal(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise :class:`bot.games.game.IllegalActionError` unless the action is legal."""
        legal.check(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """Return what a legal action leads to."""
        legal.check(state, seat, action)
        if isinstance(action, NextRound):
            return dealing.next_round(state)
        draft = Draft(state)
        _CARRY_OUT[type(action)](draft, action)
        return draft.freeze()

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what the viewer may know (section 7)."""
        return knowledge.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks and points once the last round is scored (K6.6)."""
        if state.round.phase is not Phase.OVER:
            return None
        scores = totals(state.setup.seats, state.results)
        rounds = tuple(result.points for result in state.results)
        return Outcome("all rounds played", ranks(scores), scores, rounds)

    def parse(self, text: str) -> Action:
        """Read an action's notation."""
        return parse_action(text)

    def cards(self, state: State) -> Counter[str]:
        """Count the cards of the round."""
        return knowledge.count_cards(state)

    def permute_unknown(
        self, state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> State:
        """Rearrange the cards that the viewer may not know."""
        return knowledge.permute_unknown(state, viewer, order)


def _put(draft: Draft, action: PlaceAction) -> None:
    place_card(draft, action)
    settle(draft, (action.place.column,))


def _discard(draft: Draft, _: Discard) -> None:
    discard(draft)
    settle(draft, ())


def _swap(draft: Draft, action: Swap) -> None:
    swap(draft, action)
    settle(draft, (action.kapow.column,))


def _take(draft: Draft, action: Take) -> None:
    """Take a card; an empty draw pile is made anew, or ends the round at the cap (K5.5, K5.6)."""
    if action.pile is _DISCARD_PILE:
        take_from_discard(draft)
        return
    if not draft.draw:
        if draft.reshuffles >= draft.setup.options.max_reshuffles:
            end_round(draft, RoundReason.RESHUFFLES)
            return
        reshuffle(draft)
    take_from_draw(draft)


_DISCARD_PILE: Final = Pile.DISCARD
_CARRY_OUT: Final[Mapping[type[Action], Callable[[Draft, Any], None]]] = {
    Reveal: reveal,
    Take: _take,
    Discard: _discard,
    Replace: _put,
    PutOnTop: _put,
    PutBeneath: _put,
    Swap: _swap,
    EndTurn: lambda draft, _: end_turn(draft),
}
"""How each action changes a draft, up to the next thing somebody has to decide."""

KAPOW: Final = Kapow()
"""Kapow!, for the registry."""
