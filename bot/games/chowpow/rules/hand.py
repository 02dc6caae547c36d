"""Hands, and what one side of a battle can lay from them (section 3 of the rules)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Final, TypeAlias

from bot.game import held
from bot.game.contract import IllegalActionError, Seat
from bot.games.chowpow.rules.cards import TEAM_UP, Card, Slot, factions, total

WITH_TEAM_UP: Final = 2
"""The number of factions of a side that has laid Team-Up Wilds (P3.6)."""


def strength(cards: Sequence[Card]) -> tuple[int, int]:
    """Return what decides a battle: the number of cards, then their total (P3.4)."""
    return len(cards), total(cards)


def factions_allowed(cards: Sequence[Card]) -> int:
    """Return how many factions a side with these cards may have (P1.2, P3.6)."""
    return WITH_TEAM_UP if any(card.code == TEAM_UP for card in cards) else 1


def fit(cards: Sequence[Card]) -> bool:
    """Whether one side may have all these cards in a battle (P3.1, P3.3, P3.6, P7.3).

    Wilds always fit. A Team-Up Wild allows a second faction, even if it is added by a counter.
    """
    return len(factions(cards)) <= factions_allowed(cards)


@dataclass(frozen=True)
class Battle:
    """A battle in progress; all of it is public."""

    attacker: Seat
    target: Seat | None
    """None for the board (P3.5)."""
    attack: tuple[Card, ...]
    """In the order in which they were laid."""
    defence: tuple[Card, ...] = ()
    """For the board, the cards that count."""
    flipped: tuple[Slot, ...] = ()
    """The slots flipped for the board, including cards that do not count (P7.4)."""

    @property
    def behind(self) -> Seat | None:
        """The seat that may counter; None for a tie, or if the board is behind (P3.3, P3.5)."""
        attack, defence = strength(self.attack), strength(self.defence)
        if attack == defence:
            return None
        return self.attacker if attack < defence else self.target

    def laid(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that a seat has laid."""
        return self.attack if seat == self.attacker else self.defence


Hand: TypeAlias = held.Hand[Card]
"""A seat's cards; fresh are those that came in its owner's last turn or the present one."""


def verify_held(hand: Hand, cards: Iterable[Card], rule: str) -> None:
    """Raise :class:`IllegalActionError` (with ``rule``) unless all cards are in the hand."""
    missing = held.lacking(hand, cards)
    if missing is not None:
        raise IllegalActionError(rule, f"You don't have {missing.words}.")


MOST: Final = 200
"""Up to this many combinations are all listed."""

SOME: Final = 24
"""The largest combination in a selection, in cards."""


def plays(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return what may be laid from a hand in addition to ``laid``: sorted, smallest first.

    Of more than :data:`MOST`, the lowest and highest cards of every count, by factions.
    """
    every = list(islice(_every(hand, laid), MOST + 1))
    found = every if len(every) <= MOST else list(dict.fromkeys(_some(hand, laid)))
    return sorted(found, key=lambda cards: (len(cards), cards))


def singles(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return the single cards that may be laid in addition to ``laid``, as against the board."""
    return [(card,) for card in sorted(set(hand)) if fit((*laid, card))]


def _every(hand: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield all combinations once: Team-Ups first, as they decide how many factions may join."""
    kinds = sorted(Counter(hand).items(), key=lambda kind: (kind[0].code != TEAM_UP, kind))

    def ways(at: int, chosen: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if at == len(kinds):
            yield chosen
            return
        card, count = kinds[at]
        for copies in range(count + 1):
            more = (*chosen, *(card,) * copies)
            if not copies or fit((*laid, *more)):
                yield from ways(at + 1, more)

    return (tuple(sorted(way)) for way in ways(0, ()) if way)


def _some(hand: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    codes = sorted(factions(hand) | factions(laid))
    wilds = sorted(card for card in hand if card.is_wild)
    sizes = range(min(WITH_TEAM_UP, factions_allowed((*hand, *laid))) + 1)
    for chosen in chain.from_iterable(combinations(codes, size) for size in sizes):
        plain = sorted((card for card in hand if card.code in chosen), key=_by_number)
        ranked = sorted((*plain, *wilds), key=_by_number)
        first = [card for card in wilds if card.code == TEAM_UP][: max(0, len(chosen) - 1)]
        for cards in (plain, ranked):
            yield from _ends(cards, first, laid)


def _ends(
    cards: Sequence[Card], first: Sequence[Card], laid: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Yield the lowest and highest cards of every count, with a Team-Up if necessary."""
    for size in range(1, min(len(cards), SOME) + 1):
        for some in (cards[:size], cards[-size:]):
            teamed = any(card.code == TEAM_UP for card in some)
            for way in (some, some if teamed else (*first, *some)):
                if fit((*laid, *way)):
                    yield tuple(sorted(way))


def _by_number(card: Card) -> tuple[int, str]:
    return card.number, card.code
