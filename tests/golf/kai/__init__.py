"""Kai's player of Golf: it keeps low cards and what fits a column, and looks no farther."""

from collections.abc import Sequence
from typing import Final

from bot.game.moves import Draw
from bot.game.slots import Laid
from bot.kai.player import USUAL_LEVEL, Choice, Kai, only_choice
from bot.kai.words import because
from tests.golf.rules.table import Action, Grid, Keep, Phase, Take, Turn, View, column_of

UNKNOWN: Final = 5.0
"""About what a face-down card counts."""
LOW: Final = 4
"""A card up to this is better than most that are drawn."""


class EasyGolf:
    """Puts each card where it saves most; discards what saves nothing."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that saves most points, and why."""
        if only := only_choice(legal):
            return only
        grid = view.grids[view.to_move]
        if view.phase is Phase.TURN:
            top = view.discard_pile[0]
            place, saved = _best(grid, top, [at.place for at in legal if isinstance(at, Take)])
            if saved >= UNKNOWN or (top <= LOW and saved > 0):
                return Choice(Take(place), because("saves_points"))
            return Choice(Draw(), because("little_there"))
        drawn = view.drawn or 0
        place, saved = _best(grid, drawn, [at.place for at in legal if isinstance(at, Keep)])
        turns = [each for each in legal if isinstance(each, Turn)]
        if saved > 0 or not turns:
            return Choice(Keep(place), because("saves_points"))
        return Choice(turns[0], because("turns_up"))


def _best(grid: Grid, card: int, places: Sequence[int]) -> tuple[int, float]:
    """Return where a card saves most, and how many points."""
    saved = {place: _saved(grid, place, card) for place in places}
    best = max(places, key=lambda place: saved[place])
    return best, saved[best]


def _saved(grid: Grid, place: int, card: int) -> float:
    """Return how many points a card saves in a place, a column that it completes included."""
    laid = grid[place]
    others = [grid[at] for at in column_of(place) if at != place]
    like = sum(other == Laid(card, up=True) for other in others)
    breaks = laid.up and any(other == laid for other in others)
    counts = UNKNOWN if laid.card is None else laid.card
    gain = counts - card + card * like * (like == len(others)) + like * 0.5 * max(card, 0)
    return gain - 2.0 * breaks


KAI: Final = Kai(players={USUAL_LEVEL: EasyGolf()}, open_hands=True)
"""No seat knows more than another when a turn begins."""
