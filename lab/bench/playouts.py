"""Speed of the rules alone: random playouts, those of Kapow!'s compiled twin, and long lists.

Playouts are compared with Uno in rlcard. Legal actions are listed where there are the most: at
CAP-IT, with many wild cards.
"""

import importlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import cycle
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.game.contract import AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.game.held import Held
from bot.game.rounds import Setup
from bot.games.capit.rules.cards import ACE, JOKER, PACK, TWO, Card, Suit, deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import CONTRACTS, SHORTEST, Kind, Meld, read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Laid, Phase
from bot.games.kapow.kai.twin import moves
from bot.games.kapow.kai.twin.bridge import round_of
from bot.games.kapow.kai.twin.round import MOST, Phase as TwinPhase, Round
from bot.games.kapow.rules.game import KAPOW
from bot.kai.compiled import IS_COMPILED, Array, Dice, below, compiled, dice, row_of
from bot.malloc import frozen_gc
from lab.bench.figure import SEATS, Figure, ratio, seats_at

Playout: TypeAlias = Callable[[random.Random], int]
"""Plays a match by random legal actions; returns the number of actions."""

SLICES: Final = 32
"""The games take turns, so that other processes affect both alike."""

OPENSPIEL: Final = 540_000
"""Actions/s of OpenSpiel's crazy eights, in C++ and one thread: see docs/figures.md."""

AT_ONCE: Final = 100
"""Rounds for each deal, and each look at the clock."""

AIM: Final = 0.005
"""Seconds: what listing may take at most, as it happens on the event loop."""

TIMES: Final = 9
"""How often each position is listed; the shortest time counts."""

CROWDED_SEATS: Final = 6

_TWOS: Final = tuple(card for card in PACK if card.rank == TWO)

_NATURALS: Final = tuple(card for card in PACK if card.rank > TWO)


def figure_of_playouts(game: AnyGame, seconds: float) -> Figure:
    """Measure a game for this long, in one thread, by CPU time.

    Kapow! is compared with Uno. The garbage collector is set as in production.
    """
    name = f"random playouts of {game.title}"
    anchored = game is KAPOW
    if not (anchored and find_spec("rlcard")):
        with frozen_gc():
            (ours,) = _rates([partial(playout, game)], seconds)
        missing = "rlcard is not installed (group bench)" if anchored else "—"
        return Figure(name, f"{ours:,.0f} actions/s", missing)
    with frozen_gc():
        ours, theirs = _rates([partial(playout, game), uno_playout], seconds)
    return Figure(
        name,
        f"{ours:,.0f} actions/s",
        f"{theirs:,.0f} actions/s, Uno of rlcard, game only",
        ratio(ours, theirs),
    )


def figure_of_the_twin(seconds: float) -> Figure:
    """Measure rounds of random legal actions for this long, in one thread, by CPU time."""
    name = "random playouts of Kapow!, compiled"
    anchor = f"{OPENSPIEL:,} actions/s, OpenSpiel's crazy eights (published, not measured here)"
    if not IS_COMPILED:
        return Figure(name, "Numba is not installed (group kai)", anchor)
    wheel = random.Random(1)  # noqa: S311 - not security-relevant
    copies, found, source = row_of(Round), np.zeros(MOST, dtype=np.int64), dice(1)
    _play(_dealt(wheel), copies, 1, found, source)  # It is compiled by this.
    actions, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds or not actions:
        actions += _play(_dealt(wheel), copies, AT_ONCE, found, source)
    rate = actions / spent
    return Figure(name, f"{rate:,.0f} actions/s", anchor, ratio(rate, OPENSPIEL))


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


def uno_rate(seconds: float) -> float | None:
    """Return the actions/s of rlcard's Uno, measured for this long; None if it's not installed."""
    if not find_spec("rlcard"):
        return None
    with frozen_gc():
        (rate,) = _rates([uno_playout], seconds)
    return rate


def playout(game: AnyGame, wheel: random.Random) -> int:
    """Play a match with default options."""
    chance = Chance(wheel.randbytes(SECRET_BYTES))
    state, _ = game.new(game.options(), seats_at(game), chance)
    to_act, legal, apply = game.to_act, game.legal, game.apply
    actions = 0
    while seats := to_act(state):
        seat = next(iter(seats))
        state, _ = apply(state, seat, wheel.choice(legal(state, seat)))
        actions += 1
    return actions


def uno_playout(wheel: random.Random) -> int:
    """Play a game of Uno with rlcard, which is untyped and may not be installed."""
    game: Any = importlib.import_module("rlcard.games.uno").Game(num_players=SEATS)
    game.np_random.seed(wheel.getrandbits(32))
    game.init_game()
    actions = 0
    while not game.is_over():
        game.step(wheel.choice(game.get_legal_actions()))
        actions += 1
    return actions


def _rates(playouts: list[Playout], seconds: float) -> list[float]:
    """Return each game's actions per second, after a warm-up match."""
    wheel = random.Random(1)  # noqa: S311 - not security-relevant
    for play in playouts:
        play(wheel)
    actions, elapsed = [0] * len(playouts), [0.0] * len(playouts)
    for number in [*range(len(playouts))] * SLICES:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / SLICES:
            actions[number] += playouts[number](wheel)
        elapsed[number] += spent
    return [done / spent for done, spent in zip(actions, elapsed, strict=True)]


def _dealt(wheel: random.Random) -> Round:
    chance = Chance(wheel.randbytes(SECRET_BYTES))
    return round_of(KAPOW.new(KAPOW.options(), SEATS, chance).state)


@compiled
def _play(start: Round, copies: NDArray[Round], rounds: int, found: Array, source: Dice) -> int:
    """Play rounds of random legal actions from a deal; return the number of actions."""
    actions = 0
    for _ in range(rounds):
        copies[0] = start
        game: Round = copies[0]
        while game.phase != TwinPhase.ENDED:
            count = moves.legal(game, found)
            moves.apply(game, found[below(source, count)], source)
            actions += 1
    return actions


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
    """Return sets with a number of wilds each, and runs of what is left beside a hand of
    naturals."""
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
    left = Counter(deck_for(CROWDED_SEATS))
    left.subtract(hand)
    left.subtract(card for meld in table for card in meld.cards)
    top, *stock = left.elements()
    return State(
        setup=Setup(CapitOptions(run_suit=run_suit), CROWDED_SEATS, Chance(bytes(SECRET_BYTES))),
        number=number,
        phase=Phase.PLAY,
        dealer=CROWDED_SEATS - 1,
        to_move=0,
        turn=1,
        hands=(tuple(map(Held, hand)), *((Held(stock.pop()),) for _ in range(CROWDED_SEATS - 1))),
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
