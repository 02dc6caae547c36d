"""A fallback face for games that have none: complete and legible, but without any design."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from textwrap import wrap
from typing import Any, Final

from bot.face import palette
from bot.face.canvas import PLAIN_THEME, Art, Canvas, MakeCanvas
from bot.face.face import Act, Button, Ending, Focus, Menu, MenuItem, Row, Scene, Screen, SeatSign
from bot.face.markdown import escape, plain, shorten
from bot.face.paint import Lettering, drawable, fit
from bot.face.phrases import TURN_LIMIT, by_totals
from bot.face.seating import HEADER, SIDE, SMALLEST, WIDTH
from bot.game.contract import Outcome

_GROUND: Final = PLAIN_THEME.ground
_TITLE: Final = Lettering(26, palette.CREAM, _GROUND, bold=True)
_LINE: Final = Lettering(SMALLEST, PLAIN_THEME.soft, _GROUND)
_STEP: Final = 28
_LINES: Final = 24
_COLUMNS: Final = 48
"""Lines of a picture, and characters in one of them."""

_ALT: Final = 1_000
_TEXT: Final = 3_800
_RESULTS: Final = 2_000
_SAID: Final = 300
_LABEL: Final = 80

_BUTTONS: Final = 20
"""Actions that are shown as buttons, five in a row; more as menus."""
_ROW: Final = 5
_MENU: Final = 25
_PAGE: Final = 4 * _MENU
"""Actions in a menu, and on a page of menus."""
_PAGE_FOCUS: Final = "page "


@dataclass(frozen=True, slots=True)
class PlainFace:
    """Implements :class:`bot.face.face.Face` for any game, from the fields of its View."""

    title: str

    @property
    def emojis(self) -> Mapping[str, Art]:
        """No card has a picture of its own."""
        return {}

    def picture(self, scene: Scene[Any]) -> bytes:
        """Write the View's fields on a plain background."""
        return self.drawn(scene).png()

    def drawn(self, scene: Scene[Any], make: MakeCanvas = Canvas) -> Canvas:
        """Draw the picture on a new canvas of this kind."""
        lines = [part for line in _facts(scene) for part in wrap(line, _COLUMNS)][:_LINES]
        canvas = make((WIDTH, HEADER + 10 + _STEP * max(1, len(lines))), PLAIN_THEME)
        canvas.text(_drawn_line(self.title, _TITLE), (SIDE, 1), _TITLE)
        for at, line in enumerate(lines):
            canvas.text(_drawn_line(line, _LINE), (SIDE, HEADER + at * _STEP), _LINE)
        return canvas

    def alt(self, scene: Scene[Any]) -> str:
        """Return the View's fields in one line."""
        return shorten(f"{self.title}: {'; '.join(_facts(scene))}", _ALT)

    def text(self, scene: Scene[Any]) -> str:
        """Return the View's fields line by line."""
        lines = "\n".join(f"- {_safe(line)}" for line in _facts(scene))
        return shorten(f"**{_safe(self.title)}**\n{lines}", _TEXT)

    def say(self, event: object, _seats: Sequence[SeatSign]) -> str:
        """Return the ``repr`` of an event."""
        return _safe(shorten(str(event), _SAID))

    def turn(self, events: Sequence[object], _seats: Sequence[SeatSign]) -> str:
        """Return the ``repr`` of a turn's events, as far as there is room."""
        return _safe(shorten("; ".join(map(str, events)), TURN_LIMIT // 2)) if events else ""

    def status(self, _scene: Scene[Any]) -> str:
        """Ask for an action."""
        return "choose an action."

    def last_turns(self, _scene: Scene[Any]) -> str:
        """Say nothing: it isn't known."""
        return ""

    def proposal(self, _scene: Scene[Any], action: object) -> str:
        """Return the action's notation."""
        return _safe(_label(action))

    def results(self, scene: Scene[Any], *, sums: bool = False) -> str:  # noqa: ARG002 - the fields have all there is
        """Return the View's fields again: the scores are among them."""
        return shorten(self.text(scene), _RESULTS)

    def ending(self, scene: Scene[Any], outcome: Outcome) -> Ending:
        """Say who has won by the totals."""
        return by_totals(scene.seats, outcome)

    def screen(self, scene: Scene[Any], legal: Sequence[Any], focus: str = "") -> Screen:
        """List all legal actions: as buttons, or as pages of menus if there are many."""
        rows = _button_rows(legal) if len(legal) <= _BUTTONS else _menu_rows(legal, focus)
        return Screen(self.text(scene), rows)


def _facts(scene: Scene[Any]) -> Iterator[str]:
    names = (plain(sign.name) for sign in scene.seats)
    yield "seats: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
    if scene.note:
        yield scene.note
    view = scene.view
    if is_dataclass(view):
        values = [(field.name, getattr(view, field.name)) for field in fields(view)]
    elif hasattr(view, "_asdict"):
        values = list(view._asdict().items())
    else:
        yield str(view)
        return
    for name, value in values:
        if not name.startswith("_"):
            yield f"{name.replace('_', ' ')}: {value}"


def _safe(line: str) -> str:
    return escape(line, max(1, len(line)))


def _drawn_line(line: str, style: Lettering) -> str:
    return fit(drawable(plain(line, _COLUMNS * 2), "-"), style.size, WIDTH - 2 * SIDE)


def _button_rows(legal: Sequence[Any]) -> tuple[Row, ...]:
    buttons = [Button(_label(action), Act(str(action))) for action in legal]
    return tuple(tuple(buttons[at : at + _ROW]) for at in range(0, len(buttons), _ROW))


def _menu_rows(legal: Sequence[Any], focus: str) -> tuple[Row, ...]:
    pages = -(-len(legal) // _PAGE)
    page = next((page for page in range(pages) if focus == f"{_PAGE_FOCUS}{page}"), 0)
    shown = legal[page * _PAGE : (page + 1) * _PAGE]
    rows: list[Row] = []
    for at in range(0, len(shown), _MENU):
        items = tuple(MenuItem(_label(a), Act(str(a))) for a in shown[at : at + _MENU])
        rows.append(Menu(f"Actions from {items[0].label}", items))
    if pages > 1:
        before = Focus(f"{_PAGE_FOCUS}{(page - 1) % pages}")
        after = Focus(f"{_PAGE_FOCUS}{(page + 1) % pages}")
        label = f"Page {page + 1} of {pages}"
        rows.append((Button("Before", before), Button(label), Button("More", after)))
    return tuple(rows)


def _label(action: object) -> str:
    return shorten(str(action) or "-", _LABEL)
