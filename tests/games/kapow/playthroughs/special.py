"""The special match of Kapow!: the cards that matter, and what is done with them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from bot.game.record import Record
from bot.game.replay import Moment
from bot.games.kapow.rules.actions import Action, Discard, EndTurn, Pile, Replace, Take
from bot.games.kapow.rules.cards import DECK, LONE_KAPOW, Card, span
from bot.games.kapow.rules.events import (
    Placed,
    Reshuffled,
    RoundEnded,
    Swapped,
    TriadDiscarded,
    TurnedUp,
    TurnStarted,
)
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, Triad, lying
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from tests.playthroughs.playing import Move, played, scripted

_SECRET: Final = bytes(range(32))

_SEATS: Final = (
    *("Rearranges", "Tops plus", "Tops minus", "Beneath plus", "Beneath minus"),
    *("Two waiting", "Lucky", "Goes out"),
)
"""What each seat is there to show."""

_OUT: Final = 7
"""Deals, so that seat 0 starts; goes out first, and so starts the second round (K2.5, K2.6)."""

_HANDS: Final = (
    "_ 12 12",  # with KAPOW! on top: the 12 is to top the discard pile (K4.4)
    "P1 _ _",  # a 3 goes on top, +1 visible (K3.3c)
    "P2 P1 _",  # a 0 goes on top of both, -2 and -1 visible: a negative triad (K4.2)
    "9 9 _",  # the worked example 9/9/11: +1 goes beneath the middle (K3.3d)
    "5 6 _",  # -2 goes beneath the 6, and a 3 completes 5/4/3
    "_ _ _ 7 7 _",  # 5/K/6 and 7/7/K: both wait at once (K4.4)
    "_ _ _ _ _ _ 8 8 K 3 4 5",  # the last turn's turn-up completes two (K6.3)
    "_ _ _",
)
"""The first cards of each hand, column by column; ``_`` stands for any."""

_DISCARD: Final = "12"
_DRAW: Final = "K 3 0 P1 P2 5 10 11   0 11 3 K   0 6   K"
"""What is drawn in the first four circuits."""

_CIRCUITS: Final = (
    (
        "reveal 1m 1b, take draw, replace 1t, swap 1t 1b, end",
        "reveal 1t 2t, take draw, top 1t +",
        "reveal 1t 1m, take draw, top 1t -",
        "reveal 1t 1m, take draw, beneath 1m +",
        "reveal 1t 1m, take draw, beneath 1m -",
        "reveal 2t 2m, take draw, replace 1t",
        "reveal 1t 1m, take draw, discard",
        "reveal 1t 1m, take draw, replace 1b",
    ),
    (
        *("pass", "pass"),
        "take draw, top 1m -",
        "take draw, replace 1b",
        "take draw, replace 1b",
        "take draw, replace 1m, end",
        *("pass", "pass"),
    ),
    (
        *("pass", "pass"),
        "take draw, replace 1b",
        *("pass", "pass"),
        "take draw, replace 1b, end",
        *("pass", "pass"),
    ),
    (
        *("pass", "pass", "pass", "pass", "pass"),
        "take draw, replace 2b, swap 1m 1b, end",
        *("pass", "pass"),
    ),
)
_PASS: Final = "take discard, discard"


def special() -> Record:
    """Return two rounds with every special: first as written, then to the end."""
    record = Record(
        game=KAPOW.name,
        secret=_SECRET,
        seats=_SEATS,
        cuts=("",) * len(_SEATS),
        options=(("rounds", 2), ("cards", 12)),
        fixed=((0, "dealer", (str(_OUT),)), (1, "deal", _order())),
    )
    return played(KAPOW, record, scripted(_opening(), _finish))


def _opening() -> Iterator[Move]:
    """Yield the actions of the first four circuits of the first round."""
    for circuit in _CIRCUITS:
        for seat, turn in enumerate(circuit):
            for action in turn.replace("pass", _PASS).split(", "):
                yield seat, action


def _order() -> tuple[str, ...]:
    """Return the deal: the cards that matter where they must be, any others between them."""
    hands = [text.split() + ["_"] * (12 - len(text.split())) for text in _HANDS]
    wanted = [card for hand in hands for card in hand] + [_DISCARD, *_DRAW.split()]
    rest = Counter(map(str, DECK))
    rest.subtract(card for card in wanted if card != "_")
    del rest["K"]  # Other KAPOW! cards lie in the draw pile: here nobody has more than is written.
    others = random.Random(1).sample(list(rest.elements()), rest.total())
    return tuple(others.pop() if card == "_" else card for card in wanted)


def _finish(state: State) -> Move:
    """Choose plainly: one seat turns its cards over until it is out, the others draw and discard.

    In the second round that seat keeps low cards alone, so that its score is not doubled.
    """
    current = state
    seat = current.to_move
    legal = KAPOW.legal(state, seat)
    if current.drawn is not None:
        keeps = seat == _OUT and (current.number == 1 or current.drawn.card in range(8))
        covered = filter(partial(_turns_over, current.hands[seat]), legal)
        return seat, str(next(covered, Discard()) if keeps else Discard())
    wanted = {Phase.TAKE: Take(Pile.DRAW), Phase.KAPOW: EndTurn()}
    return seat, str(wanted.get(current.phase, legal[0]))


def _turns_over(hand: Hand, action: Action) -> bool:
    """Whether the action replaces a face-down card."""
    if not isinstance(action, Replace):
        return False
    position = lying(hand, action.place)
    return position is not None and not position.face_up


SPECIALS: Final = (
    "plus (on top, K3.3c)",
    "minus (on top, K3.3c)",
    "plus (beneath, K3.3d)",
    "minus (beneath, K3.3d)",
    "negative triad (K4.2)",
    "KAPOW! leaves the top of a waiting triad (K4.4)",
    "after a swap another card than KAPOW! tops the discard pile (K5.1)",
    "two triads wait (K4.4)",
    "reshuffle (K5.5)",
    "final turn: the turn-up completes a triad (K6.3)",
    "final turn: the turn-up completes a triad that waits (K6.3)",
    "doubled (K6.5)",
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
