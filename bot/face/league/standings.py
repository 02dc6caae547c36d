"""The standings of a season: the picture, and the same in words and as alternative text."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas, MakeCanvas, small_png
from bot.face.league import sheet, words
from bot.face.league.values import MOST_LINES, MOST_NEAR, Board, BoardLine, Form
from bot.face.markdown import IN_ALT, IN_TEXT, counted, escape, number, one_line, plain, shorten
from bot.face.paint import width
from bot.face.seating import SMALLEST, WIDTH

_TITLE: Final = 60
_NOTE: Final = 160
"""Limits of titles and notes, in characters."""

_BETWEEN: Final = 28
"""The height of the dots between the page and the reader's line."""
_POINTS_ROOM: Final = 104
_RATING: Final = sheet.RIGHT - sheet.MARKS - 12
_COUNT: Final = 48
"""The room for a count or a rating."""
_FOOT: Final = 32


class Version(NamedTuple):
    """How much of a page is drawn: long names and many figures can be too many bytes."""

    names: int = WIDTH
    ratings: bool = True
    details: bool = True
    """Whether there are movements, matches, ratings and form."""

    @property
    def row(self) -> int:
        """The height of a line, in pixels."""
        return sheet.ROW if self.details else sheet.LOW_ROW


VERSIONS: Final = (
    Version(),
    Version(190),
    Version(150, ratings=False),
    Version(110, ratings=False),
    Version(110, details=False),
)


def board_picture(board: Board) -> bytes:
    """Draw a page of the standings: PNG, as wide as a table, at most ``LARGEST`` bytes."""
    return small_png(drawn_board(board, version=version) for version in VERSIONS)


