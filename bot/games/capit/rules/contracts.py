"""The contract of each round: the melds that have to be laid first (C2.3)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.games.capit.rules.melds import Kind, Meld

__all__ = ["CONTRACTS", "Demand", "meets"]


class Demand(NamedTuple):
    """A meld that a contract demands, with its minimum size."""

    kind: Kind
    size: int


CONTRACTS: Final[Sequence[tuple[Demand, ...]]] = (
    (Demand(Kind.SET, 3),) * 2,
    (Demand(Kind.SET, 3), Demand(Kind.RUN, 4)),
    (Demand(Kind.RUN, 4),) * 2,
    (Demand(Kind.SET, 3),) * 3,
    (Demand(Kind.RUN, 3), Demand(Kind.RUN, 7)),
)
"""The contracts by round."""


def meets(melds: Sequence[Meld], contract: Sequence[Demand]) -> bool:
    """Whether melds, in any order, are exactly those of a contract (C8.5)."""
    if Counter(meld.kind for meld in melds) != Counter(demand.kind for demand in contract):
        return False
    laid = sorted((meld.kind, len(meld.cards)) for meld in melds)
    return all(size >= least for (_, size), (_, least) in zip(laid, sorted(contract), strict=True))
