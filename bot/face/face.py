"""What a face is: everything that people see of a game, made from Views.

:class:`Face` is what the bot asks of it. For games in rounds, whose Views are
:class:`RoundView`, :mod:`bot.face.game_face` implements it, for others :mod:`bot.face.plain`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from bot.face.screen import Screen
from bot.game.contract import Outcome, Seat, Viewer
from bot.game.scoring import Scored

if TYPE_CHECKING:
    from bot.face.canvas import Canvas, MakeCanvas
    from bot.face.phrases import Ending

V_contra = TypeVar("V_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
A = TypeVar("A", contravariant=True)

V = TypeVar("V", bound="RoundView")


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


class Face(Protocol[V_contra, A]):
    """What people see of one game. All functions are pure and can run in an executor."""

    def picture(self, scene: Scene[V_contra]) -> bytes:
        """Draw the table: PNG, 530 pixels wide. :meth:`text` has the same content."""

    def drawn(self, scene: Scene[V_contra], make: "MakeCanvas" = ...) -> "Canvas":
        """Draw the same on a canvas of another kind, by default the usual one."""

    def alt(self, scene: Scene[V_contra]) -> str:
        """Describe the picture in at most 1,000 characters of plain text."""

    def text(self, scene: Scene[V_contra]) -> str:
        """Return the whole content of the picture as Markdown, for screen readers."""

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Describe a public event in one line of Markdown; may be empty."""

    def turn(self, events: Sequence[object], seats: Sequence[SeatSign]) -> str:
        """Describe a turn by its public events in a line of at most 200 characters of Markdown.

        May be empty.
        """

    def status(self, scene: Scene[V_contra]) -> str:
        """Return what the seat to act has to do: one line of Markdown without its name."""

    def proposal(self, scene: Scene[V_contra], action: A) -> str:
        """Phrase an action as advice: one line of Markdown in the imperative, no full stop.

        It may contain everything that the viewer, whose action it is, may know.
        """

    def results(self, scene: Scene[V_contra]) -> str:
        """Return the last scored round with its arithmetic, and the totals, as Markdown."""

    def ending(self, scene: Scene[V_contra], outcome: Outcome) -> "Ending":
        """Say who has won a finished match and by what, and each seat's deciding figure."""

    def screen(self, scene: Scene[V_contra], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's private hand; an unknown or outdated ``focus`` is ignored."""


AnyFace: TypeAlias = Face[Any, Any]
"""A face of any game."""


class RoundView(Protocol):
    """A View of a game that is played in rounds."""

    @property
    def viewer(self) -> Viewer:
        """The seat that is looking, None for a spectator."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def round(self) -> int:
        """The round in play or just scored, from 1."""

    @property
    def phase(self) -> StrEnum:
        """The phase: ``scored`` between two rounds, ``over`` after the match."""

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is."""

    @property
    def turn(self) -> int:
        """The number of the turn, growing over all rounds."""

    @property
    def results(self) -> Sequence[Scored]:
        """The scored rounds."""


def is_over(view: RoundView) -> bool:
    """Whether the match is over."""
    return view.phase.value == "over"


def is_scored(view: RoundView) -> bool:
    """Whether the last round is scored and the next one has not begun."""
    return view.phase.value in ("scored", "over")
