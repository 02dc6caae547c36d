"""What holds in every position of Kabobo!, and what the state machine of its rules tries."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.game.contract import SPECTATOR
from bot.games.kabobo.rules.actions import Call, Check, Lock, Look, Season, Trade, Unlock
from bot.games.kabobo.rules.cards import DECK
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import PIECES, Phase
from tests.game.machine import Guide


def use_up(state: State, _pick: int) -> State:
    """As if all of the deck had been drawn and discarded (B2.6)."""
    if state.phase is not Phase.TURN:
        return state
    return replace(state, draw_pile=(), discard_pile=(*state.discard_pile, *state.draw_pile))


def everybody_has_four_cards_and_there_is_a_discard(state: State) -> None:
    assert {len(hand) for hand in state.hands} == {4}
    assert state.discard_pile
    assert (state.drawn is not None) == (state.phase is Phase.DRAWN)


def nobody_has_more_than_five_pieces(state: State) -> None:
    assert all(0 <= pieces <= PIECES for pieces in state.pieces)


def views_hold_what_was_seen_and_nothing_else(state: State) -> None:
    revealed = state.phase in (Phase.SCORED, Phase.OVER)
    for viewer in (SPECTATOR, *range(state.setup.seats)):
        for hand in KABOBO.view(state, viewer).hands:
            for laid in hand:
                may = revealed or laid.face_up or laid.how(viewer) is not None
                assert (laid.card is not None) == may


def what_was_seen_lay_face_down(state: State) -> None:
    for hand in state.hands:
        for laid in hand:
            assert not (laid.face_up and laid.seen)
            assert laid.fresh <= {seat for seat, _ in laid.seen}


GUIDE = Guide(
    KABOBO,
    options=st.builds(
        KaboboOptions,
        memory_aid=st.booleans(),
        max_turns=st.integers(3, 8),
        max_rounds=st.integers(1, 12),
    ),
    deck=lambda _: DECK,
    wanted=((Season,), (Check, Look, Trade, Lock, Unlock)),
    scarce=use_up,
    invariants=(
        everybody_has_four_cards_and_there_is_a_discard,
        nobody_has_more_than_five_pieces,
        views_hold_what_was_seen_and_nothing_else,
        what_was_seen_lay_face_down,
    ),
    rarely=(Call,),
)
