"""The face of a game: everything that people see of it, made from Views."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.face.screen import Screen

__all__ = ["AnyFace", "Face", "Scene", "SeatSign"]

V = TypeVar("V", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
A = TypeVar("A", contravariant=True)


@dataclass(frozen=True, slots=True)
class SeatSign:
    """Who sits in a seat, for pictures and words."""

    name: str
    """As its owner wrote it: not escaped; pictures draw it, texts must escape it."""
    kai: bool = False
    """A seat of Kai's own."""
    away: bool = False
    """A person's seat that Kai plays on meanwhile."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[V_co]):
    """A View with the names around the table: all that a picture, a text or a screen is made of."""

    view: V_co
    seats: tuple[SeatSign, ...]
    note: str = ""
    """A few words for the picture's corner, such as ``1:12 left``; may be empty."""
    events: tuple[object, ...] = ()
    """The public events of the last turn or two, oldest first: what has just changed."""


class Face(Protocol[V, A]):
    """What people see of one game. Every function is pure and safe to run in an executor."""

    def picture(self, scene: Scene[V]) -> bytes:
        """Draw the table: PNG, 820 pixels wide. Everything in it is in :meth:`text` as well."""

    def alt(self, scene: Scene[V]) -> str:
        """Describe the picture in at most 1,000 characters of plain text."""

    def text(self, scene: Scene[V]) -> str:
        """Give the picture's whole content in words: the screen reader's twin, Markdown."""

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Tell a public event in one line of Markdown, or nothing (the empty text)."""

    def status(self, scene: Scene[V]) -> str:
        """Say in one line of Markdown, without the seat's name, what the seat to act has to do."""

    def proposal(self, scene: Scene[V], action: A) -> str:
        """Say in one line of Markdown what an action would do, as an order, without a full stop.

        It is the viewer's action, who may know all that is in it.
        """

    def results(self, scene: Scene[V]) -> str:
        """Give the last scored round with its arithmetic, and the totals, in Markdown."""

    def deed(self, action: A) -> str:
        """Say what an action does, in 80 characters without a full stop; or give its notation."""

    def screen(self, scene: Scene[V], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's private hand; an unknown or outdated ``focus`` is ignored."""


AnyFace: TypeAlias = Face[Any, Any]
"""A face as its users see it."""
