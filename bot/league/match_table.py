"""A match as lines of a table: one for each seat, with all by which the league is counted."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from bot.face.markdown import plain
from bot.game.contract import Seat
from bot.league.caps import Limit
from bot.league.counting import Player, Rating, band_of
from bot.league.lines import Earlier, Limits
from bot.league.periods import WEEK, week_at
from bot.league.results import league_match
from bot.tables.store import MatchResult, SeatResult

MATCHES_A_PAGE: Final = 50
"""Read and written at once."""

NIGHTS_A_PAGE: Final = 5

Cursor: TypeAlias = tuple[int, str]
"""When a match was finished or a night began, and its id: what is before that is older."""

NEWEST: Final[Cursor] = (2**63 - 1, "")

T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """Some matches or nights, made of what was read only when they are asked for."""

    found: Iterable[T]
    size: int
    last: Cursor
    """The oldest of them."""


COLUMNS: Final = (
    *("match", "game", "finished", "counted", "full length", "options", "seats", "band"),
    *("kai version", "seat", "person", "name", "kai", "kai levels", "kai rating"),
    *("rank", "total", "own turns", "kai turns", "end", "judged", "points", "won"),
    *("mean before", "deviation before", "mean after", "deviation after"),
    *("no points from", "no rating from", "earlier"),
)

_ENDS: Final = {None: "there", "kicked": "removed"}
"""Why an owner was not there at the end, where the word in the file is another one."""

Cell: TypeAlias = str | int | float | None


class Worth(NamedTuple):
    """What a match was worth to a person for whom it counts."""

    points: int
    won: bool | None
    """None where that is not kept."""
    before: Rating
    after: Rating
    limits: Limits


class Counted(NamedTuple):
    """A ranked match with what was booked of it."""

    match: MatchResult
    worth: Mapping[Seat, Worth]


class Names:
    """Numbers the former players of a file, in the order in which they come. Mutable."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def of(self, seat: SeatResult) -> str:
        """Return who sat there, so that the same person is called the same everywhere."""
        if seat.kai is not None:
            return "Kai"
        if seat.user is not None:
            return f"id {seat.user}"
        if seat.former is None:
            return "former"
        return f"former {self._numbers.setdefault(seat.former, len(self._numbers) + 1)}"


def match_lines(counted: Counted, names: Names, *, whole: bool) -> Iterator[Sequence[Cell]]:
    """Yield the line of each seat of a match.

    ``whole``: with what of a deletion goes on counting. Moderators are not told of it, because it
    says who came back after having their data deleted.
    """
    match = counted.match
    players = {player.seat: player for player in league_match(match).players}
    start = (
        *(f"#{match.table}", match.game, told_time(match.finished_at), _yes(match.counted)),
        *(_yes(match.full_length), json.dumps(match.options, ensure_ascii=False)),
        *(len(match.seats), f"seats {band_of(len(match.seats))}", match.kai_version or None),
    )
    for seat in match.seats:
        worth = counted.worth.get(seat.seat)
        yield (
            *(*start, seat.seat + 1, names.of(seat), plain(seat.name)),
            *_kai(match, seat, players[seat.seat]),
            *(seat.rank, seat.total),
            *((seat.tally.own_turns, seat.tally.kai_turns) if seat.tally else (None, None)),
            *_judged(seat, players[seat.seat]),
            *(_worth(worth) if worth else (None,) * 8),
            _earlier(seat.earlier) if whole and seat.earlier else None,
        )


def _kai(match: MatchResult, seat: SeatResult, player: Player) -> Sequence[Cell]:
    if seat.kai is None:
        return None, None, None
    levels = seat.tally.levels if seat.tally else {}
    told = " ".join(f"{level} {count}" for level, count in sorted(levels.items()))
    anchor = match.anchors.get(player.kai or "")
    return seat.kai, told, anchor.mean if anchor else None


def _judged(seat: SeatResult, player: Player) -> Sequence[Cell]:
    if seat.kai is not None:
        return None, None
    return _ENDS.get(seat.held, seat.held), player.attendance.value


def _worth(worth: Worth) -> Sequence[Cell]:
    return (
        *(worth.points, _yes(worth.won), *worth.before, *worth.after),
        *(_limits(worth.limits.points), _limits(worth.limits.rating)),
    )


def _limits(limits: Mapping[Seat, Limit]) -> str:
    """Return such as ``seat 2 week 11, seat 4 new 3``."""
    return ", ".join(f"seat {seat + 1} {why} {number}" for seat, (why, number) in limits.items())


def _earlier(earlier: Earlier) -> str:
    told: dict[str, object] = {}
    if earlier.met is not None:
        told["met"] = earlier.met
    if earlier.rated is not None:
        told |= {"mean": earlier.rated.rating.mean, "matches": earlier.rated.earlier}
    for seat, known in earlier.known.items():
        monday = datetime.fromtimestamp(week_at(known.week * WEEK).begins / 1000, UTC)
        told[f"seat {seat + 1}"] = {
            "known": known.known,
            "week": f"{monday:%Y-%m-%d}",
            "together": known.this_week,
            "month": f"{1970 + known.month // 12}-{known.month % 12 + 1:02}",
            "alone": known.this_month,
        }
    return json.dumps(told)


def told_time(at: int) -> str:
    """Return a time in UTC to the millisecond, as spreadsheets read it."""
    return (
        datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1000:03}"
    )


def _yes(flag: bool | None) -> Cell:  # noqa: FBT001 - the one argument is the value
    return None if flag is None else "yes" if flag else "no"
