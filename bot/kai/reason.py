"""Reasons for Kai's choices, as data: the name of a sentence, and facts to fill in."""

from dataclasses import dataclass, replace
from typing import TypeAlias

__all__ = ["Fact", "Reason", "because"]

Fact: TypeAlias = int | str | tuple[str, ...]
"""A number, the name of a term such as a card, or several of them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The name of a sentence and its facts; :class:`bot.kai.words.Words` has the texts."""

    sentence: str
    facts: tuple[tuple[str, Fact], ...] = ()
    besides: "Reason | None" = None
    """A second reason, added to the same sentence."""

    def and_also(self, besides: "Reason | None") -> "Reason":
        """Return the reason with a second one, if there is one."""
        return replace(self, besides=besides)


def because(sentence: str, **facts: Fact) -> Reason:
    """Return a reason; the keywords are the placeholders of the sentence's template."""
    return Reason(sentence, tuple(facts.items()))
