"""The standings of a night as they are told: by points, or by boards with the luck in them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.face.numbers import counted
from bot.league.counting import half_up
from bot.night.duplicate import board_percents, duplicate_standings, finished_boards
from bot.night.luck import share_of_luck, spread, standard_error
from bot.night.night import Night
from bot.night.standings import standings

__all__ = ["NightLine", "luck_told", "night_lines"]


class NightLine(NamedTuple):
    """A line of the standings, with results in words."""

    place: int
    person: int
    result: str
    rounds: tuple[str, ...]


def night_lines(night: Night) -> Sequence[NightLine]:
    """Return the standings, the best first; nothing as long as there is no result."""
    if night.form == "duplicate":
        return _by_boards(night)
    if all(table.running for table in night.tables()):
        return ()
    return [
        NightLine(line.place, line.person, _told(line.points), tuple(map(_told, line.scores)))
        for line in standings(night)
    ]


def luck_told(night: Night) -> str:
    """Say how much of a duplicate night's standings is luck; nothing before the first board."""
    if night.form != "duplicate":
        return ""
    boards = {who: [*found.values()] for who, found in board_percents(night).items()}
    share, varies = share_of_luck(boards), spread(boards)
    if share is None or varies is None:
        return "-# Too few boards so far to tell how much of this is luck." if boards else ""
    count = len(finished_boards(night))
    off = standard_error(varies, count)
    return (
        f"-# After {counted(count, 'board')}, luck still moves a result by about {half_up(off)} % "
        f"either way. About {half_up(100 * share)} % of the difference between players is luck."
    )


def _by_boards(night: Night) -> Sequence[NightLine]:
    if not finished_boards(night):
        return ()
    return [
        NightLine(
            line.place, line.person, f"{_told(line.percent)} %", tuple(map(_told, line.boards))
        )
        for line in duplicate_standings(night)
    ]


def _told(result: Fraction | None) -> str:
    return "-" if result is None else str(half_up(result))
