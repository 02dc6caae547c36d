"""``python -m bot record``: check, show and review record files."""

import sys
from collections.abc import Callable
from pathlib import Path

from bot.face.face import Scene, SeatSign
from bot.game.contract import Viewer
from bot.game.record import Record, parse_record
from bot.game.record_lines import MAX_RECORD_LENGTH, RecordError
from bot.game.replay import check_record, game_of, position_at, verify
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.review.face import Course, describe_course, draw_course
from bot.review.making import advisers_for, make_review
from bot.review.review import Review, read_review


def check(file: Path) -> int:
    """Replay a record and prove its deal and its scores; return the exit status."""
    return _do(file, lambda text: check_record(text, GAMES))


def show(file: Path, at: int | None, seat: Viewer, picture: Path | None = None) -> int:
    """Print a record's position after ``at`` actions as a seat or a spectator sees it.

    Or draw it into ``picture``. Returns the exit status.
    """
    return _do(file, lambda text: _shown(parse_record(text), at, seat, picture))


def _shown(record: Record, at: int | None, viewer: Viewer, picture: Path | None) -> str:
    if viewer is not None and not 0 <= viewer < len(record.seats):
        raise RecordError(f"There's no seat {viewer}, only 0 to {len(record.seats) - 1}.")
    moment = position_at(record, at, GAMES)
    game = game_of(record, GAMES)
    scene = Scene(
        view=game.view(moment.state, viewer),
        seats=tuple(SeatSign(name) for name in record.seats),
        events=moment.events,
    )
    face = face_of(game)
    if picture is None:
        return face.text(scene)
    picture.write_bytes(face.picture(scene))
    return f"Drew the position in {picture}."


def review(file: Path, made: Path | None = None, picture: Path | None = None) -> int:
    """Show everyone's chance to win in the course of a finished match; return the exit status.

    ``made`` is a review as JSON; without it, one is made in a minute or two. The result is printed
    as text, or drawn into ``picture``.
    """
    return _do(file, lambda text: _reviewed(parse_record(text), made, picture))


def _reviewed(record: Record, made: Path | None, picture: Path | None) -> str:
    result = _made(record) if made is None else _read(made)
    outcome = game_of(record, GAMES).outcome(verify(record, GAMES).state)
    scored = [] if outcome is None else [*outcome.rounds]
    if scored != [one.points for one in result.rounds]:
        raise RecordError("This is the review of another match.")
    course = Course(game_of(record, GAMES).title, record.seats, result.chances, result.starts)
    if picture is None:
        return describe_course(course)
    picture.write_bytes(draw_course(course))
    return f"Drew the review in {picture}."


def _made(record: Record) -> Review:
    found = advisers_for(record.game)
    if found is None:
        raise RecordError("Matches of this game can't be reviewed yet.")
    return make_review(record, GAMES, found.first, lambda _: None, found.closer)


def _read(file: Path) -> Review:
    try:
        return read_review(file.read_text(encoding="utf-8"))
    except ValueError:
        raise RecordError(f"{file} isn't a review.") from None


def _do(file: Path, work: Callable[[str], str]) -> int:
    try:
        output = work(_text(file))
    except (RecordError, OSError) as error:
        named = error.filename if isinstance(error, OSError) and error.filename else file
        reason = error if isinstance(error, RecordError) else f"{named} can't be used."
        print(reason, file=sys.stderr)
        return 1
    print(output)
    return 0


def _text(file: Path) -> str:
    """Return a file's text, cut off above a record's largest size; undecodable bytes are kept."""
    with file.open(encoding="utf-8", errors="surrogateescape", newline="") as opened:
        return opened.read(MAX_RECORD_LENGTH + 1)
