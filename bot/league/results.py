"""A finished match as the league stores, counts and shows it. Times are milliseconds since 1970."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from pydantic import JsonValue

from bot.game.contract import Outcome, Seat
from bot.game.options import Options
from bot.games.registry import anchor_for, kai_version, ladder_of
from bot.league.counting import Attendance, Player, Rating, attendance, counts
from bot.league.lines import Match
from bot.tables.entries import Clock, HandedOverBecause
from bot.tables.state import SeatState, TableState
from bot.tables.store import MatchResult, SeatResult, Tally


def match_result(table: TableState) -> MatchResult | None:
    """Return the result of a table whose match was finished, else None."""
    if table.closed is None or table.closed.because != "finished":
        return None
    outcome = table.game.outcome(table.position)
    if outcome is None:
        return None
    game = table.setup.game
    return MatchResult(
        table=table.id,
        guild=table.place.guild,
        game=game,
        ranked=table.setup.ranked,
        counted=table.setup.ranked and is_long_enough(table),
        finished_at=table.closed.at,
        seats=tuple(_seat_result(table, outcome, seat) for seat in range(len(table.seats))),
        started_at=table.started_at,
        options=table.setup.options,
        clock=table.setup.clock,
        kai_version=kai_version(game),
        anchors=kai_anchors(game, kai_version(game)),
        full_length=_options(table).full_length,
        kind=_options(table).kind(len(table.seats)),
    )


def is_long_enough(table: TableState, *, short_counts: bool = False) -> bool:
    """Return whether a ranked match is long enough to count.

    ``short_counts``: whether the server counts short ones; a match keeps to what was true at its
    start.
    """
    return _options(table).full_length or (table.short_counts if table.seats else short_counts)


def league_match(result: MatchResult) -> Match:
    """Return what the league needs to know of a result that counts."""
    players = tuple(_player(seat) for seat in result.seats)
    earlier = {seat.seat: seat.earlier for seat in result.seats if seat.earlier}
    scores = result.full_length, result.kind
    return Match(result.finished_at, players, result.anchors, *scores, earlier)


def seat_attendance(table: TableState, seat: Seat) -> Attendance:
    """Judge how the owner of a seat has attended a match, as it stands."""
    tally = table.tallies[seat]
    return _attendance(tally, _absence(table.seats[seat], tally))


def kai_anchors(game: str, version: int | None) -> Mapping[str, Rating]:
    """Return the fixed ratings of Kai's levels in a version of Kai, as far as measured.

    None where the version isn't known, or not yet: its levels may have been weaker.
    """
    if version is None or not 1 <= version <= kai_version(game):
        return {}
    ratings = ((level, anchor_for(game, level, version)) for level in ladder_of(game))
    return {level: rating for level, rating in ratings if rating is not None}


def _options(table: TableState) -> Options:
    options: Options = table.game.options.model_validate(table.setup.options)
    return options


def _seat_result(table: TableState, outcome: Outcome, number: Seat) -> SeatResult:
    seat = table.seats[number]
    return SeatResult(
        seat=number,
        user=seat.user,
        name=seat.occupant.person.name if seat.occupant.person else "Kai",
        kai=seat.occupant.kai,
        rank=outcome.ranks[number],
        total=outcome.scores[number],
        points=tuple(points[number] for points in outcome.rounds),
        tally=table.tallies[number],
        held=_absence(seat, table.tallies[number]),
        former=seat.former,
    )


def _absence(seat: SeatState, tally: Tally) -> HandedOverBecause | None:
    """Return why the owner was not there at the end; None if they were, or were not missed.

    Nobody misses a person who goes after their own last move; and where the clock runs out, it
    makes no difference whether that turn was the last one.
    """
    if seat.held in ("left", "away", "gone") and not seat.hurried:  # Kai's turns count no more.
        own = tally.turn is not None and not tally.by_kai
        late = seat.held == "away" and tally.turn == seat.covered
        return None if own or late else seat.held
    return seat.held


def _attendance(tally: Tally | None, held: HandedOverBecause | None) -> Attendance:
    return attendance(_share(tally, held), there=held is None, removed=held == "kicked")


def _share(tally: Tally | None, held: HandedOverBecause | None) -> float:
    if tally is None:
        return 1.0  # Nobody counted turns then.
    return tally.share if tally.own_turns + tally.kai_turns or held is None else 0.0


def _player(seat: SeatResult) -> Player:
    kai = seat.kai
    if kai is not None and seat.tally and not set(seat.tally.levels) <= {kai}:
        kai = f"{kai}, not always"  # A busy bot played below it: that is no anchor.
    person = kai is None
    user = seat.user if seat.user is not None else seat.former
    return Player(
        *(seat.seat, user, kai, seat.rank),
        share=_share(seat.tally, seat.held) if person else 1.0,
        attendance=_attendance(seat.tally, seat.held) if person else Attendance.PLAYED,
        rating=seat.rating,
        total=seat.total,
        rounds=seat.points,
        facts=seat.tally.facts if seat.tally else {},
    )


class Uncounted(Enum):
    """Why a match does not count in the league."""

    FRIENDLY = auto()
    SHORT = auto()
    """It is shorter than usual, and the server does not count such matches."""
    ALONE = auto()
    """Fewer than two people sit there; Kai is nobody here."""
    ABSENT = auto()
    """Nobody played it, or all but one were removed early."""


def why_uncounted(table: TableState, *, short_counts: bool = False) -> Uncounted | None:
    """Return why a match does not count, as far as known; ``short_counts`` as above."""
    if not table.setup.ranked:
        return Uncounted.FRIENDLY
    if not is_long_enough(table, short_counts=short_counts):
        return Uncounted.SHORT
    if _people(table) < 2:
        return Uncounted.ALONE
    players = _players(table)
    return Uncounted.ABSENT if players and not counts(players) else None


def seats_by(table: TableState, judged: Attendance) -> tuple[Seat, ...]:
    """Return the seats whose people have attended a match so; none before its end."""
    return tuple(
        player.seat
        for player in _players(table)
        if player.kai is None and player.attendance is judged
    )


def _players(table: TableState) -> tuple[Player, ...]:
    result = match_result(table)
    return league_match(result).players if result else ()


def _people(table: TableState) -> int:
    if not table.seats:
        return len(table.guests)
    return sum(seat.occupant.kai is None for seat in table.seats)


@dataclass(frozen=True, slots=True)
class PastSeat:
    """How a finished match went in one seat, as :class:`bot.tables.store.SeatResult`."""

    user: int | None
    name: str
    """Shown then."""
    kai: str | None
    rank: int
    """From 1; equals share."""
    total: int
    own_turns: int
    kai_turns: int
    """Both 0 in matches from before this was counted."""
    points: int | None
    """For the season; this and the ratings are None where the match doesn't count."""
    before: Rating | None
    after: Rating | None
    seat: int = 0


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match, as its result is stored."""

    table: str
    game: str
    finished_at: int
    ranked: bool
    recorded: bool
    """Whether its log is still there, for record, replay and review."""
    started_at: int | None
    """None in matches from before this was kept, as are the next three."""
    options: Mapping[str, JsonValue] | None
    clock: Clock | None
    kai_version: int | None
    seats: tuple[PastSeat, ...]
    """By rank, the best first."""
    long_enough: bool = True
    """Whether it was ranked, and of full length or where short ones count."""
    rated: bool = True
    """Whether it counts for anyone."""

    @property
    def by_seat(self) -> Sequence[PastSeat]:
        """The seats in their order at the table."""
        return sorted(self.seats, key=lambda one: one.seat)

    @property
    def uncounted(self) -> Uncounted | None:
        """Why it doesn't count in the league; None if it does."""
        if not self.ranked:
            return Uncounted.FRIENDLY
        if self.rated:
            return None
        if not self.long_enough:
            return Uncounted.SHORT
        people = sum(seat.kai is None for seat in self.seats)
        return Uncounted.ABSENT if people > 1 else Uncounted.ALONE


class Cursor(NamedTuple):
    """A place in a list of matches: that of a match which is there, or was."""

    finished_at: int
    table: str


class PageStart(NamedTuple):
    """Where a page of a list begins: behind a place, going to older matches or to newer ones."""

    cursor: Cursor
    older: bool = True


@dataclass(frozen=True, slots=True)
class Past:
    """A page of finished matches, newest first, and whether there are others beyond it."""

    matches: tuple[PastMatch, ...]
    newer: bool = False
    older: bool = False
