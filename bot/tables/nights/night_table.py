"""A night as lines of a table: one for each person and round, to count it again."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bot.face.markdown import plain
from bot.night.duplicate import board_percents
from bot.night.events import Event
from bot.night.evolve import night_of
from bot.night.night import Night, Round, Table
from bot.night.points import scores
from bot.tables.league.match_table import Cell, told_time
from bot.tables.nights.store import Attendee

__all__ = ["NIGHT_COLUMNS", "PastNight", "night_lines"]

NIGHT_COLUMNS: Final = (
    *("night", "game", "form", "begins", "round", "number", "person", "name", "table", "round was"),
    *("judged", "rank", "seat", "score", "points"),
)
"""In the order of the file."""


class PastNight(NamedTuple):
    """A night that is over."""

    id: str
    game: str
    starts_at: int
    """Milliseconds since 1970."""
    events: Sequence[Event]
    people: Sequence[Attendee]
    """By number."""


def night_lines(past: PastNight) -> Iterator[Sequence[Cell]]:
    """Yield a line for each person and round, and for each seat of Kai's that others are compared
    with.
    """
    night = night_of(past.events)
    start = f"#{past.id}", past.game, night.form, told_time(past.starts_at)
    points = _points(night)
    for number, each in enumerate(night.rounds, 1):
        for person in night.people:
            who = past.people[person]
            named = f"id {who.user}" if who.user is not None and who.user > 0 else "former"
            yield (
                *(*start, number, person + 1, named, plain(who.name)),
                *_of_round(each, person),
                points[person][number - 1],
            )
        for at, table in enumerate(each.tables, 1):
            for seat, score in enumerate(table.scores):
                if seat not in table.sat:
                    yield (
                        *(*start, number, None, "Kai", "Kai", at, "finished"),
                        *(None, None, seat + 1, score, None),
                    )


def _points(night: Night) -> dict[int, list[Cell]]:
    """Return everyone's points of each round, or their percentages of each board."""
    if night.form == "duplicate":
        percents = board_percents(night)
        boards = range(1, len(night.rounds) + 1)
        return {
            who: [_told(percents.get(who, {}).get(board, Fraction(0))) for board in boards]
            for who in night.people
        }
    return {who: [_told(each) for each in found] for who, found in scores(night).items()}


def _told(points: Fraction | None) -> Cell:
    return None if points is None else round(float(points), 9)


def _of_round(each: Round, person: int) -> Sequence[Cell]:
    """Return table, what became of it, how the person is judged, rank, seat and score."""
    for at, table in enumerate(each.tables, 1):
        if person in table.seats:
            return (at, *_at_table(table, person))
    return None, "bye" if person in each.byes else "not seated", None, None, None, None


def _at_table(table: Table, person: int) -> Sequence[Cell]:
    place = table.seats.index(person)
    judged = "gone" if person in table.away else "absent" if person in table.absent else "played"
    if table.ranks is None:
        return "given up", "gone" if person in table.away else None, None, None, None
    seat = table.sat[place] if table.sat else None
    score = table.scores[seat] if seat is not None else None
    return "finished", judged, table.ranks[place], None if seat is None else seat + 1, score
