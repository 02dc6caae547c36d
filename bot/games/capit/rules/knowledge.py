"""Hidden information: what a viewer may know, namely their own hand and all open cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.game.contract import Seat, Viewer
from bot.game.standing import totals
from bot.games.capit.rules.cards import Card, read_cards
from bot.games.capit.rules.hands import known_of
from bot.games.capit.rules.state import Held, Phase, State
from bot.games.capit.rules.view import View

__all__ = ["count_cards", "permute_unknown", "view"]


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    return View(
        viewer=viewer,
        options=state.setup.options,
        seats=state.setup.seats,
        round=state.number,
        phase=state.phase,
        dealer=state.dealer,
        to_move=state.to_move,
        turn=state.turn,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(map(len, state.hands)),
        known=tuple(map(known_of, state.hands)),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        melds=state.melds,
        laid=state.laid,
        idle=state.idle,
        results=state.results,
        totals=totals(state.setup.seats, state.results),
    )


def permute_unknown(
    state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
) -> State:
    """Return the state with the cards that ``viewer`` may not know rearranged by ``order``."""
    unknown = [
        held.card
        for seat, hand in enumerate(state.hands)
        for held in hand
        if not _knows(state, viewer, seat, held)
    ]
    permuted = _read(order([str(card) for card in (*unknown, *state.draw_pile)]))
    hands = tuple(
        tuple(
            held if _knows(state, viewer, seat, held) else held._replace(card=next(permuted))
            for held in hand
        )
        for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, draw_pile=tuple(permuted))


def count_cards(state: State) -> Counter[str]:
    """Count every card of the round by its notation, in all piles, hands and melds."""
    held = (each.card for hand in state.hands for each in hand)
    melded = (card for laid in state.melds for card in laid.meld.cards)
    return Counter(map(str, (*state.draw_pile, *state.discard_pile, *held, *melded)))


def _knows(state: State, viewer: Viewer, seat: Seat, held: Held) -> bool:
    """Whether ``viewer`` knows a card: their own, one that was seen, or any after scoring."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)
    return viewer == seat or held.known or revealed


def _read(cards: Sequence[str]) -> Iterator[Card]:
    for text in cards:
        yield from read_cards(text)
