"""Hidden information: what a viewer may know (section 5 of the rules)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.game.contract import Viewer
from bot.game.standing import totals
from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.state import Hands, Laid, Phase, State, known
from bot.games.kabobo.rules.view import View

__all__ = ["count_cards", "permute_unknown", "view"]


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    drawn = state.drawn
    return View(
        viewer=viewer,
        options=state.setup.options,
        seats=state.setup.seats,
        round=state.number,
        phase=state.phase,
        starter=state.starter,
        to_move=state.to_move,
        turn=state.turn,
        turns=state.turns,
        hands=_map(
            state.hands,
            lambda laid: laid if _knows(state, viewer, laid) else replace(laid, card=None),
        ),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        has_drawn=drawn is not None,
        drawn=drawn if viewer == state.to_move else None,
        peeked=state.peeked,
        caller=state.caller,
        reshuffles=state.reshuffles,
        pieces=state.pieces,
        results=state.results,
        totals=totals(state.setup.seats, state.results),
    )


def permute_unknown(
    state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
) -> State:
    """Return the state with the cards that ``viewer`` may not know rearranged by ``order``."""
    unknown = [
        known(laid.card) for hand in state.hands for laid in hand if not _knows(state, viewer, laid)
    ]
    hides_drawn = state.drawn is not None and viewer != state.to_move
    unknown += [*state.draw_pile, *([known(state.drawn)] if hides_drawn else [])]
    permuted = map(card, order([str(each) for each in unknown]))
    hands = _map(
        state.hands,
        lambda laid: laid if _knows(state, viewer, laid) else replace(laid, card=next(permuted)),
    )
    deck = tuple(next(permuted) for _ in state.draw_pile)
    drawn = next(permuted) if hides_drawn else state.drawn
    return replace(state, hands=hands, draw_pile=deck, drawn=drawn)


def count_cards(state: State) -> Counter[str]:
    """Count every card of the round by its notation, in all piles and hands."""
    laid = (known(each.card) for hand in state.hands for each in hand)
    drawn = () if state.drawn is None else (state.drawn,)
    return Counter(map(str, (*state.draw_pile, *state.discard_pile, *drawn, *laid)))


def _knows(state: State, viewer: Viewer, laid: Laid) -> bool:
    """Whether ``viewer`` knows a card: face up, seen, or any after the round (B4.1)."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)
    return laid.face_up or revealed or laid.how(viewer) is not None


def _map(hands: Hands, change: Callable[[Laid], Laid]) -> Hands:
    return tuple(tuple(map(change, hand)) for hand in hands)
