"""Cards won in battles: they are face up before their winner, out of play (P3.4)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.state import State

__all__ = ["battle_of", "won_by"]


def won_by(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Return the state after a seat has won cards."""
    won = (*state.won[seat], *cards)
    return replace(state, won=(*state.won[:seat], won, *state.won[seat + 1 :]))


def battle_of(state: State) -> Battle:
    """Return the battle in progress; ``ValueError`` if there is none."""
    if state.battle is None:
        raise ValueError("there is no battle in progress")
    return state.battle
