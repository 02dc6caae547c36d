"""What people see of a review: its texts, as templates in one place, and its picture.

Names have to be escaped where they go into Markdown. Points are in tenths, chances from 0 to 1. A
match is told in points, or in percent of the chance to win it, in tenths as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bot.face import palette
from bot.face.canvas import PLAIN_THEME, Canvas, MakeCanvas, small_png
from bot.face.markdown import MINUS, counted, plain
from bot.face.paint import Box, Lettering, Pen, Point, drawable, fit, width
from bot.face.palette import Colour, blends
from bot.face.seating import SMALLEST, WIDTH
from bot.league.counting import half_up

BUTTON: Final = "Review"
AGAIN: Final = "Look again"
BACK: Final = "Back to the review"
PUZZLE: Final = "Try {number}"

HEADING: Final = "## {game} · review"
SUM: Final = "{against}: luck {luck}, {play} {own}, opponents' mistakes {others}"
YOUR_PLAY: Final = "your play"
OWN_PLAY: Final = "own play"
PLAYED_WELL: Final = "{who} played {how} well."
GAVE_AWAY: Final = ("{who} gave away {cost}.", "{who} gave away {cost} of the chance to win.")
EVERY_TURN: Final = "every turn"
MOST_TURNS: Final = "most turns"
_DECIDED: Final = ("The cards", "{whose} mistakes", "The opponents' mistakes")
MORE: Final = "More"
PLAYER: Final = "{rank}. {name} **{total}**: {sum} · {accuracy}"
PLAYER_HEADING: Final = "### {name}, round by round"
ROUND: Final = "{round}. {sum} · {accuracy}"
ACCURACY: Final = "accuracy {share}"
ACCURACY_UNKNOWN: Final = "nothing to decide"
SLIPS: Final = "**The costliest turns**"
SLIP: Final = "{turn}: {taken}. Cost {cost}."
TURN: Final = ("Turn {turn}", "Round {round}, turn {turn}")
"""In a match of one round, and of more."""
SHOW_PLAYER: Final = "Another player's turns"
NOTHING_LOST: Final = "None: every choice was the best."
EXPLAINED: Final = (
    "-# Points compared with the others' average. Luck is the cards, play what your choices cost. "
    "Each point lost per choice halves accuracy."
)
EXPLAINED_BY_CHANCE: Final = (
    "-# All in % of the chance to win, roughly. Luck is the cards, play what your choices cost. "
    "Each 5% lost per choice halves accuracy."
)

WAITING: Final = "I'll review this match soon: {ahead} before it, some seconds each."
MAKING: Final = "I'm reviewing this match: {part} so far."
FAILED: Final = "The review failed. Look again to retry."
OLD: Final = "This review is from an older version, so I'm making its puzzles again."
MADE_AGAIN: Final = "This review has changed. Please open the puzzle again."
WARMING_UP: Final = "I've just started, so it takes a little longer."
CHANGED_LATER: Final = "-# This message changes when it's done."
NO_SUCH_MATCH: Final = "There's no finished match of yours or of this channel."
NO_SUCH_PUZZLE: Final = "This review doesn't have that puzzle."

PUZZLE_HEADING: Final = "### {name}: round {round}, own turn {turn}"
PUZZLE_ASKS: Final = "This is what {name} saw: {status} **What would you do?**"
ANSWER_BEST: Final = "**That's the best choice**: {chosen}."
ANSWER_EQUAL: Final = "**That's as good as the best choice**: {chosen}."
ANSWER_OTHER: Final = "You chose: {chosen}. Better: {best} ({better})."
ANSWER_TAKEN: Final = "In the match, {name} chose: {taken}."
ANSWER_YOURS: Final = "your choice"
ANSWER_PLAYED: Final = "in the match"
ANSWER_LINE: Final = (
    "{number}. {choice}{marks}: expected score {points} (others {field}), {chance} to win the match"
)
ANSWER_ORDER: Final = "-# Best first: by points and chance, chance counting most."
ANSWER_ORDER_BY_CHANCE: Final = "-# Best chance first."

PICTURE_ROUNDS: Final = "round"
PICTURE_TITLE: Final = "{game} · chance to win the match"
ALT: Final = "The chance to win the match, over {rounds}."
ALT_LINE: Final = "{name}: from {first} to {last}, between {least} and {most}."

_LEVEL: Final = "Level"
_APART: Final = "{points} ahead", "{points} behind"
_OTHERS: Final = "the others' average"
_APART_OF_MANY: Final = f"{{points}} ahead of {_OTHERS}", f"{{points}} behind {_OTHERS}"
_GAINED: Final = "{points}% gained", "{points}% lost"
_POINTS: Final = "{points} points"
_PERCENT: Final = "{points}%"
_BY_POINTS: Final = "by {points} points"
_BY_BOTH: Final = "by {points} points, and {wins}"
_MORE_WINS: Final = "{count} more {noun} in 100 matches"


def tenths(value: Fraction | float) -> int:
    """Return a value in whole tenths, halves rounded away from zero."""
    exact = Fraction(value).limit_denominator(1_000_000) * 10
    as_decimal = Decimal(exact.numerator) / Decimal(exact.denominator)
    return int(as_decimal.quantize(Decimal(1), ROUND_HALF_UP))


def points(in_tenths: int) -> str:
    """Format tenths as points: ``4.2``, with the true minus sign."""
    whole, part = divmod(abs(in_tenths), 10)
    return f"{MINUS if in_tenths < 0 else ''}{whole}.{part}"


def signed(in_tenths: int) -> str:
    """Format tenths as a part of a sum: ``+13.1``, ``0``."""
    return f"{'+' if in_tenths > 0 else ''}{points(in_tenths).removesuffix('.0')}"


def percent(part: float) -> str:
    """Format a fraction as a percentage: ``81%``."""
    return f"{half_up(100 * part)}%"


def amount(in_tenths: int, *, by_chance: bool = False) -> str:
    """Say what something has cost: ``4.2 points``, or ``4.2%`` of the chance to win."""
    return (_PERCENT if by_chance else _POINTS).format(points=points(in_tenths))


def balance(in_tenths: int, seats: int = 2, *, by_chance: bool = False) -> str:
    """Say how a player did compared with the others, or with the chance to win before."""
    if not in_tenths:
        return _LEVEL
    templates = _GAINED if by_chance else _APART if seats == 2 else _APART_OF_MANY
    template = templates[in_tenths < 0]
    return template.format(points=points(abs(in_tenths)).removesuffix(".0"))


def better(in_tenths: int, chance: float) -> str:
    """Say how much better a choice is: in points, and in chance if that is visible."""
    shows = half_up(100 * chance) > 0
    wins = more_wins(str(half_up(100 * chance)))
    if shows and in_tenths > 0:
        return _BY_BOTH.format(points=points(in_tenths), wins=wins)
    return wins if shows else _BY_POINTS.format(points=points(in_tenths))


def better_chance(in_tenths: int) -> str:
    """Say by how many tenths of a percent a choice has the better chance."""
    return more_wins(points(in_tenths))


def decided(ahead: int, *parts: int) -> str:
    """Say what led most to being ``ahead`` or behind: luck, own or others' choices; or nothing."""
    most, what = max(zip([part * ahead for part in parts], _DECIDED, strict=True))
    return f"{what} decided it." if most else ""


