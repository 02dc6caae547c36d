"""Why Kai chooses what it does, as data: which sentence, and the facts in it."""

from dataclasses import dataclass, replace
from typing import TypeAlias

__all__ = ["Fact", "Reason", "because"]

Fact: TypeAlias = int | str | tuple[str, ...]
"""A number, the name of a term such as a card, or several terms."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence by its name and its facts; :class:`bot.kai.words.Words` has the words."""

    sentence: str
    facts: tuple[tuple[str, Fact], ...] = ()
    besides: "Reason | None" = None
    """What matters as well; it becomes a part of the same sentence."""

    def and_also(self, besides: "Reason | None") -> "Reason":
        """Return the reason with something else that matters, if there is anything."""
        return replace(self, besides=besides)


def because(sentence: str, **facts: Fact) -> Reason:
    """Return a reason; the names of its facts are those in the sentence's template."""
    return Reason(sentence, tuple(facts.items()))
