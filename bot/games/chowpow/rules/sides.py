"""The sides of a battle: which cards may be laid, and who is behind (section 3 of the rules)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import TEAM_UP, Card, factions, total
from bot.games.chowpow.rules.grid import Slot

__all__ = ["Battle", "allowed", "fit", "strength"]

WITH_TEAM_UP: Final = 2
"""The number of factions of a side that has laid Team-Up Wilds (P3.6)."""


def strength(cards: Sequence[Card]) -> tuple[int, int]:
    """Return what decides a battle: the number of cards, then their total (P3.4)."""
    return len(cards), total(cards)


def allowed(cards: Sequence[Card]) -> int:
    """Return how many factions a side with these cards may have (P1.2, P3.6)."""
    return WITH_TEAM_UP if any(card.code == TEAM_UP for card in cards) else 1


def fit(cards: Sequence[Card]) -> bool:
    """Whether one side may have all these cards in a battle (P3.1, P3.3, P3.6, P7.3).

    Wilds always fit. A Team-Up Wild allows a second faction, even if it is added by a counter.
    """
    return len(factions(cards)) <= allowed(cards)


@dataclass(frozen=True, slots=True)
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
