"""Record everything that the bot has sent, and who could read it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.wire.stand_in.world import Json

EVERYBODY = "everybody"
"""In a channel that anyone may read, or where Discord itself keeps it (names of commands)."""

NOBODY = "nobody"
"""Refused, or not meant for eyes: no person gets to see it."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Said:
    """One request of the bot: what it was, its body, and what became of it."""

    at: float
    """Seconds on the clock of the running event loop."""
    method: str
    path: str
    """Without the version prefix."""
    body: Json
    uploads: Sequence[Upload]
    raw: bytes
    """The body as it came."""
    status: int
    reader: str
    """A user's id in figures, ``EVERYBODY`` or ``NOBODY``."""

    @property
    def counts(self) -> bool:
        """Whether it counts against Discord's 50 requests a second."""
        return not self.path.startswith(("/interactions/", "/webhooks/"))


@dataclass(slots=True)
class Tape:
    """The requests in the order in which they were answered. ``on`` can be turned off."""

    said: list[Said] = field(default_factory=list)
    on: bool = True
    listeners: list[Callable[[Said], None]] = field(default_factory=list)
    """Told of each request before it is answered."""

    def note(self, said: Said) -> None:
        for listener in self.listeners:
            listener(said)
        if self.on:
            self.said.append(said)

    def to(self, reader: int | str) -> Iterator[Said]:
        """Yield what one person alone, or everyone, was shown."""
        return (said for said in self.said if said.reader == str(reader))
