"""What events of Chow Pow! tell of seats, for their players' profiles."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.game.facts import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.chowpow.rules.events import (
    BattleEnded,
    BoardEnded,
    Countered,
    Matched,
    RoundEnded,
    ShowdownEnded,
    Took,
)

__all__ = ["FACTS", "LABELS"]

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "pairs": "matching pairs found",
        "taken": "cards taken from the grid",
        "battles_won": "battles won",
        "battles_lost": "battles lost",
        "defences_won": "battles won when attacked",
        "boards_won": "battles won against the board",
        "showdowns_won": "showdowns won",
        "countered": "cards added in counters",
        "cards_won": "cards won",
    }
)
"""The facts in the order of a profile."""


def _matched(event: Matched) -> Sequence[Fact]:
    """Tell of a match of two cards (P2.2)."""
    return (Fact(event.seat, "pairs"),)


def _took(event: Took) -> Sequence[Fact]:
    """Tell of the cards taken, if there was anything to take (P2.3)."""
    return (Fact(event.seat, "taken", event.cards),) if event.cards else ()


def _countered(event: Countered) -> Sequence[Fact]:
    """Tell of the cards added while behind (P3.3, P3.5)."""
    return (Fact(event.seat, "countered", len(event.cards)),)


def _battle_ended(event: BattleEnded) -> Sequence[Fact]:
    """Tell who has won and who has lost; nobody after a full tie (P3.4)."""
    if event.winner is None:
        return ()
    if event.winner == event.seat:
        return (Fact(event.seat, "battles_won"), Fact(event.target, "battles_lost"))
    return (
        Fact(event.target, "battles_won"),
        Fact(event.target, "defences_won"),
        Fact(event.seat, "battles_lost"),
    )


def _board_ended(event: BoardEnded) -> Sequence[Fact]:
    """Tell of a win; the neighbour who flips for the board gets nothing for it (P3.5)."""
    return (Fact(event.seat, "boards_won"),) if event.won else ()


def _showdown_ended(event: ShowdownEnded) -> Sequence[Fact]:
    """Tell of the one who took all; nobody after a full tie (P5.3)."""
    return (Fact(event.best[0], "showdowns_won"),) if len(event.best) == 1 else ()


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of the points, and of the cards that make them (P4.2)."""
    result = event.result
    return (
        *rounds_won(result.points, max(result.points)),
        *counted("cards_won", [len(cards) for cards in result.won]),
    )


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Matched: _matched,
        Took: _took,
        Countered: _countered,
        BattleEnded: _battle_ended,
        BoardEnded: _board_ended,
        ShowdownEnded: _showdown_ended,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
