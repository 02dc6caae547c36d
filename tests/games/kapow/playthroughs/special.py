"""What seldom happens in Kapow!, and does in its special match."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.game.replay import Moment
from bot.game.rounds import Reshuffled, RoundEnded, TurnStarted
from bot.games.kapow.rules.cards import LONE_KAPOW, Card, span
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase, Placed, Swapped, TriadDiscarded, TurnedUp

SPECIALS: Final = (
    *("plus (on top, K3.3c)", "minus (on top, K3.3c)", "plus (beneath, K3.3d)"),
    *("minus (beneath, K3.3d)", "negative triad (K4.2)"),
    "KAPOW! leaves the top of a waiting triad (K4.4)",
    "after a swap another card than KAPOW! tops the discard pile (K5.1)",
    *("two triads wait (K4.4)", "reshuffle (K5.5)"),
    "final turn: the turn-up completes a triad (K6.3)",
    *("final turn: the turn-up completes a triad that waits (K6.3)", "doubled (K6.5)"),
    "not doubled (K6.5)",
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield the name of every special thing that happens in a match of Kapow!."""
    for before, after in pairwise(moments):
        yield from _powersets(after)
        yield from _triads(before.state, after)
        yield from _scores(after)
        if any(isinstance(event, Reshuffled) for event in after.events):
            yield "reshuffle (K5.5)"


def _powersets(moment: Moment) -> Iterator[str]:
    for event in moment.events:
        if isinstance(event, Placed):
            sign = event.position.modifiers[0 if event.on_top else -1]
            way = "on top, K3.3c" if event.on_top else "beneath, K3.3d"
            yield f"{'plus' if sign > 0 else 'minus'} ({way})"


def _triads(before: State, moment: Moment) -> Iterator[str]:
    after: State = moment.state
    for event in moment.events:
        if isinstance(event, TriadDiscarded):
            if LONE_KAPOW not in event.triad and sum(span(place)[0] for place in event.triad) < 0:
                yield "negative triad (K4.2)"
            if before.swaps and _tops_the_pile(moment, event):
                yield "after a swap another card than KAPOW! tops the discard pile (K5.1)"
        if isinstance(event, Swapped) and _leaves_the_top(before, event):
            yield "KAPOW! leaves the top of a waiting triad (K4.4)"
    if after.phase is Phase.KAPOW and len(_waiting(after)) >= 2:
        yield "two triads wait (K4.4)"
    yield from _luck(moment)


def _tops_the_pile(moment: Moment, gone: TriadDiscarded) -> bool:
    """Whether a triad that waited for the turn's end has left its top card to be drawn."""
    top = gone.triad[0].upper
    waited = str(moment.action) == "end" and LONE_KAPOW in gone.triad
    return waited and top is not Card.KAPOW and moment.state.discard_pile[0] == top


def _leaves_the_top(before: State, swapped: Swapped) -> bool:
    triad = before.hands[swapped.seat][swapped.kapow.column]
    return swapped.kapow.row == 0 and triad is not None and triad.is_complete


def _waiting(state: State) -> list[Triad]:
    hand = state.hands[state.to_move]
    return [triad for triad in hand if triad is not None and triad.is_complete]


def _luck(moment: Moment) -> Iterator[str]:
    """What the turn-up of a final turn completes: it goes before a card is taken, or waits."""
    kinds = [type(event) for event in moment.events]
    if TurnedUp not in kinds:
        return
    final = moment.events[kinds.index(TurnStarted) :] if TurnStarted in kinds else ()
    if any(isinstance(event, TriadDiscarded) for event in final):
        yield "final turn: the turn-up completes a triad (K6.3)"
    if moment.state.phase is Phase.TAKE and _waiting(moment.state):
        yield "final turn: the turn-up completes a triad that waits (K6.3)"


def _scores(moment: Moment) -> Iterator[str]:
    for event in moment.events:
        if isinstance(event, RoundEnded) and event.result.out is not None:
            hand = event.result.hands[event.result.out]
            assert hand.points == hand.total * (2 if hand.doubled else 1)
            if hand.total > 0:
                yield f"{'doubled' if hand.doubled else 'not doubled'} (K6.5)"
