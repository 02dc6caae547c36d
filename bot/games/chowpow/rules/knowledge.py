"""Hidden information: what a viewer may know (section 6 of the rules).

Everybody has seen a flipped card, and can follow it in its pile, even when it is covered, and into
the hand that takes the pile. A View shows less: only the last seen faces of the slots, which are
forgotten once they are covered or taken (P7.9).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.game.contract import Seat, Viewer
from bot.game.standing import totals
from bot.games.chowpow.rules.cards import Card, read_cards
from bot.games.chowpow.rules.grid import SLOTS, Slot
from bot.games.chowpow.rules.moves import to_act
from bot.games.chowpow.rules.state import Hand, Held, Phase, State
from bot.games.chowpow.rules.view import SlotView, View

__all__ = ["count_cards", "permute_unknown", "view"]


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    chosen = state.chosen or (None,) * state.setup.seats
    return View(
        viewer=viewer,
        options=state.setup.options,
        seats=state.setup.seats,
        round=state.number,
        phase=state.phase,
        starter=state.starter,
        to_move=state.to_move,
        to_act=to_act(state),
        turn=state.turn,
        turns=state.turns,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(
            len(hand) + len(laid or ()) for hand, laid in zip(state.hands, chosen, strict=True)
        ),
        slots=tuple(_slot(state, slot) for slot in SLOTS),
        draw_pile=len(state.draw_pile),
        won=state.won,
        due=state.due,
        up=state.up,
        pair=state.pair,
        flips=state.flips,
        last_flips=state.last_flips,
        battle=state.battle,
        chosen=None if viewer is None else chosen[viewer],
        last=state.last,
        drawn=state.drawn,
        results=state.results,
        totals=totals(state.setup.seats, state.results),
    )


def permute_unknown(
    state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
) -> State:
    """Return the state with the cards that ``viewer`` may not know rearranged by ``order``.

    These are unflipped cards of the grid, also covered ones, the deck, and those cards in other
    hands, and in their secret choices, that were never flipped.
    """
    unknown = [lying.card for pile in state.grid for lying in pile if not lying.seen]
    for held_by in (state.hands, state.chosen):
        for seat, hand in enumerate(held_by):
            unknown += [held.card for held in hand or () if not _knows(state, viewer, seat, held)]
    cards = _read(order([str(card) for card in (*unknown, *state.draw_pile)]))
    grid = tuple(
        tuple(lying if lying.seen else lying._replace(card=next(cards)) for lying in pile)
        for pile in state.grid
    )
    hands = tuple(
        _filled(state, viewer, seat, hand, cards) for seat, hand in enumerate(state.hands)
    )
    chosen = tuple(
        None if hand is None else _filled(state, viewer, seat, hand, cards)
        for seat, hand in enumerate(state.chosen)
    )
    return replace(state, grid=grid, hands=hands, chosen=chosen, draw_pile=tuple(cards))


def count_cards(state: State) -> Counter[str]:
    """Count every card of the game by its notation, in all piles and hands."""
    lying = (each.card for pile in state.grid for each in pile)
    held = (each.card for hand in (*state.hands, *state.chosen) for each in hand or ())
    battle = (*state.battle.attack, *state.battle.defence) if state.battle else ()
    open_cards = (card for cards in (*state.won, *state.drawn) for card in cards)
    return Counter(map(str, (*state.draw_pile, *lying, *held, *battle, *open_cards)))


def _slot(state: State, slot: Slot) -> SlotView:
    """Return a slot with the face to display (P7.9)."""
    pile = state.grid[slot.place]
    recent = any(flipped.slot == slot for flipped in (*state.flips, *state.last_flips))
    reminded = state.setup.options.memory_aid or recent
    face = pile[0].card if pile and pile[0].shown and reminded else None
    return SlotView(len(pile), face, slot in state.up)


def _knows(state: State, viewer: Viewer, seat: Seat, held: Held) -> bool:
    """Whether ``viewer`` knows a card: their own, one that was seen, or any after scoring."""
    return viewer == seat or held.known or state.phase in (Phase.SCORED, Phase.OVER)


def _filled(state: State, viewer: Viewer, seat: Seat, hand: Hand, cards: Iterator[Card]) -> Hand:
    """Return a hand with its unknown cards replaced by others."""
    return tuple(
        held if _knows(state, viewer, seat, held) else held._replace(card=next(cards))
        for held in hand
    )


def _read(cards: Sequence[str]) -> Iterator[Card]:
    for text in cards:
        yield from read_cards(text)
