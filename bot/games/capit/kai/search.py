"""The search of the adviser: choices played out to the end of the round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.game.contract import Seat
from bot.games.capit.kai.after import after
from bot.games.capit.kai.engine.game import ROOM, Game
from bot.games.capit.kai.engine.playouts import Choices, Match, compare
from bot.games.capit.kai.engine.tables import KINDS, NUMBERS, suit_number, tables_of
from bot.games.capit.kai.engine.worlds import Hidden
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.cards import Card, deck_for
from bot.games.capit.rules.contracts import CONTRACTS
from bot.games.capit.rules.hands import cards_of
from bot.games.capit.rules.melds import Kind, Meld
from bot.games.capit.rules.state import Phase
from bot.games.capit.rules.view import View
from bot.kai.advice import Prospect
from bot.kai.compiled import IS_COMPILED, Array
from bot.kai.dice import dice

__all__ = ["USUAL", "Effort", "Outcomes", "Search"]

OWN, FIELD, CHANCE = range(3)
"""Where the points and the chance to win are among a playout's results."""

POINT: Final = 0.001
"""What a point counts beside the chance to win: where that hardly differs, points still do."""

SPREAD: Final = 35.0
"""Of the points of a later round, as the scale of a logistic distribution."""

MOST_THROWN: Final = 3
"""How many cards a seat is at most taken to have thrown away because others were better."""

DEALT: Final = 10
"""Cards dealt to each player (C1.3)."""

COSTLY: Final = 3
"""How many times as long a playout of the last contract takes: its melds overlap in most ways."""

APART: Final = 10**12 + 39
"""How far the seeds of dice with different numbers are apart."""

FEWEST: Final = 8
"""Deals that tell anything about how far choices are apart."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought about a decision."""

    worlds: int
    """Deals of the hidden cards for each choice, at first."""
    halvings: int
    """How often the better half of the choices is played out again, twice as often."""


USUAL: Final = Effort(32, 2) if IS_COMPILED else Effort(8, 0)
"""How much it usually thinks: for 0.3 s of CPU at most, without Numba for some seconds."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What came of a choice, deal by deal."""

    ends: NDArray[np.float64]
    """[deal, (own points, others' points on average, chance to win)]."""

    @property
    def worth(self) -> NDArray[np.float64]:
        """The chance to win the match, and a little for the points, deal by deal."""
        ends = self.ends
        return ends[:, CHANCE] + POINT * (ends[:, FIELD] - ends[:, OWN])

    def and_also(self, ends: NDArray[np.float64]) -> "Outcomes":
        """Return them with those of further deals."""
        return Outcomes(np.concatenate((self.ends, ends)))

    def beside(self, other: "Outcomes") -> Prospect:
        """Return the prospect: that of another choice with more deals, and the difference."""
        deals = len(self.ends)
        ahead = self.ends.mean(axis=0) - other.ends[:deals].mean(axis=0)
        points, field, chance = map(float, other.ends.mean(axis=0) + ahead)
        return Prospect(max(0.0, points), max(0.0, field), min(1.0, max(0.0, chance)))

    def surely_ahead(self, other: "Outcomes", sure: float) -> bool:
        """Whether its chance is ahead of another choice's by more than luck, in the same deals."""
        return _lead(self.ends[:, CHANCE], other.ends[:, CHANCE], sure) > 0.0

    def lead(self, other: "Outcomes", sure: float) -> float:
        """Return by how much its worth is ahead of another choice's, 0 if that may be luck."""
        return _lead(self.worth, other.worth, sure)


def _lead(one: NDArray[np.float64], other: NDArray[np.float64], sure: float) -> float:
    """Return the mean difference in the deals of both, 0 within so many standard errors.

    That takes two deals.
    """
    deals = min(len(one), len(other))
    ahead = one[:deals] - other[:deals]
    mean = float(ahead.mean())
    return mean if mean > sure * float(ahead.std()) / sqrt(deals - 1) else 0.0


