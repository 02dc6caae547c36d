"""The picture of a league night's result: places, names, what each round gave, and the sum."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.face.canvas import Canvas, MakeCanvas, small_png
from bot.face.league import sheet, words
from bot.face.markdown import IN_ALT, number, plain, shorten
from bot.face.paint import width
from bot.face.seating import SMALLEST, WIDTH

MOST_SHOWN: Final = 10
"""The message says how many more there are."""

_CELL: Final = 40
_TITLE_ROOM: Final = 60


class EveningLine(NamedTuple):
    """A person's line."""

    place: int
    name: str
    result: str
    """Points or a percentage in words: ``267``, ``61%``."""
    rounds: tuple[str, ...]
    """What each round gave, in order; ``-`` for one without a result."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The result of a night."""

    title: str
    """``Kapow!``."""
    about: str
    """``League night · 4 rounds · 12 people``."""
    lines: tuple[EveningLine, ...]
    """In the order of places; the first :data:`MOST_SHOWN` are drawn."""


class _Version(NamedTuple):
    """How much is drawn: long names can be too many bytes."""

    names: int = sheet.RIGHT - sheet.LEFT
    rounds: bool = True

    @property
    def row(self) -> int:
        return sheet.ROW if self.rounds else sheet.LOW_ROW


_VERSIONS: Final = (_Version(), _Version(150), _Version(110, rounds=False))


def evening_picture(evening: Evening) -> bytes:
    """Draw a night's result: PNG, as wide as a table, at most ``LARGEST`` bytes."""
    return small_png(drawn_evening(evening, version=version) for version in _VERSIONS)


def drawn_evening(
    evening: Evening, make: MakeCanvas = Canvas, version: _Version = _VERSIONS[0]
) -> Canvas:
    """Draw a night's result on a new canvas of this kind."""
    lines, step = evening.lines[:MOST_SHOWN], version.row + sheet.GAP
    canvas = make((WIDTH, sheet.HEADER + max(1, len(lines)) * step + 8), sheet.THEME)
    sheet.heading(canvas, evening.title, evening.about)
    for at, line in enumerate(lines):
        _line(canvas, line, sheet.HEADER + at * step, version)
    return canvas


def evening_alt(evening: Evening) -> str:
    """Return the alternative text of the picture: plain text in one line."""
    told = "; ".join(
        f"{number(line.place)}. {plain(line.name, IN_ALT)} {line.result}"
        for line in evening.lines[:MOST_SHOWN]
    )
    head = f"{plain(evening.title, _TITLE_ROOM)}, {evening.about}"
    return shorten(f"Result of {head}: {told or words.NOBODY}", words.ALT_LIMIT)


def _line(canvas: Canvas, line: EveningLine, y: int, version: _Version) -> None:
    sheet.panel(canvas, y, version.row)
    upper = y + sheet.UPPER
    beside = sheet.put(canvas, line.result, (sheet.RIGHT, upper + 1), sheet.RESULT, "right")
    for at, told in enumerate(_fitting(line.rounds) if version.rounds else ()):
        right = sheet.LEFT + (at + 1) * _CELL - sheet.GAP
        sheet.put(canvas, told, (right, y + sheet.LOWER), sheet.LABEL, "right")
    sheet.place(canvas, line.place, (sheet.PLACE, upper))
    room = min(version.names, sheet.RIGHT - beside - 14 - sheet.LEFT)
    sheet.person(canvas, line.name, (sheet.LEFT, upper), sheet.NAME, room)


def _fitting(rounds: Sequence[str]) -> Iterator[str]:
    for told in rounds[: (sheet.RIGHT - sheet.LEFT) // _CELL]:
        yield told if width(told, SMALLEST) <= _CELL - sheet.GAP else "-"