def more_wins(count: str) -> str:
    """Say a difference of chances, in percent, so that nobody takes it for a part of one."""
    return _MORE_WINS.format(count=count, noun="win" if count == "1" else "wins")


Line: TypeAlias = Sequence[tuple[int, float]]
"""Pairs of turn and chance (0 to 1), in order; not empty."""

COLOURS: Final[Sequence[Colour]] = (
    *(palette.GOLD, palette.BACK_MARK, palette.BURST, palette.LILAC),
    *(palette.BANDS[3], palette.MINT, palette.BACK_LINE, palette.RED),
)
"""The first differ the most. Numbers distinguish the lines without colours."""

THEME: Final = replace(
    PLAIN_THEME,
    soft=palette.MINT,
    few=(
        *(palette.TABLE, palette.PANEL, palette.COLUMN, palette.CREAM, palette.INK),
        *COLOURS,
        *(blends(colour, palette.PANEL, 1)[0] for colour in (palette.GOLD, palette.CREAM)),
    ),
    few_from=0,
)
"""Few colours, since lines that cross are many bytes."""

DISC: Final = 14
"""The radius of a number on its line, in pixels."""
_THICK: Final = 4
_DISCS: Final = (4, 2)
"""How many times the number appears on its line: with up to four lines, and with more."""

