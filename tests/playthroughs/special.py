"""The script of the special playthrough: the cards that matter, and what is done with them."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.games.game import Seat
from bot.games.kapow.cards import DECK

__all__ = ["ORDERS", "OUT", "SEATS", "SECRET", "opening"]

SECRET: Final = bytes(range(32))

SEATS: Final = (
    *("Rearranges", "Tops plus", "Tops minus", "Beneath plus", "Beneath minus"),
    *("Two waiting", "Lucky", "Goes out"),
)
"""What each seat is there to show."""

OUT: Final = 7
"""Who goes out first, and so starts the second round (K2.6)."""

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


def opening() -> Iterator[tuple[Seat, str]]:
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


ORDERS: Final = ((0, "dealer", (str(OUT),)), (1, "deal", _order()))
"""The scripted chance events: seat 0 starts, and the deal of the first round."""
