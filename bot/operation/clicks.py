"""Clicks, commands and forms: when they came, when they were answered, why they were refused."""

from time import perf_counter
from typing import Any, Final, NamedTuple

import discord

from bot.operation.meters import Meters
from bot.operation.requests import Answered

__all__ = ["Clicks"]

PATIENCE: Final = 60.0
"""Seconds after which nobody waits for an answer any more; Discord's are three."""


class _Waiting(NamedTuple):
    kind: str
    since: float


class Clicks(Answered):
    """Listens to a client's interactions, and is told by the trace of its requests."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._waiting: dict[int, _Waiting] = {}
        """Interactions without an answer, in the order in which they came."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Begin to wait."""
        now = perf_counter()
        self._waiting[interaction.id] = _Waiting(interaction.type.name, now)
        while now - (oldest := next(iter(self._waiting.items())))[1].since > PATIENCE:
            del self._waiting[oldest[0]]
            self._meters.unanswered.inc()

    async def on_refusal(self, error: Exception) -> None:
        """Count a refusal by the kind of its reason."""
        self._meters.refusals.labels(type(error).__name__.removesuffix("Error")).inc()

    def answered(self, interaction: int, at: float) -> None:
        """Stop waiting: the first answer has been taken."""
        waiting = self._waiting.pop(interaction, None)
        if waiting is not None:
            self._meters.clicks.labels(waiting.kind).observe(at - waiting.since)
