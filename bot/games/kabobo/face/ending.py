"""The end of a match in words: pieces and the handle decide it, points only between equals."""

from dataclasses import replace

from bot.face.ending import Ending, by_figures
from bot.face.face import Scene
from bot.face.names import IN_LINE
from bot.face.numbers import counted
from bot.face.standings import won
from bot.game.contract import Outcome
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.view import View

__all__ = ["ending"]


def ending(scene: Scene[View], outcome: Outcome) -> Ending:
    """Say who has won the handle, or has most pieces (B4.2, B4.3)."""
    view, seats = scene.view, scene.seats
    pieces = [counted(had, "piece") for had in view.pieces]
    handle = view.results[-1].handle
    # Two people can have all pieces, and then the handle alone decides.
    figures = tuple(
        f"{'the handle' if seat in handle else pieces[seat]}, {counted(points, 'point')}"
        for seat, points in enumerate(outcome.scores)
    )
    if handle:
        alone, shared = "wins the handle", "share the handle"
        headline = f"{won(seats, outcome.ranks, IN_LINE, alone, shared)} with all {PIECES} pieces!"
        return Ending(headline, figures)
    by_pieces = by_figures(seats, outcome, view.pieces, tuple(pieces))
    return replace(by_pieces, figures=figures)
