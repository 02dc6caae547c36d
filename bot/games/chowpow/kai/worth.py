"""How a position of the twin is likely to end: points, and the chance to win.

The figures are a least-squares fit to 3,000 games that the fast player played against itself, from
the start of every turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

from bot.games.chowpow.kai import foraging
from bot.games.chowpow.kai.twin import TOTAL, WILDS, Twin, key
from bot.games.chowpow.rules.view import Phase, View

HELD: Final = (2.8, 0.07)
"""What a card in a hand is worth in points, and more for each card of the deck."""

WILD: Final = (2.2, 0.1)
"""What a wild is worth besides."""

MOVE: Final = 4.5
"""What it is worth to be the next to move..."""

LEAD: Final = (3.3, 0.04)
"""...and each card of the best pile beside a pair that was seen."""

INCOME: Final = (-27.0, 1.27)
"""What each of two seats still wins besides."""

SPREAD: Final = (24.0, 1.08)
"""The standard deviation of the margin at the end."""

WHOLE_GAME: Final = 84.0
"""The same for a game that isn't dealt yet, as in a Three Course Meal (P5.2)."""

TIE: Final = 0.001
"""What a card won counts beside points: it breaks ties (P4.2)."""

TABLE: Final = 2
"""The seats for which the figures are fitted; the deck lasts a larger table fewer turns."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the match stands before this game, as far as it decides the match."""

    viewer: int
    totals: Sequence[int]
    """The points of each seat in the games before (P5.2)."""
    games: int
    """How many games follow this one."""
    hot_sauce: bool

    @classmethod
    def of(cls, view: View) -> "Outlook":
        """Return the outlook of a View; ``ValueError`` for a spectator's."""
        if view.viewer is None:
            raise ValueError("only seats have an outlook")
        options = view.options
        return cls(view.viewer, view.totals, options.games - view.round, options.hot_sauce)


def result(twin: Twin, outlook: Outlook) -> tuple[float, float, float]:
    """Return own points, those of the others on average, and the chance to win the match."""
    points, spread = _final(twin, outlook) if twin.phase is Phase.OVER else _likely(twin)
    seat = outlook.viewer
    others = [each for other, each in enumerate(points) if other != seat]
    counted = zip(outlook.totals, points, twin.counts, strict=True)
    so_far = [before + now + TIE * cards for before, now, cards in counted]
    rival = max(each for other, each in enumerate(so_far) if other != seat)
    spread = sqrt(spread * spread + outlook.games * WHOLE_GAME * WHOLE_GAME)
    ahead = so_far[seat] - rival
    chance = 0.5 + 0.5 * (erf(ahead / spread / sqrt(2)) if spread else (ahead > 0) - (ahead < 0))
    return points[seat], sum(others) / len(others), chance


def _final(twin: Twin, outlook: Outlook) -> tuple[list[float], float]:
    """Return the points of a finished game (P4.2, P5.1)."""
    sauce = [outlook.hot_sauce * (key(hand) & TOTAL) for hand in twin.hands]
    return [float(won - left) for won, left in zip(twin.points, sauce, strict=True)], 0.0


def _likely(twin: Twin) -> tuple[list[float], float]:
    """Return the expected points at the end, and how far they may be off."""
    deck = len(twin.deck) * TABLE / twin.seats
    held, wild = HELD[0] + HELD[1] * deck, WILD[0] + WILD[1] * deck
    income = (INCOME[0] + INCOME[1] * deck) * TABLE / twin.seats
    points = [
        won + income + held * len(hand) + wild * sum([card < WILDS for card in hand])
        for won, hand in zip(twin.points, twin.hands, strict=True)
    ]
    known = [place for place in range(16) if twin.shown[place] and twin.piles[place]]
    found = foraging.lead(twin, known)
    cards = foraging.beside(twin, *found) if found else 0
    points[twin.to_move] += MOVE + (LEAD[0] + LEAD[1] * deck) * cards
    return points, SPREAD[0] + SPREAD[1] * deck
