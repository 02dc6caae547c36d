"""Who has played a seat so far: its owner or Kai, in how many turns, for how long."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.game.facts import Fact

__all__ = ["Tally"]

_NONE: Final[Mapping[str, int]] = MappingProxyType({})


class Tally(NamedTuple):
    """What has happened in one seat since the match began. Times are in milliseconds."""

    own_turns: int = 0
    """Turns in which its owner made every decision."""
    kai_turns: int = 0
    """Turns in which Kai made a decision, for itself or for the owner."""
    timeouts: int = 0
    thought: int = 0
    """How long the owner took for their own decisions, all together."""
    levels: Mapping[str, int] = _NONE
    """How many decisions Kai made at each level, as it really played."""
    facts: Mapping[str, int] = _NONE
    """What the game's events have told of the seat, by the names of its ``fact_labels``."""
    turn: int | None = None
    """The last turn in which the seat acted."""
    by_kai: bool = False
    """Whether that turn counts as Kai's."""
    at: int = 0
    """When the seat acted last."""

    def told(self, fact: Fact) -> "Tally":
        """Add a fact."""
        count = self.facts.get(fact.name, 0) + fact.count
        return self._replace(facts=MappingProxyType({**self.facts, fact.name: count}))

    @property
    def share(self) -> float:
        """The share of the turns that the owner played: 0 to 1; 1 where there was none yet."""
        turns = self.own_turns + self.kai_turns
        return self.own_turns / turns if turns else 1.0
