"""What events of Kabobo! tell of seats, for their players' profiles."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.game.facts import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.kabobo.rules.events import (
    Locked,
    LookedAt,
    MatchEnded,
    RoundEnded,
    Traded,
    Unlocked,
)
from bot.games.kabobo.rules.scores import RoundResult
from bot.games.kabobo.rules.scoring import Kabob, Recipe

__all__ = ["FACTS", "LABELS"]

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "handles": "handles won",
        "pieces": "skewer pieces won",
        "calls_won": "calls won",
        "calls_lost": "calls lost",
        "recipes": "recipes scored",
        "jokers": "Kabobos scored",
        "powers": "powers used",
        "trades": "cards traded",
    }
)
"""The facts in the order of a profile."""


def _used(event: LookedAt | Locked | Unlocked) -> Sequence[Fact]:
    """Tell of a power used; one that is declined or has no target is none (B2.3)."""
    return (Fact(event.seat, "powers"),)


def _traded(event: Traded) -> Sequence[Fact]:
    """Tell of the power of hearts; the owner of the other card has done nothing (B2.3)."""
    return (Fact(event.seat, "powers"), Fact(event.seat, "trades"))


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of the call, the pieces and the recipes (B3.1, B3.3, B4.1)."""
    result = event.result
    return (
        *rounds_won(result.points, max(result.points)),
        *counted("pieces", result.given),
        *_call(result),
        *counted("recipes", [_recipes(kabob) for kabob in result.kabobs]),
        *counted("jokers", [len(kabob.recipes) - _recipes(kabob) for kabob in result.kabobs]),
    )


def _call(result: RoundResult) -> Sequence[Fact]:
    """Tell whether the caller has the highest score, if anybody has called (B2.8, B4.1)."""
    if result.caller is None:
        return ()
    return (Fact(result.caller, "calls_won" if result.caller in result.best else "calls_lost"),)


def _recipes(kabob: Kabob) -> int:
    """Return how many of the four recipes are scored; jokers belong to none (B3.1, B3.3)."""
    return sum(scored.recipe is not Recipe.KABOBO for scored in kabob.recipes)


def _match_ended(event: MatchEnded) -> Sequence[Fact]:
    """Tell of the handle; several seats may share it (B4.2)."""
    return [Fact(seat, "handles") for seat in event.handle]


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        LookedAt: _used,
        Locked: _used,
        Unlocked: _used,
        Traded: _traded,
        RoundEnded: _round_ended,
        MatchEnded: _match_ended,
    }
)
"""What an event tells of seats, by its type."""