def drawn_board(board: Board, make: MakeCanvas = Canvas, version: Version = VERSIONS[0]) -> Canvas:
    """Draw a page of the standings on a new canvas of this kind."""
    lines, near = board.lines[:MOST_LINES], board.near[:MOST_NEAR]
    notes = sheet.wrapped(board.note, sheet.RIGHT - sheet.INNER)
    rows, step = max(1, len(lines)) + len(near), version.row + sheet.GAP
    top = sheet.HEADER + rows * step + (_BETWEEN if near else 0)
    explained = bool(lines) and version.details
    canvas = make((WIDTH, top + (len(notes) + explained) * _FOOT + 8), sheet.THEME)
    _header(canvas, board)
    columns = _columns((*lines, *near), version)
    y = sheet.HEADER
    for line in lines:
        _line(canvas, line, y, columns)
        y += step
    if not lines:
        sheet.panel(canvas, y, version.row)
        base = y + version.row // 2 + 8
        sheet.put(canvas, words.NOBODY, (WIDTH // 2, base), sheet.LABEL, "middle")
        y += step
    if near:
        for x in (-22, -4, 14):
            canvas.art(sheet.Dot(), (WIDTH // 2 + x, y + _BETWEEN // 2 - 7))
    for at, line in enumerate(near):
        _line(canvas, line, y + _BETWEEN + at * step, columns)
    for at, note in enumerate(notes):
        sheet.put(canvas, note, (sheet.INNER, top + 24 + at * _FOOT), sheet.HEAD)
    if explained:
        told = {match for line in (*lines, *near) for match in line.form}
        _legend(canvas, top + 24 + len(notes) * _FOOT, told)
    return canvas


def _header(canvas: Canvas, board: Board) -> None:
    page = _page_words(board)
    beside = sheet.put(canvas, page, (sheet.RIGHT, 42), sheet.HEAD, "right") if page else 0
    below = sheet.put(canvas, words.POINTS, (sheet.RIGHT, 75), sheet.HEAD, "right")
    told = " · ".join(filter(None, (board.season, board.server)))
    room = sheet.RIGHT - sheet.INNER - 20
    sheet.heading(canvas, board.title, told, room - beside, room - below)


class _Columns(NamedTuple):
    """The columns of a page, as wide as its longest numbers; and what is drawn in them."""

    end: int
    counts: sheet.Counts
    version: Version


def _columns(lines: Sequence[BoardLine], version: Version) -> _Columns:
    points = sheet.widest((line.points for line in lines), _POINTS_ROOM, sheet.RESULT)
    won_of = sheet.counts([(line.wins, line.matches) for line in lines], sheet.LEFT)
    return _Columns(sheet.RIGHT - points - 14, won_of, version)


def _line(canvas: Canvas, line: BoardLine, y: int, columns: _Columns) -> None:
    sheet.panel(canvas, y, columns.version.row, framed=line.own)
    upper = y + sheet.UPPER
    sheet.count(canvas, line.points, (sheet.RIGHT, upper + 1), sheet.RESULT, _POINTS_ROOM)
    # Lines overlap by a few pixels: those whose letters hang below the baseline are drawn last.
    _details(canvas, line, y + sheet.LOWER, columns)
    sheet.place(canvas, line.place, (sheet.PLACE, upper))
    beside = sheet.medal(canvas, line.medals, (columns.end, upper), sheet.LABEL)
    room = min(columns.end - sheet.LEFT - beside, columns.version.names)
    sheet.person(canvas, line.name, (sheet.LEFT, upper), sheet.NAME, room)


def _details(canvas: Canvas, line: BoardLine, base: int, columns: _Columns) -> None:
    """Draw movement, matches, rating and form; ``base`` is the baseline."""
    if not columns.version.details:
        return
    if line.hidden:
        played, _ = sheet.figure(line.matches, _COUNT, sheet.FIGURE)
        x = sheet.LEFT + sheet.put(canvas, played, (sheet.LEFT, base), sheet.FIGURE) + 6
        sheet.put(canvas, "match" if line.matches == 1 else "matches", (x, base), sheet.LABEL)
        return
    _moved(canvas, line, base)
    sheet.won(canvas, line.wins, line.matches, columns.counts, base)
    if columns.version.ratings:
        _rating(canvas, line, base)
    sheet.recent(canvas, line.form, (sheet.RIGHT, base))


def _rating(canvas: Canvas, line: BoardLine, base: int) -> None:
    if line.rating is None:
        sheet.put(canvas, words.NO_RATING, (_RATING, base), sheet.LABEL, "right")
        return
    sheet.count(canvas, line.rating, (_RATING, base), sheet.FIGURE, _COUNT)
    sheet.put(canvas, words.RATING, (_RATING - _COUNT, base), sheet.LABEL, "right")


def _moved(canvas: Canvas, line: BoardLine, base: int) -> None:
    """Draw how many places were gained or lost; ``base`` is the baseline."""
    moved = line.movement
    if not moved:
        if moved == 0 or line.new:
            sign = words.NEW if moved is None else "="
            sheet.put(canvas, sign, (sheet.PLACE, base), sheet.LABEL, "middle")
        return
    arrow = sheet.Triangle("up" if moved > 0 else "down")
    told, _ = sheet.figure(abs(moved), _COUNT, sheet.FIGURE)
    left = sheet.PLACE - (arrow.size[0] + 4 + width(told, SMALLEST)) // 2
    canvas.art(arrow, (left, base - arrow.size[1] + 1))
    sheet.put(canvas, told, (left + arrow.size[0] + 4, base), sheet.FIGURE)


def _legend(canvas: Canvas, base: int, told: Collection[Form]) -> None:
    """Explain the marks of matches; ``base`` is the baseline. Ties are rare: if one is ``told``."""
    x = sheet.INNER + sheet.put(canvas, words.LATEST, (sheet.INNER, base), sheet.HEAD) + 12
    for match in Form:
        if match is Form.TIED and match not in told:
            continue
        mark = sheet.Mark(match, palette.TABLE)
        canvas.art(mark, (x, base - mark.size[1] + 1))
        x += mark.size[0] + 6
        x += sheet.put(canvas, words.FORMS[match], (x, base), sheet.HEAD) + 14


def board_text(board: Board) -> str:
    """Return a page of the standings as Markdown, which may take more than one message."""
    return "\n".join(_lines(board))


def board_alt(board: Board) -> str:
    """Return the alternative text of the picture: plain text in one line."""
    title = ", ".join(plain(part, _TITLE) for part in (board.title, board.season) if part)
    shown = (*board.lines[:MOST_LINES], *board.near[:MOST_NEAR])
    told = "; ".join(_brief(line) for line in shown)
    return shorten(f"Standings of {title}: {told or words.NOBODY}", words.ALT_LIMIT)


def _lines(board: Board) -> Iterator[str]:
    title = " · ".join(escape(part, _TITLE) for part in (board.title, board.season) if part)
    yield f"## {title}"
    below = (escape(board.server, _TITLE) if board.server else "", _page_words(board))
    if any(below):
        yield f"-# {' · '.join(filter(None, below))}"
    if not board.lines:
        yield words.NOBODY
    for line in board.lines[:MOST_LINES]:
        yield from _told(line)
    if board.near:
        yield "\N{MIDLINE HORIZONTAL ELLIPSIS}"
    near = board.near[:MOST_NEAR]
    for line in near:
        yield from _told(line)
    if any(line.own for line in (*board.lines[:MOST_LINES], *near)):
        yield words.OWN_EXPLAINED
    if note := one_line(board.note, _NOTE):
        yield f"-# {escape(note, _NOTE)}"


def _told(line: BoardLine) -> Iterator[str]:
    own = f"{words.OWN} " if line.own else ""
    name, total = words.person(line.name, IN_TEXT), counted(line.points, "point")
    head = f"{own}**{number(line.place)}. {name}** · {total}"
    played = counted(line.matches, "match")
    if line.hidden:
        yield head
        yield f"-# {played}"
        return
    yield " · ".join(filter(None, (head, _moved_words(line.movement, new=line.new))))
    parts = [
        played,
        counted(line.wins, "win"),
        words.NO_RATING if line.rating is None else f"{words.RATING} {number(line.rating)}",
        words.medals(line.medals),
    ]
    if line.form:
        parts.append(f"lately {words.lately(line.form)}")
    yield f"-# {' · '.join(filter(None, parts))}"


def _brief(line: BoardLine) -> str:
    own = " (own line)" if line.own else ""
    return f"{number(line.place)}. {plain(line.name, IN_ALT)}{own} {counted(line.points, 'point')}"


def _page_words(board: Board) -> str:
    return f"page {board.page} of {board.pages}" if board.pages > 1 else ""


def _moved_words(places: int | None, *, new: bool) -> str:
    """Say how a line moved within a week: ``up 2``, ``down 1``, ``same place``, ``new``."""
    if places is None:
        return words.NEW if new else ""
    return f"{'up' if places > 0 else 'down'} {abs(places)}" if places else "same place"
