"""All ways to lay a contract, by plain brute force: every choice and order of the cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from bot.game.contract import IllegalActionError
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.melds import Kind, Meld, read_meld
from bot.games.capit.rules.options import RunSuit


def melds(cards: Sequence[Card], demand: Demand, run_suit: RunSuit) -> Iterator[Meld]:
    """Yield every meld of some of the cards: each choice, and for runs each order, tried out."""
    choose = combinations if demand.kind is Kind.SET else permutations
    for chosen in {*choose(sorted(cards), demand.size)}:
        try:
            yield _of_two(chosen) or read_meld(demand.kind, chosen, run_suit)
        except IllegalActionError:
            continue


def _of_two(cards: tuple[Card, ...]) -> Meld | None:
    """Read a set of two cards, which the rules have none of, as they read larger ones."""
    if len(cards) != 2:
        return None
    read = read_meld(Kind.SET, (*cards, cards[-1]), RunSuit.SAME)
    return Meld(Kind.SET, cards, read.rank, None)


def all_ways(
    cards: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[tuple[Meld, ...]]:
    """Yield all ways to lay a contract, one for each order of equal demands."""
    if not contract:
        yield ()
        return
    for meld in melds(cards, contract[0], run_suit):
        left = Counter(cards)
        left.subtract(meld.cards)
        for rest in all_ways([*left.elements()], contract[1:], run_suit):
            yield (meld, *rest)