class Search:
    """The playouts of one decision."""

    def __init__(self, view: View, effort: Effort, number: int = 0) -> None:
        """``number`` is that of the dice: another one gives other deals."""
        self._view, self._effort, self._number = view, effort, number
        self._tables = tables_of(view.round, view.options.run_suit)
        self._hidden = _hidden(view, view.to_move)
        self._game = _game(view, view.to_move)
        later = view.options.rounds - view.round
        totals = np.array(view.totals, dtype=np.float64)
        self._match = Match(view.to_move, totals, SPREAD * sqrt(later))

    def outcomes(self, actions: Sequence[Action], always: int) -> Sequence[Outcomes]:
        """Return what came of each of some choices, at the same deals.

        The better half goes on to more deals, and in any case the first ``always``, at least 1.
        Equal choices always get the same.
        """
        view = self._view
        seed = view.turn * 1_000_003 + len(view.hand) * 1009 + view.draw_pile
        source = dice(seed + self._number * APART)
        found = [Outcomes(np.empty((0, 3))) for _ in actions]
        left = [*range(len(actions))]
        worlds = self._effort.worlds
        if view.round == len(CONTRACTS):
            worlds = min(worlds, max(FEWEST, worlds // COSTLY))
        for _ in range(self._effort.halvings + 1):
            played = self._played([actions[number] for number in left], worlds, source)
            for number, ends in zip(left, played, strict=True):
                found[number] = found[number].and_also(ends)
            best = sorted(left[always:], key=lambda each: -found[each].worth.mean())
            left = [*range(always), *best[: max(1, len(left) // 2)]]
            worlds *= 2
        return found

    def _played(
        self, actions: Sequence[Action], worlds: int, source: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        choices = _choices(self._view, actions)
        found: NDArray[np.float64] = compare(
            self._game, self._hidden, choices, self._tables, self._match, worlds, source
        )
        return found


def _game(view: View, seat: Seat) -> Game:
    """Return the round as far as a seat knows it."""
    hands = [_counted(view.known[each]) for each in range(view.seats)]
    hands[seat] = _counted(cards_of(view.hand))
    everything = len(deck_for(view.seats))
    discards = np.zeros(everything, dtype=np.int64)
    for number, card in enumerate(reversed(view.discard_pile)):
        discards[number] = NUMBERS[card]
    most_idle = view.options.stall_circuits * view.seats
    counts = [0, len(view.discard_pile), view.draw_pile, view.idle, most_idle, 0]
    melds, counts[0] = _melds([laid.meld for laid in view.melds])
    return Game(
        np.array(hands),
        melds,
        discards,
        np.zeros(everything, dtype=np.int64),
        np.array([int(each in view.laid) for each in range(view.seats)]),
        np.array(counts),
    )


def _hidden(view: View, seat: Seat) -> Hidden:
    unseen = Counter(deck_for(view.seats))
    unseen.subtract(cards_of(view.hand))
    unseen.subtract(view.discard_pile)
    unseen.subtract(card for laid in view.melds for card in laid.meld.cards)
    for each, known in enumerate(view.known):
        if each != seat:
            unseen.subtract(known)
    cards = np.array([NUMBERS[card] for card in sorted(unseen.elements())], dtype=np.int64)
    held = [count - len(known) for count, known in zip(view.counts, view.known, strict=True)]
    held[seat] = 0
    drawn = len(deck_for(view.seats)) - DEALT * view.seats - 1 - view.draw_pile
    thrown = min(MOST_THROWN, drawn // (2 * view.seats))
    given = (seat + 1) % view.seats if view.phase is Phase.PLAY else -1
    return Hidden(cards, np.array(held), thrown, given)


def _choices(view: View, actions: Sequence[Action]) -> Choices:
    made = [after(view, action) for action in actions]
    melds = [_melds(each.table) for each in made]
    return Choices(
        np.array([_counted(each.hand) for each in made]),
        np.array([rows for rows, _ in melds]),
        np.array([count for _, count in melds]),
        np.array([int(each.laid) for each in made]),
        np.array([each.start for each in made]),
    )


def _counted(cards: Sequence[Card]) -> Array:
    counts = np.zeros(KINDS, dtype=np.int64)
    for card in cards:
        counts[NUMBERS[card]] += 1
    return counts


def _melds(table: Sequence[Meld]) -> tuple[Array, int]:
    """Return the rows of melds, and how many there are."""
    rows = np.zeros((ROOM, 5), dtype=np.int64)
    for number, meld in enumerate(table):
        is_run = meld.kind is Kind.RUN
        ranks = [meld.place(at).rank for at in range(len(meld.cards)) if not meld.is_natural(at)]
        wilds = sum(1 << rank for rank in ranks) if is_run else len(ranks)
        highest = meld.rank + len(meld.cards) - 1 if is_run else meld.rank
        rows[number] = (int(is_run), suit_number(meld.suit), meld.rank, highest, wilds)
    return rows, len(table)
