"""The public message of a match that is over."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.face.face import AnyFace
from bot.face.numbers import number
from bot.face.review import words
from bot.face.screen import Style
from bot.face.standings import by_rank
from bot.game.contract import Outcome
from bot.review.version import review_version
from bot.tables.core.entries import ClosedBecause
from bot.tables.core.sight import look, short_signs
from bot.tables.core.state import TableState
from bot.tables.league.aftermath import NOTHING, Aftermath
from cogs.layouts import fairness
from cogs.layouts.address import Address
from cogs.layouts.aftermath import league_lines
from cogs.layouts.agreement import done_lines
from cogs.layouts.chips import given_back, settled
from cogs.layouts.counting import has_counted
from cogs.layouts.names import known_name, seat_name
from cogs.layouts.page import Button, Page, Picture, Row, Text, fitted
from cogs.layouts.replay import BUTTON, VERB
from cogs.layouts.table import picture, why_row

__all__ = ["finish_page"]

COLOUR: Final = 0x4A6FA5

_BOARD: Final = (
    "-# Everyone else is told once all tables have played this deal. Until then, please keep it "
    "private."
)
"""Below a board, also once it is done: the message may not be changed any more."""

_ROUNDS_LISTED: Final = 10
"""Of longer matches only the totals are told: there is no room, and the record has the rest."""

_WHY: Final[dict[ClosedBecause, str]] = {
    "abandoned": "Everyone left, so the match was closed.",
    "stood still": "Nobody made a move for too long, so the match was closed.",
    "ended": "The match was closed",
    "lost": "Something went wrong and this match couldn't be saved, so it was closed.",
}


def finish_page(
    table: TableState, face: AnyFace, painted: bytes, aftermath: Aftermath = NOTHING
) -> Page:
    """Return the last message of a table, with its picture (PNG).

    ``aftermath`` is what the match has changed in the league.
    """
    scene = look(table).scene
    outcome = table.game.outcome(table.position)
    if outcome is None or table.closed is None or table.closed.because != "finished":
        return _unfinished_page(table, picture(face, scene, painted))
    ending = face.ending(replace(scene, seats=short_signs(table)), outcome)
    parts = (
        Text(f"## {ending.headline}\n-# {table.game.title} · the match is over"),
        picture(face, scene, painted),
        Text(_ranking(table, outcome, ending.figures), elastic=True),
        Text(league_lines(table, outcome, aftermath)),
        Text(has_counted(table)),
        Text(done_lines(table)),
        Text(_BOARD if table.board is not None else ""),
        Text(settled(table)),
        _next(table, rated=bool(aftermath.seats)),
        (*_proof(table), *why_row(table)),
    )
    return Page(fitted(parts), colour=COLOUR)


def _unfinished_page(table: TableState, shown: Picture) -> Page:
    """Return the last message of a match without a result."""
    head = Text(f"## {table.game.title} · closed")
    return Page(
        fitted((head, shown, Text(_unfinished(table)), (_rematch(table), _as_text(table)))),
        colour=COLOUR,
    )


def _next(table: TableState, *, rated: bool) -> Row:
    """Return what one may want to do now: play again, look back, see one's rating."""
    reviewed = review_version(table.game.name) is not None
    return (
        _rematch(table),
        Button(BUTTON, str(Address(table.id, VERB))),
        *((Button(words.BUTTON, str(Address(table.id, "review"))),) if reviewed else ()),
        *((Button("My rating", str(Address(table.id, "rating"))),) if rated else ()),
    )


def _proof(table: TableState) -> Row:
    return (Button(fairness.BUTTON, str(Address(table.id, "record"))), _as_text(table))


def _rematch(table: TableState) -> Button:
    return Button("Rematch", str(Address(table.id, "again")), Style.GOOD)


def _as_text(table: TableState) -> Button:
    return Button("As text", str(Address(table.id, "text")))


def _unfinished(table: TableState) -> str:
    why = _WHY["ended"]
    if table.closed is not None:
        why = _WHY.get(table.closed.because, why)
        if table.closed.because == "abandoned" and table.paused and table.paused.by:
            why = "The pause went on for too long, so the match was closed."
        if table.counts and table.interventions:
            why = done_lines(table).replace("-# ", "")
        elif table.closed.by is not None:
            why += f" by {known_name(table, table.closed.by)}."
    return f"{why} It doesn't count. {given_back(table)}".strip()


def _ranking(table: TableState, outcome: Outcome, figures: Sequence[str]) -> str:
    """Return a line for each seat, the winner first: rank, name, figure, points of the rounds."""
    lines = []
    for seat in by_rank(outcome.ranks):
        points = ", ".join(number(scores[seat]) for scores in outcome.rounds)
        rounds = f" ({points})" if 1 < len(outcome.rounds) <= _ROUNDS_LISTED else ""
        name = seat_name(table, seat)
        lines.append(f"**{outcome.ranks[seat]}.** {name}: **{figures[seat]}**{rounds}")
    return "\n".join(lines)
