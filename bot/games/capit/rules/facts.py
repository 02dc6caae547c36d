"""What events of CAP-IT tell of seats, for their players' profiles."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.game.facts import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.capit.rules.events import (
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    RoundEnded,
    Swapped,
)
from bot.games.capit.rules.scores import End

__all__ = ["FACTS", "LABELS"]

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "rounds_out": "rounds gone out",
        "contracts": "contracts laid",
        "melds": "further melds laid",
        "laid_off": "cards laid off",
        "wilds_freed": "wild cards replaced",
        "pushes": "pushes made",
        "wilds_left": "wild cards left in hand",
    }
)
"""The facts in the order of a profile."""


def _pushed(event: Pushed) -> Sequence[Fact]:
    """Tell of a push; the left neighbour has done nothing for it (C3.2)."""
    return (Fact(event.seat, "pushes"),)


def _laid_contract(event: LaidContract) -> Sequence[Fact]:
    """Tell of the contract (C4.1)."""
    return (Fact(event.seat, "contracts"),)


def _laid_meld(event: LaidMeld) -> Sequence[Fact]:
    """Tell of another meld (C4.2)."""
    return (Fact(event.seat, "melds"),)


def _laid_off(event: LaidOff) -> Sequence[Fact]:
    """Tell of the cards laid off, on whoever's meld (C4.2)."""
    return (Fact(event.seat, "laid_off", len(event.cards)),)


def _swapped(event: Swapped) -> Sequence[Fact]:
    """Tell of a wild replaced by its natural card; its use is an event of its own (C4.4)."""
    return (Fact(event.seat, "wilds_freed"),)


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of going out, and of the wild cards in the other hands (C5.1, C5.2)."""
    result = event.result
    went_out = result.end is End.OUT
    return (
        *rounds_won(result.points, min(result.points)),
        *counted("rounds_out", [went_out and not hand for hand in result.hands]),
        *counted("wilds_left", [sum(card.is_wild for card in hand) for hand in result.hands]),
    )


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Pushed: _pushed,
        LaidContract: _laid_contract,
        LaidMeld: _laid_meld,
        LaidOff: _laid_off,
        Swapped: _swapped,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
