"""The ``Face`` protocol: everything that people see of a game, made from Views."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from bot.face.screen import Screen
from bot.game.contract import Outcome

if TYPE_CHECKING:
    from bot.face.ending import Ending

if TYPE_CHECKING:
    from bot.face.canvas import Canvas, MakeCanvas

__all__ = ["AnyFace", "Face", "Scene", "SeatSign"]

V = TypeVar("V", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
A = TypeVar("A", contravariant=True)


@dataclass(frozen=True, slots=True)
class SeatSign:
    """The player in a seat, for pictures and texts."""

    name: str
    """As its owner wrote it: not escaped. Pictures draw it as it is, texts must escape it."""
    kai: bool = False
    """Whether the seat belongs to Kai."""
    away: bool = False
    """Whether Kai plays for an absent person."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[V_co]):
    """A View with the players' names: the input of all pictures, texts and screens."""

    view: V_co
    seats: tuple[SeatSign, ...]
    note: str = ""
    """A few words for the corner of the picture, such as ``1:12 left``; may be empty."""
    events: tuple[object, ...] = ()
    """The public events of the last turn or two, oldest first."""


class Face(Protocol[V, A]):
    """What people see of one game. All functions are pure and can run in an executor."""

    def picture(self, scene: Scene[V]) -> bytes:
        """Draw the table: PNG, 530 pixels wide. :meth:`text` has the same content."""

    def drawn(self, scene: Scene[V], make: "MakeCanvas" = ...) -> "Canvas":
        """Draw the same on a canvas of another kind, by default the usual one."""

    def alt(self, scene: Scene[V]) -> str:
        """Describe the picture in at most 1,000 characters of plain text."""

    def text(self, scene: Scene[V]) -> str:
        """Return the whole content of the picture as Markdown, for screen readers."""

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Describe a public event in one line of Markdown; may be empty."""

    def turn(self, events: Sequence[object], seats: Sequence[SeatSign]) -> str:
        """Describe a turn by its public events in a line of at most 200 characters of Markdown.

        May be empty.
        """

    def status(self, scene: Scene[V]) -> str:
        """Return what the seat to act has to do: one line of Markdown without its name."""

    def proposal(self, scene: Scene[V], action: A) -> str:
        """Phrase an action as advice: one line of Markdown in the imperative, no full stop.

        It may contain everything that the viewer, whose action it is, may know.
        """

    def results(self, scene: Scene[V]) -> str:
        """Return the last scored round with its arithmetic, and the totals, as Markdown."""

    def ending(self, scene: Scene[V], outcome: Outcome) -> "Ending":
        """Say who has won a finished match and by what, and each seat's deciding figure."""

    def screen(self, scene: Scene[V], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's private hand; an unknown or outdated ``focus`` is ignored."""


AnyFace: TypeAlias = Face[Any, Any]
"""A face of any game."""
