"""The showdown of a Battle Buffet: all seats lay cards in secret (P5.3, P7.8)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.games.chowpow.rules.actions import LayDown
from bot.games.chowpow.rules.battles import check_play
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import Chose, ShowdownEnded
from bot.games.chowpow.rules.hands import picked, with_hand, without
from bot.games.chowpow.rules.refilling import shuffle_back
from bot.games.chowpow.rules.sides import strength
from bot.games.chowpow.rules.state import Hand, State
from bot.games.chowpow.rules.turns import next_turn, then
from bot.games.chowpow.rules.winning import won_by

__all__ = ["check_lay_down", "lay_down"]


def check_lay_down(state: State, seat: Seat, action: LayDown) -> None:
    """Raise :class:`IllegalActionError` unless the cards may be laid down together (P5.3)."""
    check_play(state, seat, action.cards, "P5.3")


def lay_down(state: State, seat: Seat, action: LayDown) -> Step[State]:
    """Choose cards; once all have chosen, show them: the best takes all (P5.3)."""
    laid = picked(state.hands[seat], action.cards)
    chosen = (*state.chosen[:seat], laid, *state.chosen[seat + 1 :])
    after = replace(with_hand(state, seat, without(state.hands[seat], laid)), chosen=chosen)
    step = Step(after, (Chose(seat),))
    whole = [hand for hand in chosen if hand is not None]
    return step if len(whole) < len(chosen) else then(step, _show(after, whole))


def _show(state: State, chosen: Sequence[Hand]) -> Step[State]:
    laid = tuple(tuple(held.card for held in hand) for hand in chosen)
    most = max(map(strength, laid))
    best = tuple(seat for seat, cards in enumerate(laid) if strength(cards) == most)
    after, lost = _given(replace(state, chosen=()), laid, best)
    step = then(Step(after, (ShowdownEnded(laid, best),)), shuffle_back(after, lost))
    return then(step, next_turn(step.state))


def _given(
    state: State, laid: Sequence[tuple[Card, ...]], best: Sequence[Seat]
) -> tuple[State, Sequence[Card]]:
    """Give out the cards of a showdown; also return those that go back into the deck.

    A single best seat takes all. Tied seats take their own cards, the others' go back.
    """
    if len(best) == 1:
        return won_by(state, best[0], [card for cards in laid for card in cards]), ()
    for seat in best:
        state = won_by(state, seat, laid[seat])
    return state, [card for seat, cards in enumerate(laid) if seat not in best for card in cards]
