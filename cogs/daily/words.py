"""The daily deal in words: results, the field, streaks, and what people post of it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.daily.days import date_of, span_of
from bot.daily.deal import Deal, Turn
from bot.daily.results import BoardLine, DailyCareer, Field, Fields, Score
from bot.face.markdown import counted, escape, number, ordinal, percent
from bot.league.people import HIDDEN_NAME, names_in_list
from cogs.core.page import Page, Text, fitted

COLOUR: Final = 0x2E6F9E

COLUMN: Final = "\N{WHITE MEDIUM STAR}"
OUT: Final = "\N{CHEQUERED FLAG}"
PLAIN: Final = "\N{WHITE SMALL SQUARE}"
"""The signs of a turn: one that completed a column, one that went out, and any other."""

MOST: Final = 10
"""Lines of a board."""


class DayBoard(NamedTuple):
    """What a board shows."""

    day: int
    server: str
    """The server's name."""
    lines: Sequence[BoardLine]
    fields: Fields
    hidden: Collection[int]
    """People who keep their results to themselves."""
    reader: int | None = None
    """Who reads it, where nobody else does."""
    own: Score | None = None
    """The reader's result on this server."""
    over: bool = False
    put_off: int = 0
    """See :attr:`bot.daily.deal.Deal.put_off`."""


def title(day: int) -> str:
    """Return what a day's deal is called."""
    return f"Daily {day}"


def date_words(day: int) -> str:
    """Return a day's date: ``25 November``."""
    date = date_of(day)
    return f"{date.day} {date:%B}"


def ends(day: int, put_off: int = 0) -> str:
    """Return when a day ends, as Discord shows it to each in their own time.

    ``put_off``: by how many milliseconds, see :attr:`bot.daily.deal.Deal.put_off`.
    """
    return f"<t:{(span_of(day).ends + put_off) // 1000}:R>"


def put_off_words(deal: Deal) -> str:
    """Say that a day goes on because its end was in an outage; empty otherwise."""
    if not deal.put_off:
        return ""
    until = deal.ends_at // 1000
    return f"-# Nobody could play when this day ended, so it goes on until <t:{until}:t>."


def score_words(score: Score) -> str:
    """Return a result: one's own points and Kai's."""
    return f"{number(score.points)} : {number(score.kai)} Kai"


def result_words(score: Score, *, by_kai: bool) -> str:
    """Tell how a round has ended."""
    ahead = score.kai - score.points
    if by_kai:
        return "The day ended before your round did, so Kai played it to the end."
    if ahead > 0:
        return f"You beat Kai by {counted(ahead, 'point')}."
    return f"Kai beat you by {counted(-ahead, 'point')}." if ahead else "You tied with Kai."


def place_words(field: Field, score: Score) -> str:
    """Compare a result with those of everyone; empty if nobody else has finished."""
    better = field.better_than(score)
    if better is None:
        return ""
    others = counted(field.people - 1, "other player")
    place = f"{ordinal(field.place(score))} of {field.people}"
    return f"Better than {percent(better)} of {others}: {place}."


def streak_words(career: DailyCareer) -> str:
    """Tell of a streak; empty if there is none."""
    if not career.streak:
        return ""
    best = f", your longest {career.longest}" if career.longest > career.streak else ""
    return f"Streak: {counted(career.streak, 'day')}{best}. You can miss one day a week."


def posted_streak(career: DailyCareer, *, here: bool) -> str:
    """Tell others of a streak; empty if there is none.

    ``here``: it's that of this server's deals alone, because nobody here may know of others.
    """
    if not career.streak:
        return ""
    return f"streak of {counted(career.streak, 'day')}{' here' * here}"


def field_words(field: Field) -> str:
    """Tell how everyone does."""
    if field.best is None or field.median is None:
        return "Nobody has finished this deal yet."
    best, median = number(field.best.points), number(field.median.points)
    return (
        f"{counted(field.people, 'player')} on all servers. The best has {best} points, the "
        f"median is {median}. {field.ahead_of_kai} of {field.people} beat Kai."
    )


def share_words(
    day: int, score: Score, field: Field, streak: str, turns: Sequence[Turn]
) -> tuple[str, str, str]:
    """Return what is posted of a result, none of it about cards: three lines.

    The first has the result, the second a sign for each turn, and the third says the same in words.
    """
    better = field.better_than(score)
    parts = [title(day), score_words(score)]
    if better is not None:
        parts.append(f"better than {percent(better)} of {field.people - 1}")
    if streak:
        parts.append(streak)
    return " · ".join(parts), "".join(map(_sign, turns)), _turn_words(turns)


def _sign(turn: Turn) -> str:
    if turn.went_out:
        return OUT
    return COLUMN if turn.columns else PLAIN


def _turn_words(turns: Sequence[Turn]) -> str:
    columns = sum(turn.columns for turn in turns)
    first = ", went out first" if any(turn.went_out for turn in turns) else ""
    return f"{counted(len(turns), 'turn')}, {counted(columns, 'column')} completed{first}"


def daily_board_page(board: DayBoard) -> Page:
    """Return the board of a day on a server."""
    state = "The day is over."
    if not board.over:
        state = f"The day ends {ends(board.day, board.put_off)}."
    parts = (
        Text(f"## {title(board.day)} · {date_words(board.day)}"),
        Text("\n".join(_lines(board)) or _nobody_here(board)),
        Text(f"{_here(board)}{field_words(board.fields.everywhere)} {state}"),
        Text("-# Fewest points first, then the result that left Kai with more."),
    )
    return Page(fitted(parts), colour=COLOUR)


def _lines(board: DayBoard) -> Iterator[str]:
    names = names_in_list(
        ((line.user, line.name) for line in board.lines if line.user != board.reader), board.hidden
    )
    for line in board.lines:
        played = " (Kai finished)" if line.by_kai else ""
        yield f"{_result(board, _name(board, line, names), line.score)}{played}"
    if board.own is not None and board.reader not in {line.user for line in board.lines}:
        yield _result(board, "**You**", board.own)


def _name(board: DayBoard, line: BoardLine, names: Mapping[int, str]) -> str:
    if line.user == board.reader:
        return "**You**"
    return escape(names.get(line.user, HIDDEN_NAME))


def _result(board: DayBoard, name: str, score: Score) -> str:
    return f"**{board.fields.here.place(score)}** {name}: {score_words(score)}"


def _nobody_here(board: DayBoard) -> str:
    someone = board.fields.everywhere.people
    return "Nobody has finished this deal here yet." if someone else ""


def _here(board: DayBoard) -> str:
    count = board.fields.here.people
    return f"{counted(count, 'player')} on {escape(board.server)}. " if count else ""
