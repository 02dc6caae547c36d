"""The public message of a match that is over."""

from typing import Final

from bot.face.face import AnyFace
from bot.face.markdown import escape
from bot.face.review import words
from bot.face.screen import Style
from bot.game.contract import Outcome
from bot.game.deck import commitment
from bot.review.version import review_version
from bot.tables.core.entries import ClosedBecause
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.league.aftermath import NOTHING, Aftermath
from cogs.layouts.address import Address
from cogs.layouts.aftermath import league_lines
from cogs.layouts.chips import given_back, settled
from cogs.layouts.counting import has_counted
from cogs.layouts.names import seat_name
from cogs.layouts.page import Attached, Button, Line, Page, Part, Row, Text, Upload, fitted
from cogs.layouts.replay import BUTTON, VERB
from cogs.layouts.table import picture, why_row

__all__ = ["finish_page", "record_name"]

COLOUR: Final = 0x4A6FA5

_ROUNDS_LISTED: Final = 10
"""Of longer matches only the totals are told: there is no room for more, and the record has it."""

_WHY: Final[dict[ClosedBecause, str]] = {
    "abandoned": "Nobody was left, so the match was closed.",
    "stood still": "Nobody played on, so the match was closed.",
    "ended": "The match was closed",
    "lost": "The match could not be restored and was closed.",
}


def finish_page(
    table: TableState,
    face: AnyFace,
    painted: bytes,
    record: bytes,
    aftermath: Aftermath = NOTHING,
) -> Page:
    """Return the last message of a table, with its picture (PNG) and, if finished, its record.

    ``aftermath`` is what the match has changed in the league.
    """
    scene = look(table).scene
    outcome = table.game.outcome(table.position)
    finished = table.closed is not None and table.closed.because == "finished"
    end: tuple[Part, ...] = (Text(_unfinished(table)),)
    if finished and outcome is not None:
        end = (
            Text(_ranking(table, outcome)),
            Text(face.results(scene), elastic=True),
            Text(league_lines(table, outcome, aftermath)),
            Text(has_counted(table)),
            Text(settled(table)),
            Line(),
            Text(_reveal(table)),
            Attached(Upload(record_name(table), record)),
        )
    title = "the match is over" if finished else "closed"
    buttons = (
        Button("Rematch", str(Address(table.id, "again")), Style.GOOD),
        Button("As text", str(Address(table.id, "text"))),
        *_looking_back(table, finished=finished),
    )
    if aftermath.seats:
        buttons = (*buttons, Button("My rating", str(Address(table.id, "rating"))))
    head = Text(f"## {table.game.title} · {title}")
    why = why_row(table) if finished else ()
    parts = (head, picture(face, scene, painted), *end, buttons, why)
    return Page(fitted(parts), colour=COLOUR)


def _looking_back(table: TableState, *, finished: bool) -> Row:
    if not finished:
        return ()
    replay = Button(BUTTON, str(Address(table.id, VERB)))
    if review_version(table.game.name) is None:
        return (replay,)
    return (replay, Button(words.BUTTON, str(Address(table.id, "review"))))


def record_name(table: TableState) -> str:
    """Return the name of the record's file."""
    return f"table-{table.id}.record"


def _unfinished(table: TableState) -> str:
    why = _WHY["ended"]
    if table.closed is not None:
        why = _WHY.get(table.closed.because, why)
        if table.closed.because == "abandoned" and table.paused and table.paused.by:
            why = "Nobody ended the pause, so the match was closed."
        if table.closed.by is not None:
            why += f" by {escape(table.closed.by.name)}."
    return f"{why} It counts for nobody. {given_back(table)}".strip()


def _ranking(table: TableState, outcome: Outcome) -> str:
    """Return a line for each seat, the winner first: rank, name, total, points of the rounds."""
    order = sorted(range(len(table.seats)), key=lambda seat: (outcome.ranks[seat], seat))
    lines = []
    for seat in order:
        points = ", ".join(str(scores[seat]) for scores in outcome.rounds)
        rounds = f" ({points})" if 1 < len(outcome.rounds) <= _ROUNDS_LISTED else ""
        lines.append(
            f"**{outcome.ranks[seat]}.** {seat_name(table, seat)}: "
            f"**{outcome.scores[seat]}**{rounds}"
        )
    return "\n".join(lines)


def _reveal(table: TableState) -> str:
    cuts = " · ".join(
        f"{seat_name(table, seat)} “{escape(cut, len(cut))}”"
        for seat, cut in enumerate(table.cuts)
        if cut
    )
    return (
        f"-# The secret was `{table.secret.hex()}`, its SHA-256 `{commitment(table.secret)}`.\n"
        f"-# {f'Cuts: {cuts}' if cuts else 'Nobody cut the deck.'}\n"
        f"-# /verify, or anybody with the record, can check every card of this match."
    )
