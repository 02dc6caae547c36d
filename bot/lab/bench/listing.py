"""The time to list legal actions where there are the most: at CAP-IT, with many wild cards."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.capit.rules.cards import ACE, JOKER, PACK, TWO, Card, Suit, deck_for
from bot.games.capit.rules.contracts import CONTRACTS
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import SHORTEST, Kind, Meld, read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import Held, Laid, Phase, Setup, State
from bot.gc_tuning import frozen_gc
from bot.lab.bench.figure import Figure, ratio

__all__ = ["crowded", "figure_of_listing"]

AIM: Final = 0.005
"""Seconds: what listing may take at most, as it happens on the event loop."""

TIMES: Final = 9
"""How often each position is listed; the shortest time counts."""

SEATS: Final = 6

_TWOS: Final = tuple(card for card in PACK if card.rank == TWO)
_NATURALS: Final = tuple(card for card in PACK if card.rank > TWO)


def figure_of_listing() -> Figure:
    """Measure the worst of the :func:`crowded` positions by CPU time.

    The garbage collector is set as in production.
    """
    with frozen_gc():
        worst, actions = max(map(_listing, crowded()))
    return Figure(
        "CPU the most legal actions, CAP-IT",
        f"{worst * 1e3:.2f} ms ({actions:,} actions)",
        f"{AIM * 1e3:.0f} ms, the aim",
        ratio(worst, AIM),
    )


def crowded() -> Iterator[State]:
    """Yield positions with as much to lay as cards allow, all reached by no sensible play.

    Before the contract they have up to 18 wilds in one hand; after it every wild lies in a meld, to
    be freed by any of four cards that one hand holds.
    """
    wilds = [*(JOKER,) * 6, *_TWOS * 3]
    for run_suit in RunSuit:
        for number in range(1, len(CONTRACTS) + 1):
            for count in (6, 10, len(wilds)):
                yield _position((*wilds[:count], *_NATURALS), (), run_suit, number)
        for each in (1, 2):
            yield _position(_NATURALS, _table(wilds, each, run_suit), run_suit)
            yield _position(_NATURALS[::2], _table(wilds, each, run_suit), run_suit)
        held = (*(JOKER,) * 3, *_TWOS)
        table = _table([*(JOKER,) * 3, *_TWOS * 2], 2, run_suit)
        yield _position((*held, *_NATURALS), table, run_suit)


def _table(wilds: Sequence[Card], each: int, run_suit: RunSuit) -> tuple[Meld, ...]:
    """Return sets with so many wilds each, and runs of what is left beside a hand of naturals."""
    left, free = Counter(_NATURALS * 2), [*wilds]
    melds = []
    ranks = cycle(range(TWO + 1, ACE + 1))
    while len(free) >= each:
        rank = next(ranks)
        naturals = [card for card in left.elements() if card.rank == rank][: SHORTEST - each]
        left.subtract(naturals)
        cards = (*naturals, *[free.pop(0 if len(free) % 2 else -1) for _ in range(each)])
        melds.append(read_meld(Kind.SET, cards, run_suit))
    for suit in Suit:
        for lowest in range(TWO + 1, ACE - 1):
            run = tuple(Card(lowest + at, suit) for at in range(SHORTEST))
            if all(left[card] for card in run):
                left.subtract(run)
                melds.append(read_meld(Kind.RUN, run, run_suit))
    return tuple(melds)


def _position(
    hand: Sequence[Card], table: Sequence[Meld], run_suit: RunSuit, number: int = 1
) -> State:
    """Return a position in which seat 0 has drawn, and has laid the contract if others have."""
    left = Counter(deck_for(SEATS))
    left.subtract(hand)
    left.subtract(card for meld in table for card in meld.cards)
    top, *stock = left.elements()
    return State(
        setup=Setup(CapitOptions(run_suit=run_suit), SEATS, Chance(bytes(SECRET_BYTES))),
        number=number,
        phase=Phase.PLAY,
        dealer=SEATS - 1,
        to_move=0,
        turn=1,
        hands=(tuple(map(Held, hand)), *((Held(stock.pop()),) for _ in range(SEATS - 1))),
        draw_pile=tuple(stock),
        discard_pile=(top,),
        melds=tuple(Laid(seat=0, meld=meld) for meld in table),
        laid=frozenset({0} if table else ()),
    )


def _listing(state: State) -> tuple[float, int]:
    """Return the CPU seconds of this thread, and how many actions there are."""
    times = []
    for _ in range(TIMES):
        start = time.thread_time()
        actions = len(CAPIT.legal(state, 0))
        times.append(time.thread_time() - start)
    return min(times), actions
