"""Cards that are won: they lie in the open before their winner, out of play (P3.4)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.state import State

__all__ = ["battle_of", "won_by"]


def won_by(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Return the state once a seat has won cards."""
    won = (*state.won[seat], *cards)
    return replace(state, won=(*state.won[:seat], won, *state.won[seat + 1 :]))


def battle_of(state: State) -> Battle:
    """Return the battle in progress; ``ValueError`` if there is none."""
    if state.battle is None:
        raise ValueError("there is no battle")
    return state.battle
