"""The full state of a match, hidden cards included, and what is hidden of it in Views.

Only the rules use it; others get Views.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bot.game.contract import Seat, Step, Viewer
from bot.game.rounds import Change, Setup, everyone, nobody, pile, seen_by
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Position
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scoring import RoundResult
from bot.games.kapow.rules.view import Drawn, Phase, View

if TYPE_CHECKING:
    from bot.games.kapow.rules.events import Event


class State(NamedTuple):
    """A match: the rounds scored so far, and the round in play or just scored.

    Piles are ordered from the top card down.
    """

    setup: Setup[KapowOptions]
    number: int
    """The number of the round, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    turn: int
    """The number of turns begun in the match, including this one."""
    hands: tuple[Hand, ...]
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    drawn: Drawn | None = None
    opened: frozenset[Seat] = frozenset()
    """The seats that have made their opening in this round (K3.1)."""
    out: Seat | None = None
    """The seat that went out first (K6.1)."""
    swaps: int = 0
    """The number of KAPOW! swaps in this turn (K4.10)."""
    reshuffles: int = 0
    passes: int = 0
    """Consecutive turns in which the top discard was taken and given back (K5.6)."""
    results: tuple[RoundResult, ...] = ()


_UNKNOWN = Position((None,))


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    drawn = state.drawn
    if drawn is not None and not _knows_drawn(state, viewer):
        drawn = Drawn(None, drawn.pile)
    return View(
        **seen_by(viewer, state),
        options=state.setup.options,
        starter=state.starter,
        hands=tuple(map(_shown, state.hands)),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        drawn=drawn,
        opened=state.opened,
        out=state.out,
        swaps=state.swaps,
        reshuffles=state.reshuffles,
        passes=state.passes,
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""

    def laid(position: Position) -> Position:
        knows = everyone if position.face_up else nobody
        cards = pile(position.cards, knows, change)
        return Position(cards, position.face_up, position.modifiers)

    drawn = state.drawn
    if drawn is not None:
        drawn = Drawn(change(drawn.card, lambda viewer: _knows_drawn(state, viewer)), drawn.pile)
    return state._replace(
        hands=tuple(_map_hand(hand, laid) for hand in state.hands),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        drawn=drawn,
    )


def _knows_drawn(state: State, viewer: Viewer) -> bool:
    """Whether ``viewer`` knows the card just taken: its taker, or all if it was open (K3.2)."""
    return state.drawn is None or (state.drawn.pile is Pile.DISCARD or viewer == state.to_move)


def _map_hand(hand: Hand, change: Callable[[Position], Position]) -> Hand:
    """Return the hand with every position changed, in reading order of its columns."""
    return tuple(None if triad is None else Triad(*map(change, triad)) for triad in hand)


def _shown(hand: Hand) -> Hand:
    """Return the hand with its face-down cards unknown."""
    return _map_hand(hand, lambda position: position if position.face_up else _UNKNOWN)


class Draft:
    """The fields of a :class:`State`, mutable during one action, and its events."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        (
            self.setup,
            self.number,
            self.phase,
            self.starter,
            self.to_move,
            self.turn,
            self.hands,
            self.draw_pile,
            self.discard_pile,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
            self.results,
        ) = state
        self.events: list[Event] = []

    def freeze(self) -> Step[State]:
        """Return the new state, with the events."""
        state = State(
            self.setup,
            self.number,
            self.phase,
            self.starter,
            self.to_move,
            self.turn,
            self.hands,
            self.draw_pile,
            self.discard_pile,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
            self.results,
        )
        return Step(state, tuple(self.events))

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.to_move]

    @hand.setter
    def hand(self, hand: Hand) -> None:
        seat = self.to_move
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
