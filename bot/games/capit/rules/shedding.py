"""Finding lay-offs for all cards that fit, so that they can be laid off at once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.capit.rules.actions import LayOff
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Kind, Meld, Side, joined

__all__ = ["shed"]


def shed(hand: Sequence[Card], melds: Sequence[Meld]) -> Sequence[LayOff]:
    """Return a sequence of lay-offs for all natural cards that fit; wilds are kept.

    Runs come before sets, those that take the most cards first: a card in a run may make room for
    the next one, and cards that fit no run can still go to a set.
    """
    left = Counter(card for card in hand if not card.is_wild)
    ends = {(number, side): meld for number, meld in _of(melds, Kind.RUN) for side in Side}
    offs: list[LayOff] = []
    while ends:
        chains = {end: _chain(left, meld, end[1]) for end, meld in ends.items()}
        number, side = longest = max(chains, key=lambda end: len(chains[end]))
        if not chains[longest]:
            break
        offs.append(LayOff(number, chains[longest], side))
        left.subtract(chains[longest])
        del ends[longest]
    for number, meld in _of(melds, Kind.SET):
        if cards := tuple(sorted(card for card in left.elements() if card.rank == meld.rank)):
            offs.append(LayOff(number, cards))
            left.subtract(cards)
    return sorted(offs, key=lambda off: off.meld)


def _of(melds: Sequence[Meld], kind: Kind) -> Iterator[tuple[int, Meld]]:
    return ((number, meld) for number, meld in enumerate(melds) if meld.kind is kind)


def _chain(supply: Counter[Card], meld: Meld, side: Side) -> tuple[Card, ...]:
    """Return the cards that a side of a run can take one after the other, from low to high."""
    chain: list[Card] = []
    cards = sorted(card for card, count in supply.items() if count > 0)
    while card := next((card for card in cards if meld.takes(card, side)), None):
        chain.append(card)
        meld = joined(meld, (card,), side)
    return tuple(reversed(chain) if side is Side.LOW else chain)
