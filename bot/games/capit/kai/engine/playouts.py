"""Playouts of choices, with the same hidden cards for all of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.capit.kai.engine.game import ACTIVE, MELDS, Game, copied
from bot.games.capit.kai.engine.tables import KINDS, POINTS, Tables
from bot.games.capit.kai.engine.turns import play_out
from bot.games.capit.kai.engine.worlds import Hidden, dealt
from bot.kai.compiled import Array, Dice, allocating

__all__ = ["Choices", "Match", "compare"]


class Choices(NamedTuple):
    """Choices of a seat: what each leaves it with, and how it goes on."""

    hands: Array
    """[choice, card]"""
    melds: Array
    """[choice, meld, ...]: as in a round."""
    counts: Array
    """[choice]: how many melds."""
    laid: Array
    """[choice]: 1 if the seat has laid its contract."""
    starts: Array
    """[choice]: how the playout begins."""


class Match(NamedTuple):
    """What counts beside the round."""

    seat: int
    """The seat whose choices are compared."""
    totals: NDArray[np.float64]
    spread: float
    """How much points of later rounds count; 0 if there are none."""


@allocating
def compare(
    game: Game,
    hidden: Hidden,
    choices: Choices,
    tables: Tables,
    match: Match,
    worlds: int,
    dice: Dice,
) -> NDArray[np.float64]:
    """Return [choice, world, (own points, others' points on average, chance to win)].

    ``worlds`` is how often the hidden cards are dealt; each choice is played out with each deal.
    """
    seat, found = match.seat, np.empty((len(choices.starts), worlds, 3))
    for deal in range(worlds):
        world = copied(game)
        dealt(world, hidden, tables, dice)
        for number in range(len(choices.starts)):
            played = copied(world)
            played.hands[seat] = choices.hands[number]
            played.melds[:] = choices.melds[number]
            played.counts[MELDS] = choices.counts[number]
            played.counts[ACTIVE] = 1
            played.laid[seat] = choices.laid[number]
            play_out(played, tables, seat, choices.starts[number])
            _score(played.hands, match, found[number, deal])
    return found


@allocating
def _score(hands: Array, match: Match, found: NDArray[np.float64]) -> None:
    seat, seats = match.seat, len(hands)
    scores = np.zeros(seats)
    for each in range(seats):
        for card in range(KINDS):
            scores[each] += POINTS[card] * hands[each, card]
    found[0] = scores[seat]
    found[1] = (scores.sum() - scores[seat]) / (seats - 1)
    scores += match.totals
    least = scores.min()
    if match.spread == 0.0:
        found[2] = (scores[seat] == least) / (scores == least).sum()
    else:
        weights = np.exp((least - scores) / match.spread)
        found[2] = weights[seat] / weights.sum()
