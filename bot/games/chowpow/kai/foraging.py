"""Fast Chows for playouts: flip a pair that was seen beside the largest pile, or something new."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.games.chowpow.kai.twin import FACES, NEAR, WILDS, Twin, matching

CARD: Final = 6
"""What a card of a pile is worth to the taker, in points."""

USUAL: Final = 3
"""The number of a card that nobody has seen, about."""

WILD: Final = 3
"""The additional value of a wild."""


def flip(twin: Twin) -> None:
    """Flip a pair that was seen, the partner of a card that lies up, or something new."""
    piles, shown, up = twin.piles, twin.shown, twin.up
    known = [place for place in range(16) if shown[place] and piles[place]]
    if not up:
        found = lead(twin, known)
        if found:
            twin.flip(found[0])
            twin.flip(found[1])
            return
    elif len(up) == 1 or not twin.pairs():
        partner = _partner(twin, known)
        if partner is not None:
            twin.flip(partner)
            return
    for place in range(16):
        if piles[place] and not shown[place]:
            twin.flip(place)
            return
    twin.flip(next(place for place in known if place not in up))


def _partner(twin: Twin, known: Sequence[int]) -> int | None:
    """Return the place that matches a card that lies up, beside the largest pile."""
    piles, found, most = twin.piles, None, 0
    for one in twin.up:
        for place in known:
            if place not in twin.up and matching(piles[one][-1], piles[place][-1]):
                cards = beside(twin, one, place)
                if cards > most:
                    found, most = place, cards
    return found


def pair(twin: Twin) -> None:
    """Choose the match beside the largest pile."""
    twin.match(max(twin.pairs(), key=lambda each: beside(twin, *each)))


def take(twin: Twin) -> None:
    """Take the largest pile, or the best card."""
    piles, shown = twin.piles, twin.shown

    def worth(place: int) -> int:
        pile = piles[place]
        if not shown[place]:
            return CARD * len(pile) + USUAL
        return CARD * len(pile) + (pile[-1] & FACES) + (WILD if pile[-1] < WILDS else 0)

    twin.take(max(twin.takeable(), key=worth))


def lead(twin: Twin, known: Sequence[int]) -> tuple[int, int] | None:
    """Return the pair that was seen beside the largest pile, None without any."""
    piles, found, most = twin.piles, None, 0
    for one, two in combinations(known, 2):
        if matching(piles[one][-1], piles[two][-1]):
            cards = beside(twin, one, two)
            if cards > most:
                found, most = (one, two), cards
    return found


def beside(twin: Twin, one: int, two: int) -> int:
    """Return the number of cards of the largest pile that touches a match."""
    piles = twin.piles
    return max([len(piles[at]) for at in (*NEAR[one], *NEAR[two]) if at not in (one, two)])
