"""What the entries of a table's log are made of: people, places, and what a host chooses."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

__all__ = ["FORMER", "LAST_FORMER", "Clock", "Occupant", "Person", "Place", "TableSetup", "Value"]


class Value(BaseModel):
    """Is frozen, and refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(Value):
    """A Discord user: their id, and the name they had then (not escaped).

    Someone who had their data deleted is a *former player*: without a name, and with an id of zero
    or below: the one that they have in the league, or in logs from before there was one, a number
    that is unique within one table's log only.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        """Whether this is a former player."""
        return self.id <= 0


FORMER: Final = Person(id=0, name="Former player")
"""Stands for a person who had their data deleted."""

LAST_FORMER: Final = -(2**55)
"""Ids of former players in the league are not above it."""


class Place(Value):
    """Where a table's message is. ``channel`` is a thread's id if the table has its own thread."""

    guild: int
    channel: int


class Clock(Value):
    """How long a turn may take, in seconds; ``none`` has no limit."""

    kind: Literal["none", "live", "slow"] = "none"
    seconds: int = 0


class TableSetup(Value):
    """What the host chooses in the lobby. ``options`` are the game's, as JSON."""

    game: str
    options: dict[str, JsonValue] = {}
    clock: Clock = Clock()
    ranked: bool = False
    ante: int = 0
    """League chips that each person puts into the pot; 0 if the table does not play for chips."""
    hints: bool = True
    """Whether people may ask Kai for hints, if the match is neither ranked nor for chips."""

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask for hints: only if no standings and no chips depend on it."""
        return self.hints and not self.ranked and not self.ante


class Occupant(Value):
    """The owner of a seat: a person, or Kai at a level."""

    person: Person | None = None
    kai: str | None = None
