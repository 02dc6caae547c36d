"""What seldom happens in CAP-IT, and does in its special match."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.game.replay import Moment
from bot.game.rounds import Discarded, Drew, RoundEnded
from bot.games.capit.rules.cards import TWO
from bot.games.capit.rules.melds import Kind, Meld, Side
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import (
    End,
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    RoundResult,
    Swapped,
)

SPECIALS: Final = (
    *(f"contract of round {number} (C2.3)" for number in range(1, 6)),
    "laid off on one's own meld (C4.2)",
    "on another's (C4.2)",
    "laid off at the lower end (C4.2)",
    "a wild replaced and used (C4.4)",
    "natural 2s in a set (C2.2)",
    "natural 2 in a run (C2.2)",
    "a 2 as a wild card (C1.2)",
    "push at the end of the stock (C3.3)",
    "the last card of the stock drawn plainly (C3.3)",
    "out by a discard (C4.5)",
    "out by laying (C4.5)",
    "the stock runs out (C3.4)",
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    for before, after in pairwise(moments):
        for event in after.events:
            yield from _laid(event, after.state)
            yield from _drawn(event, before.state)
            match event:
                case RoundEnded(result):
                    yield from _ended(result, before.state, after.events)
                case _:
                    pass


def _laid(event: object, after: State) -> Iterator[str]:
    match event:
        case LaidContract(melds=melds):
            yield f"contract of round {after.number} (C2.3)"
            for meld in melds:
                yield from _naturals(meld)
        case LaidMeld():
            yield "another meld (C4.2)"
        case LaidOff(seat, owner=owner, side=side):
            yield "laid off on one's own meld (C4.2)" if seat == owner else "on another's (C4.2)"
            if side is Side.LOW:
                yield "laid off at the lower end (C4.2)"
        case Swapped(seat, owner=owner):
            yield "a wild replaced and used (C4.4)"
        case _:
            pass


def _naturals(meld: Meld) -> Iterator[str]:
    twos = [at for at, card in enumerate(meld.cards) if card.rank == TWO]
    natural = [at for at in twos if meld.is_natural(at)]
    if natural:
        yield "natural 2s in a set (C2.2)" if meld.kind is Kind.SET else "natural 2 in a run (C2.2)"
    if len(natural) < len(twos):
        yield "a 2 as a wild card (C1.2)"


def _drawn(event: object, before: State) -> Iterator[str]:
    match event:
        case Pushed() if len(before.draw_pile) in (2, 3):
            yield "push at the end of the stock (C3.3)"
        case Drew() if len(before.draw_pile) == 1:
            yield "the last card of the stock drawn plainly (C3.3)"
        case _:
            pass


def _ended(result: RoundResult, before: State, events: Sequence[object]) -> Iterator[str]:
    match result.end:
        case End.OUT:
            by_discard = any(isinstance(event, Discarded) for event in events)
            yield "out by a discard (C4.5)" if by_discard else "out by laying (C4.5)"
        case End.STOCK:
            assert not before.draw_pile
            yield "the stock runs out (C3.4)"
        case End.STALL:
            yield "nobody gets on (C5.4)"
