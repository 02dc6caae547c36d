"""What holds in every position of CAP-IT, and what the state machine of its rules tries."""

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from bot.game.contract import SPECTATOR
from bot.games.capit.rules.actions import Discard, LayContract, LayMeld, LayOff, Push, Swap
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase

if TYPE_CHECKING:
    from bot.game.contract import Seat
from tests.game.machine import Guide


def use_up(state: State, _pick: int) -> State:
    """As if all of the stock had been drawn and discarded (C3.3, C3.4)."""
    if state.phase is not Phase.DRAW:
        return state
    return replace(state, draw_pile=(), discard_pile=(*state.discard_pile, *state.draw_pile))


def begin(state: State, pick: int) -> State:
    """In any round, for each has a contract of its own."""
    return replace(state, number=1 + pick % state.setup.options.rounds)


def melds_are_legal_and_belong_to_those_who_have_laid(state: State) -> None:
    run_suit = state.setup.options.run_suit
    for seat, meld in state.melds:
        assert seat in state.laid
        assert read_meld(meld.kind, meld.cards, run_suit) == meld


def an_empty_hand_ends_the_round(state: State) -> None:
    scored = state.phase in (Phase.SCORED, Phase.OVER)
    assert scored or all(state.hands)


def only_those_whose_turn_is_to_come_or_on_have_fresh_cards(state: State) -> None:
    for seat, hand in enumerate(state.hands):
        left = (state.to_move + 1) % state.setup.seats
        if state.phase in (Phase.DRAW, Phase.PLAY) and seat not in (state.to_move, left):
            assert not any(held.fresh for held in hand)


def views_hold_ones_own_hand_and_nothing_else(state: State) -> None:
    viewers: list[Seat | None] = [SPECTATOR, *range(state.setup.seats)]
    for viewer in viewers:
        view = CAPIT.view(state, viewer)
        assert view.hand == (() if viewer is None else state.hands[viewer])


GUIDE = Guide(
    CAPIT,
    options=st.builds(
        CapitOptions,
        run_suit=st.sampled_from(RunSuit),
        rounds=st.integers(1, 5),
        stall_circuits=st.integers(1, 3),
    ),
    deck=deck_for,
    wanted=((Push, Discard), (Push, LayContract, LayMeld, LayOff, Swap), (Swap,)),
    scarce=use_up,
    invariants=(
        melds_are_legal_and_belong_to_those_who_have_laid,
        an_empty_hand_ends_the_round,
        only_those_whose_turn_is_to_come_or_on_have_fresh_cards,
        views_hold_ones_own_hand_and_nothing_else,
    ),
    begin=begin,
)
