"""Refilling the grid from the deck, and shuffling cards back into it (P2.3, P3.7, P4.1)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import Step
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import Event, LastTurns, Refilled, ShuffledBack
from bot.games.chowpow.rules.grid import GridCard, Slot, put
from bot.games.chowpow.rules.state import State

__all__ = ["refill", "shuffle_back"]


def refill(state: State, slots: Sequence[Slot]) -> Step[State]:
    """Put a face-down card on each slot, in this order, until the deck is empty (P2.3).

    This covers the cards below, whose faces are forgotten (P7.9). An empty deck starts the last
    turns, even if cards are shuffled into it later (P4.1).
    """
    able = tuple(slots[: len(state.draw_pile)])
    if not able:
        return Step(state, ())
    grid = state.grid
    for slot, card in zip(able, state.draw_pile, strict=False):
        under = (lying._replace(shown=False) for lying in grid[slot.place])
        grid = put(grid, slot, (GridCard(card), *under))
    deck = state.draw_pile[len(able) :]
    after = replace(state, grid=grid, draw_pile=deck)
    events: tuple[Event, ...] = (Refilled(able, len(deck)),)
    if not deck and state.last is None:
        after = replace(after, last=state.setup.seats)
        events = (*events, LastTurns())
    return Step(after, events)


def shuffle_back(state: State, cards: Sequence[Card]) -> Step[State]:
    """Shuffle lost cards into the deck (P3.5, P5.3)."""
    if not cards:
        return Step(state, ())
    number = state.reshuffles + 1
    whole = (*state.draw_pile, *cards)
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", whole)
    return Step(replace(state, draw_pile=deck, reshuffles=number), (ShuffledBack(len(cards)),))