_SIDE: Final = 14
_TITLE: Final = Lettering(26, palette.CREAM, palette.TABLE, bold=True)
_NAME: Final = Lettering(SMALLEST, palette.CREAM, palette.TABLE)
_AXIS: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
_IN_A_ROW: Final = (3, 2)
"""Numbers of names in a row; the first with enough room is used."""
_LEGEND: Final = 36
"""The height of a row of names, in pixels."""
_PLOT: Final = (76, 216)
"""The left edge of the plot, and its height, in pixels."""
_BESIDE: Final = 44
"""The width of a name's disc and the gap after the name, in pixels."""
_MOST_ROWS: Final = 4
MOST_POINTS: Final = (1_000, 80, 40, 20, 10, 5, 2)
"""Of a line: crossing lines are many bytes."""
_ALT: Final = 1_000
_ALT_NAME: Final = 16


class Course(NamedTuple):
    """The content of the picture."""

    game: str
    names: Sequence[str]
    """As their owners wrote them."""
    lines: Sequence[Line]
    starts: Sequence[int]
    """The first turn of each round."""


class Scale(NamedTuple):
    """Maps turns and chances to pixels of the plot."""

    first: int
    step: float
    """The width of a turn, in pixels."""
    high: int
    """The height of all chances, in pixels."""

    @classmethod
    def of(cls, lines: Sequence[Line], plot: Box) -> "Scale":
        """Return the scale at which the lines fill a plot."""
        turns = [turn for line in lines for turn, _ in line]
        first, last = min(turns), max(turns)
        step = (plot.width - 2 * DISC) / max(1, last - first)
        return cls(first, step, plot.height - 2 * DISC)

    def x(self, turn: int) -> float:
        """Return the x coordinate of a turn."""
        return DISC + (turn - self.first) * self.step

    def y(self, chance: float) -> float:
        """Return the y coordinate of a chance."""
        return DISC + (1 - chance) * self.high


@dataclass(frozen=True, slots=True)
class Disc:
    """The number of a seat on a disc of its line's colour."""

    seat: int
    ground: Colour = palette.TABLE
    size: tuple[int, int] = (2 * DISC, 2 * DISC)

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        _draw_disc(pen, self.seat, (DISC, DISC))


