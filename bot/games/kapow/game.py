"""Kapow! as a game that the house can host: the contract, met by the modules beside this one."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bot.games.deck import Chance
from bot.games.game import Outcome, Seat, Stage, Step, Viewer
from bot.games.kapow import knowledge, legal
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
from bot.games.kapow.dealing import SEATS, new_match, next_round
from bot.games.kapow.draft import Draft
from bot.games.kapow.kapow_step import swap
from bot.games.kapow.notation import parse_action
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.piles import reshuffle
from bot.games.kapow.play import (
    discard,
    place_card,
    reveal,
    take_from_discard,
    take_from_draw,
)
from bot.games.kapow.scores import RoundReason
from bot.games.kapow.scoring import ranks, totals
from bot.games.kapow.state import Drawn, Phase, State
from bot.games.kapow.turns import end_round, end_turn, settle
from bot.games.kapow.view import View

__all__ = ["KAPOW", "Kapow"]


class Kapow:
    """Kapow!: meets :class:`bot.games.game.Game`."""

    name: Final = "kapow"
    title: Final = "Kapow!"
    seats: Final = SEATS
    options: Final = KapowOptions

    def new(self, options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first round."""
        return new_match(options, seats, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat to move; every seat between rounds; nobody when the match is over."""
        return legal.to_act(state)

    def stage(self, state: State) -> Stage:
        """Return round, turn and pause."""
        current = state.round
        return Stage(
            round=current.number,
            rounds=state.setup.options.rounds,
            # Each scored round is a turn of its own: whoever goes on has a clock of their own.
            turn=current.turn + len(state.results),
            paused=current.phase is Phase.SCORED,
        )

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions."""
        return legal.legal(state, seat)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal."""
        legal.check(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """Return what a legal action leads to."""
        legal.check(state, seat, action)
        if isinstance(action, NextRound):
            return next_round(state)
        draft = Draft(state)
        _carry_out(draft, action)
        return draft.freeze()

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what the viewer may know."""
        return knowledge.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        if state.round.phase is not Phase.OVER:
            return None
        scores = totals(state.setup.seats, state.results)
        return Outcome(
            reason="all rounds played",
            ranks=ranks(scores),
            scores=scores,
            rounds=tuple(result.points for result in state.results),
        )

    def parse(self, text: str) -> Action:
        """Read an action."""
        return parse_action(text)

    def cards(self, state: State) -> Counter[str]:
        """Count every card of the round."""
        return knowledge.count_cards(state)

    def permute_unknown(
        self, state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> State:
        """Rearrange the cards that the viewer may not know."""
        return knowledge.permute_unknown(state, viewer, order)


KAPOW: Final = Kapow()


def _carry_out(draft: Draft, action: Action) -> None:
    match action:
        case Reveal():
            reveal(draft, action)
        case Take(Pile.DISCARD):
            take_from_discard(draft)
        case Take():
            _take_from_draw(draft)
        case Discard():
            discard(draft, _drawn(draft))
            settle(draft)
        case Replace() | PutOnTop() | PutBeneath():
            place_card(draft, _drawn(draft), action)
            settle(draft)
        case Swap():
            swap(draft, action)
            settle(draft)
        case EndTurn():
            end_turn(draft)


def _take_from_draw(draft: Draft) -> None:
    """Take from the draw pile, made anew if it is empty; once too often ends the round (K5.6)."""
    if not draft.draw:
        if draft.reshuffles >= draft.setup.options.max_reshuffles:
            end_round(draft, RoundReason.RESHUFFLES)
            return
        reshuffle(draft)
    take_from_draw(draft)


def _drawn(draft: Draft) -> Drawn:
    if draft.drawn is None:
        raise ValueError("no card has been taken")
    return draft.drawn
