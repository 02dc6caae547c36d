"""Metrics of interactions (clicks, commands, forms): time to first answer, and refusals."""

from time import perf_counter
from typing import Any, Final, NamedTuple

import discord

from bot.operation.metrics import Metrics
from bot.operation.requests import AnswerListener

__all__ = ["Clicks"]

UNANSWERED_AFTER: Final = 60.0
"""Seconds after which an interaction counts as unanswered; Discord's limit is three."""


_SUGGESTIONS: Final = discord.InteractionType.autocomplete.name
"""Nobody waits for a list of suggestions that comes too late: the next letter asks for another."""


class _Waiting(NamedTuple):
    kind: str
    since: float


class Clicks(AnswerListener):
    """Listens to a client's interactions, and to the answers that it sends."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._waiting: dict[int, _Waiting] = {}
        """Interactions without an answer, oldest first."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Start timing an interaction."""
        now = perf_counter()
        self._waiting[interaction.id] = _Waiting(interaction.type.name, now)
        while now - (oldest := next(iter(self._waiting.items())))[1].since > UNANSWERED_AFTER:
            del self._waiting[oldest[0]]
            if oldest[1].kind != _SUGGESTIONS:
                self._metrics.unanswered.inc()

    async def on_refusal(self, error: Exception) -> None:
        """Count a refusal by the type of its error."""
        self._metrics.refusals.labels(type(error).__name__.removesuffix("Error")).inc()

    def answered(self, interaction: int, at: float) -> None:
        """Record the time to an interaction's first answer."""
        waiting = self._waiting.pop(interaction, None)
        if waiting is not None:
            self._metrics.clicks.labels(waiting.kind).observe(at - waiting.since)