@dataclass(frozen=True, slots=True)
class Plot:
    """The beginnings of rounds, the line at one half, and the chances."""

    size: tuple[int, int]
    lines: Sequence[Line]
    starts: Sequence[int]
    """The first turn of each round."""
    scale: Scale
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw the lines, then their numbers over all of them."""
        scale, (wide, high) = self.scale, self.size
        pen.rectangle((0, 0, wide, high), self.ground)
        for turn in self.starts:
            x = scale.x(turn)
            pen.line([(x, 0), (x, high)], 2, palette.COLUMN)
        pen.line([(0, scale.y(0.5)), (wide, scale.y(0.5))], 2, palette.COLUMN)
        for seat, line in enumerate(self.lines):
            path = [(scale.x(turn), scale.y(chance)) for turn, chance in line]
            if len(path) > 1:
                pen.line(path, _THICK, COLOURS[seat])
        for seat, line in enumerate(self.lines):
            for turn, chance in _numbered(line, seat, len(self.lines)):
                _draw_disc(pen, seat, (scale.x(turn), scale.y(chance)))


def describe_course(course: Course) -> str:
    """Return the alternative text: at most 1,000 characters of plain text."""
    parts = [ALT.format(rounds=counted(len(course.starts), "round"))]
    for name, line in zip(course.names, course.lines, strict=True):
        chances = [chance for _, chance in line]
        parts.append(
            ALT_LINE.format(
                name=plain(name, _ALT_NAME),
                first=percent(chances[0]),
                least=percent(min(chances)),
                most=percent(max(chances)),
                last=percent(chances[-1]),
            )
        )
    return " ".join(parts)[:_ALT]


def draw_course(course: Course) -> bytes:
    """Draw all chances to win over the turns: PNG, as wide as a table, at most ``LARGEST`` bytes.

    If those are too few, the lines have fewer points.
    """
    return small_png(drawn_course(course, most=most) for most in MOST_POINTS)


def drawn_course(course: Course, make: MakeCanvas = Canvas, most: int = MOST_POINTS[0]) -> Canvas:
    """Draw all chances to win on a new canvas of this kind, each by at most ``most`` points."""
    names = [drawable(plain(name), f"Seat {n}") for n, name in enumerate(course.names, 1)]
    in_a_row = _in_a_row(names)
    left, height = _PLOT
    top = 58 + -(-len(names) // in_a_row) * _LEGEND
    plot = Box(left, top, WIDTH - left - _SIDE, height)
    canvas = make((WIDTH, plot.y + height + 42), THEME)
    title = PICTURE_TITLE.format(game=course.game)
    canvas.text(fit(title, _TITLE.size, WIDTH - 2 * _SIDE, bold=True), (_SIDE, 8), _TITLE)
    _legend(canvas, names, in_a_row)
    scale = Scale.of(course.lines, plot)
    for chance in (0, 0.5, 1):
        at = plot.x - 8, plot.y + round(scale.y(chance)) - 15
        canvas.text(percent(chance), at, _AXIS, "right")
    lines = [thinned(line, most) for line in course.lines]
    canvas.once(Plot((plot.width, height), lines, course.starts, scale), (plot.x, plot.y))
    _rounds(canvas, course, plot, scale)
    return canvas


def thinned(line: Line, most: int) -> Line:
    """Return at most ``most`` points of a line (two or more), the first and the last among them."""
    if len(line) <= most:
        return line
    last = len(line) - 1
    return [line[last * part // (most - 1)] for part in range(most)]


def _legend(canvas: Canvas, names: Sequence[str], in_a_row: int) -> None:
    for seat, name in enumerate(names):
        x = _SIDE + seat % in_a_row * _wide(in_a_row)
        y = 52 + seat // in_a_row * _LEGEND
        canvas.art(Disc(seat), (x, y))
        shown = fit(name, _NAME.size, _wide(in_a_row) - _BESIDE)
        canvas.text(shown, (x + 2 * DISC + 7, y - 3), _NAME)


def _rounds(canvas: Canvas, course: Course, plot: Box, scale: Scale) -> None:
    below = plot.y + plot.height + 6
    canvas.text(PICTURE_ROUNDS, (plot.x - 8, below), _AXIS, "right")
    free = plot.x
    for number, turn in enumerate(course.starts, 1):
        x, wide = plot.x + round(scale.x(turn)) - 8, width(str(number), SMALLEST)
        # Short rounds are close together: a number without room is left out.
        if free <= x <= WIDTH - wide - 8:
            canvas.text(str(number), (x, below), _AXIS)
            free = x + wide + 8


def _in_a_row(names: Sequence[str]) -> int:
    """Return how many names fit in a row uncut, in at most four rows."""
    longest = max(width(name, _NAME.size) for name in names)
    rows = {count: -(-len(names) // count) for count in _IN_A_ROW}
    fitting = [count for count in _IN_A_ROW if longest <= _wide(count) - _BESIDE]
    # Three names in a row save nothing if two need no more rows.
    few = [count for count in _IN_A_ROW if count == 2 or rows[count] < rows[2] <= _MOST_ROWS]
    return next((count for count in few if count in fitting), few[-1])


def _wide(in_a_row: int) -> int:
    return (WIDTH - 2 * _SIDE) // in_a_row


def _numbered(line: Line, seat: int, seats: int) -> Line:
    gap = max(1, len(line) // _DISCS[seats > 4])
    return line[min(len(line) - 1, gap * seat // seats) :: gap]


def _draw_disc(pen: Pen, seat: int, middle: Point) -> None:
    x, y = middle
    pen.ellipse((x - DISC, y - DISC, x + DISC, y + DISC), COLOURS[seat])
    pen.letters(str(seat + 1), middle, SMALLEST, palette.INK, COLOURS[seat])
