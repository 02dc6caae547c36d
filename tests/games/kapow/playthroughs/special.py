"""The special match of Kapow!: the cards that matter, and what is done with them."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.game.record import Record
from bot.games.kapow.rules.actions import Action, Discard, EndTurn, Pile, Replace, Take
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, lying
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
