"""Expert's search: choices that are played out to the end of the round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.game.contract import Seat
from bot.game.deck import without
from bot.game.held import cards_of
from bot.game.moves import Draw
from bot.games.capit.kai.engine.playouts import Choices, Hidden, Match, compare
from bot.games.capit.kai.engine.policy import LAY, PUSH, TAKE
from bot.games.capit.kai.engine.tables import KINDS, NUMBERS, ROOM, Game, suit_number, tables_of
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.cards import HAND, Card, deck_for
from bot.games.capit.rules.melds import CONTRACTS, Kind, Meld, joined, swapped
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.view import Phase, View
from bot.kai.compiled import IS_COMPILED, Array, dice
from bot.kai.search import Effort, Outcomes, halve

POINT: Final = 0.001
"""What a point counts beside the chance to win: where that hardly differs, points still do."""

SPREAD: Final = 35.0
"""Of the points of a later round, as the scale of a logistic distribution."""

MOST_THROWN: Final = 3
"""How many cards a seat is at most taken to have thrown away because others were better."""

COSTLY: Final = 3
"""How many times as long a playout of the last contract takes: its melds overlap in most ways."""

APART: Final = 10**12 + 39
"""How far the seeds of dice with different numbers are apart."""

FEWEST: Final = 8
"""Deals that tell anything about how far choices are apart."""

USUAL: Final = Effort((32, 64, 128)) if IS_COMPILED else Effort((8,))
"""How much it usually thinks: for 0.3 s of CPU at most, without Numba for some seconds."""


class Search:
    """The playouts of one decision."""

    def __init__(self, view: View, effort: Effort, number: int = 0) -> None:
        """``number`` is that of the dice: another one gives other deals."""
        self._view, self._effort, self._number = view, effort, number
        self._tables = tables_of(view.round, view.options.run_suit)
        self._hidden = _hidden_from(view, view.to_move)
        self._game = _game(view, view.to_move)
        later = view.options.rounds - view.round
        totals = np.array(view.totals, dtype=np.float64)
        self._match = Match(view.to_move, totals, SPREAD * sqrt(later))

    def outcomes(self, actions: Sequence[act.Action], always: int) -> Sequence[Outcomes]:
        """Return what came of each of some choices, at the same deals.

        The better half goes on to more deals, and in any case the first ``always``, at least 1.
        Equal choices always get the same.
        """
        view = self._view
        seed = view.turn * 1_000_003 + len(view.hand) * 1009 + view.draw_pile
        source = dice(seed + self._number * APART)
        found = [Outcomes(lowest=True, point=POINT) for _ in actions]

        def play(left: Sequence[int], worlds: int) -> None:
            ends = self._played([actions[number] for number in left], worlds, source)
            for number, each in zip(left, ends, strict=True):
                found[number].ends.extend(tuple(end) for end in each.tolist())

        def value(number: int) -> float:
            return inf if number < always else found[number].value()

        numbers, passes = range(len(actions)), self._passes()
        halve(numbers, passes, play, value, lambda count: always + max(1, count // 2))
        return found

    def _passes(self) -> Sequence[int]:
        passes = self._effort.deals
        if self._view.round < len(CONTRACTS):
            return passes
        first = min(passes[0], max(FEWEST, passes[0] // COSTLY))
        return [first << number for number in range(len(passes))]

    def _played(
        self, actions: Sequence[act.Action], worlds: int, source: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        choices = _choices(self._view, actions)
        found: NDArray[np.float64] = compare(
            self._game, self._hidden, choices, self._tables, self._match, worlds, source
        )
        return found


def _game(view: View, seat: Seat) -> Game:
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


def _hidden_from(view: View, seat: Seat) -> Hidden:
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
    drawn = len(deck_for(view.seats)) - HAND * view.seats - 1 - view.draw_pile
    thrown = min(MOST_THROWN, drawn // (2 * view.seats))
    given = (seat + 1) % view.seats if view.phase is Phase.PLAY else -1
    return Hidden(cards, np.array(held), thrown, given)


def _choices(view: View, actions: Sequence[act.Action]) -> Choices:
    made = [after(view, action) for action in actions]
    melds = [_melds(each.table) for each in made]
    return Choices(
        np.array([_counted(each.hand) for each in made]),
        np.array([rows for rows, _ in melds]),
        np.array([count for _, count in melds]),
        np.array([int(each.laid) for each in made]),
        np.array([each.start for each in made]),
    )


@dataclass(frozen=True, slots=True)
class After:
    """A seat's hand and the table after a choice."""

    hand: Sequence[Card]
    table: Sequence[Meld]
    laid: bool
    """Whether the seat has laid its contract."""
    start: int
    """How the playout begins."""


def after(view: View, action: act.Action) -> After:
    """Return what an action of the seat to move leads to."""
    hand, table = cards_of(view.hand), [laid.meld for laid in view.melds]
    laid = view.to_move in view.laid
    match action:
        case act.TakeDiscard():
            return After(hand, table, laid, TAKE)
        case act.Push() | Draw():
            return After(hand, table, laid, PUSH)
        case act.Discard(card):
            return After(hand, table, laid, NUMBERS[card])
        case act.LayContract() | act.LayMeld() | act.LayOff() | act.LayOffs():
            left = without(hand, action.cards)
            return After(left, _laid(table, action, view.options.run_suit), laid=True, start=LAY)
        case act.Swap():
            return _swapped(hand, table, action, view.options.run_suit)
    return After(hand, table, laid, LAY)


def _swapped(hand: Sequence[Card], table: list[Meld], swap: act.Swap, run_suit: RunSuit) -> After:
    freed = table[swap.meld].cards[swap.at]
    left = without((*hand, freed), (swap.card, *swap.use.cards))
    table[swap.meld] = swapped(table[swap.meld], swap.at, swap.card)
    return After(left, _laid(table, swap.use, run_suit), laid=True, start=LAY)


def _laid(
    table: list[Meld],
    action: act.LayContract | act.LayMeld | act.LayOff | act.LayOffs,
    run_suit: RunSuit,
) -> list[Meld]:
    if isinstance(action, act.LayOff | act.LayOffs):
        for off in action.offs:
            table[off.meld] = joined(table[off.meld], off.cards, off.side)
        return table
    melds: Sequence[act.Cards] = (
        action.melds if isinstance(action, act.LayContract) else (action.meld,)
    )
    return [*table, *(each.meld(run_suit) for each in melds)]


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
