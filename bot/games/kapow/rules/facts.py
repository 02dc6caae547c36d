"""What events of Kapow! tell of seats, for their players' profiles."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.game.facts import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.events import Placed, RoundEnded, Swapped, TriadDiscarded
from bot.games.kapow.rules.scores import HandScore

__all__ = ["FACTS", "LABELS"]

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "rounds_out": "rounds gone out first",
        "rounds_doubled": "rounds with doubled points",
        "rounds_low": "rounds at zero or below",
        "columns": "columns completed",
        "kapow_columns": "columns with a KAPOW! card",
        "powersets": "powersets made",
        "swaps": "KAPOW! swaps",
        "kapows_left": "KAPOW! cards left over",
    }
)
"""The facts in the order of a profile."""

_OF_A_NEW_POWERSET: Final = 2


def _placed(event: Placed) -> Sequence[Fact]:
    """Tell of a new powerset, not of one that grows (K3.3c-d)."""
    is_new = len(event.position.cards) == _OF_A_NEW_POWERSET
    return (Fact(event.seat, "powersets"),) if is_new else ()


def _swapped(event: Swapped) -> Sequence[Fact]:
    """Tell of a swap (K4.4, K4.5)."""
    return (Fact(event.seat, "swaps"),)


def _triad_discarded(event: TriadDiscarded) -> Sequence[Fact]:
    """Tell of a complete column, and of a KAPOW! card that stood for a value in it (K4.1, K4.2)."""
    column = Fact(event.seat, "columns")
    if any(position.upper is Card.KAPOW for position in event.triad):
        return (column, Fact(event.seat, "kapow_columns"))
    return (column,)


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of going out, and of what the hands are worth (K6.1, K6.4, K6.5)."""
    result = event.result
    return (
        *rounds_won(result.points, min(result.points)),
        *(() if result.out is None else (Fact(result.out, "rounds_out"),)),
        *counted("rounds_doubled", [hand.doubled for hand in result.hands]),
        *counted("rounds_low", [points <= 0 for points in result.points]),
        *counted("kapows_left", [_kapows(hand) for hand in result.hands]),
    )


def _kapows(hand: HandScore) -> int:
    """Return how many KAPOW! cards lie alone in a hand (K6.4)."""
    return sum(position.is_lone_kapow for _, position, _ in hand.items)


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Placed: _placed,
        Swapped: _swapped,
        TriadDiscarded: _triad_discarded,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
