"""The full state of a match, hidden cards included, and what a viewer may know (section 5)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.game.contract import Seat, Viewer
from bot.game.rounds import Change, RoundState, Setup, everyone, nobody, only, pile, seen_by
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scoring import RoundResult
from bot.games.kabobo.rules.view import Hands, Laid, Phase, View


@dataclass(frozen=True, slots=True, kw_only=True)
class State(RoundState):
    """A match: the rounds scored so far, and the round in play or just scored.

    Piles are ordered from the top card down; the peeks of a round count as a turn of the match.
    """

    setup: Setup[KaboboOptions]
    phase: Phase
    results: tuple[RoundResult, ...] = ()
    starter: Seat
    hands: Hands
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    pieces: tuple[int, ...]
    """Each seat's pieces of the skewer (B1.5)."""
    drawn: Card | None = None
    peeked: frozenset[Seat] = frozenset()
    turns: int = 0
    """The number of turns begun in this round, including this one (B2.8)."""
    caller: Seat | None = None
    """The seat that has called "Kabobo!" (B2.5)."""
    reshuffles: int = 0


def known(card: Card | None) -> Card:
    """Return the card, which is never None in a state; ``ValueError`` if it is."""
    if card is None:
        raise ValueError("this card is unknown: it comes from a View")
    return card


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    return View(
        **seen_by(viewer, state),
        options=state.setup.options,
        starter=state.starter,
        turns=state.turns,
        hands=_map(
            state.hands,
            lambda laid: laid if _knows(state, viewer, laid) else replace(laid, card=None),
        ),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        has_drawn=state.drawn is not None,
        drawn=state.drawn if viewer == state.to_move else None,
        peeked=state.peeked,
        caller=state.caller,
        reshuffles=state.reshuffles,
        pieces=state.pieces,
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""

    def laid(each: Laid) -> Laid:
        return replace(each, card=change(each.card, lambda viewer: _knows(state, viewer, each)))

    return replace(
        state,
        hands=_map(state.hands, laid),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        drawn=state.drawn and change(state.drawn, only(state.to_move)),
    )


def _knows(state: State, viewer: Viewer, laid: Laid) -> bool:
    """Whether ``viewer`` knows a card: face up, seen, or any after the round (B4.1)."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)
    return laid.face_up or revealed or laid.how(viewer) is not None


def _map(hands: Hands, change: Callable[[Laid], Laid]) -> Hands:
    return tuple(tuple(map(change, hand)) for hand in hands)
