"""What a face is: everything that people see of a game, made from Views; and screens, its hands.

:class:`Face` is what the bot asks of it. For games whose Views are :class:`RoundView`,
:mod:`bot.face.game_face` implements it, for others :mod:`bot.face.plain`.

**Screens** are private hands as data, with a text and rows of buttons and menus. Each control
becomes a click that carries either an action of the game (in its notation) or a *focus*: the words
of a half-made choice ("1t"), with which the same screen is built again.

A display preference, such as sorting by suit, is a *lasting* word (``suit``), which every click of
the screen repeats before the focus (``suit|1t``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.face.markdown import shorten
from bot.game.contract import Outcome
from bot.game.rounds import SeenRound
from bot.game.slots import SlotState

if TYPE_CHECKING:
    from bot.face.canvas import Art, Canvas, MakeCanvas


class Style(Enum):
    """The prominence of a control."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Act:
    """Perform an action of the game, given in its notation."""

    action: str
    then: str = ""
    """Follows in the same click, where it's still possible; may be empty."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Show the screen again with this half-made choice; the empty focus is the start."""

    focus: str
    lasting: str | None = None
    """The new lasting word (buttons only); None keeps the screen's."""


class Emoji(NamedTuple):
    """A card on a button, by its name among the face's emojis; empty for none."""

    emoji: str = ""
    beside: str = ""
    """The label beside it: what the card itself doesn't say."""


class Button(NamedTuple):
    """A button with a label of at most 80 characters; disabled if ``does`` is None.

    Where the emoji can be shown, ``beside`` takes the place of the label.
    """

    label: str
    does: Act | Focus | None = None
    style: Style = Style.PLAIN
    emoji: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An item of a menu; ``does`` as for a button."""

    label: str
    does: Act | Focus
    description: str = ""
    emoji: str = ""
    """Shown before the label, where it can be."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of 1 to 25 items; without any it's disabled, and keeps its place."""

    placeholder: str
    items: tuple[MenuItem, ...]


Row: TypeAlias = tuple[Button, ...] | Menu
"""Up to five buttons, or one menu."""

MAX_MENU_ITEMS: Final = 25

_ABOUT: Final = 100
"""Characters of an item's label, and of its description."""

_END: Final = 40
"""Characters of an item's label in a menu's placeholder."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Text in Discord's Markdown (with names escaped), then rows of controls."""

    text: str
    rows: tuple[Row, ...] = ()
    footer: str = ""
    lasting: str = ""
    """Up to eight lower-case letters that every click repeats."""
    lead: str = ""
    """What stands below a picture: what to do, and what follows from it."""


def with_lasting(lasting: str, focus: str) -> str:
    """Return the focus with the lasting word, if any, before it."""
    return f"{lasting}|{focus}" if lasting else focus


def menus(placeholder: str, items: Sequence[MenuItem]) -> tuple[Menu, ...]:
    """Return as many menus as the items need; a disabled one if there are none.

    If there are several, each placeholder names its first and last item: their labels up to a
    colon, without the last word of ``placeholder``.
    """
    lines = [_short(item) for item in items]
    parts = [tuple(lines[at : at + MAX_MENU_ITEMS]) for at in range(0, len(lines), MAX_MENU_ITEMS)]
    if len(parts) <= 1:
        return (Menu(placeholder, tuple(lines)),)
    said = placeholder.rpartition(" ")[2] + " "
    ends = [(_end(part[0], said), _end(part[-1], said)) for part in parts]
    names = [f"{placeholder}: {first} … {last}" for first, last in ends]
    return tuple(starmap(Menu, zip(names, parts, strict=True)))


def _end(item: MenuItem, said: str) -> str:
    return shorten(item.label.partition(": ")[0].removeprefix(said), _END)


def _short(item: MenuItem) -> MenuItem:
    about = shorten(item.description, _ABOUT)
    return replace(item, label=shorten(item.label, _ABOUT), description=about)


V_contra = TypeVar("V_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
A = TypeVar("A", contravariant=True)

RoundView: TypeAlias = SeenRound | SlotState

V = TypeVar("V", bound=RoundView)


@dataclass(frozen=True, slots=True)
class SeatSign:
    """The player in a seat, for pictures and texts."""

    name: str
    """As its owner wrote it: texts must escape it."""
    kai: bool = False
    away: bool = False
    """Whether Kai plays for an absent person."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[V_co]):
    """A View with the players' names: the input of all pictures, texts and screens."""

    view: V_co
    seats: tuple[SeatSign, ...]
    note: str = ""
    """For the corner of the picture, such as ``1:12 left``; may be empty."""
    events: tuple[object, ...] = ()
    """The public ones of the last turn or two, oldest first."""
    past: tuple[object, ...] = ()
    """Those of this round since the viewer's last turn before this one began, if it's known."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the last message of a match says first."""

    headline: str
    """Who has won, by what: one line of Markdown."""
    figures: tuple[str, ...]
    """What decides each seat's rank: ``41``, ``3 pieces``."""


class Face(Protocol[V_contra, A]):
    """What people see of one game. All functions are pure and can run in an executor."""

    @property
    def emojis(self) -> "Mapping[str, Art]":
        """By name: ``kapow_7``."""

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
        """Describe a turn in a line of at most 200 characters of Markdown; may be empty."""

    def status(self, scene: Scene[V_contra]) -> str:
        """Return what the seat to act has to do: one line of Markdown without its name."""

    def last_turns(self, scene: Scene[V_contra]) -> str:
        """Say who still has a last turn before the round ends: one line, mostly empty."""

    def proposal(self, scene: Scene[V_contra], action: A) -> str:
        """Phrase an action as advice: one line of Markdown in the imperative, no full stop.

        It may contain everything that the viewer, whose action it is, may know.
        """

    def results(self, scene: Scene[V_contra], *, sums: bool = False) -> str:
        """Return how the last round ended, and the totals, as Markdown.

        With ``sums``, each seat's arithmetic too, for those who don't see the picture.
        """

    def ending(self, scene: Scene[V_contra], outcome: Outcome) -> Ending:
        """Say who has won a finished match and by what, and each seat's deciding figure."""

    def screen(self, scene: Scene[V_contra], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's private hand; an unknown or outdated ``focus`` is ignored."""


AnyFace: TypeAlias = Face[Any, Any]


def is_over(view: RoundView) -> bool:
    """Whether the match is over."""
    return view.phase.value == "over"


def is_scored(view: RoundView) -> bool:
    """Whether the last round is scored and the next one has not begun."""
    return view.phase.value in ("scored", "over")
