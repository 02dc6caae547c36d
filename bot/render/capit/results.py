"""A scored round of CAP-IT: every hand's arithmetic, and the totals."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.capit.scores import End, RoundResult, ranks
from bot.games.capit.state import Phase
from bot.games.capit.view import View
from bot.games.game import Seat
from bot.render.capit.labels import TIED
from bot.render.capit.reckon import sum_of
from bot.render.capit.say import ended
from bot.render.face import Scene, SeatSign
from bot.render.names import bold, listed

__all__ = ["RESULTS_LIMIT", "results"]

RESULTS_LIMIT: Final = 2_000
"""The longest result, in characters."""

_NAME: Final = 16


def results(scene: Scene[View]) -> str:
    """Tell the last scored round, then the totals: at most 2,000 characters."""
    view = scene.view
    if not view.results:
        return "No round has been scored yet."
    result, seats = view.results[-1], scene.seats
    lines = (
        f"**Round {result.round}**: {ended(result.end, result.points, seats, _NAME)}.",
        *(_hand(result, seats, seat) for seat in range(view.seats)),
        "",  # Else the next line would belong to the last point of the list.
        *_why_all_count(result),
        _totals(scene),
    )
    return "\n".join(lines)[:RESULTS_LIMIT]


def _hand(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    name, points = bold(seats, seat, _NAME), result.points[seat]
    return f"- {name} **{points}**: {sum_of(result.hands[seat])}"


def _why_all_count(result: RoundResult) -> Iterator[str]:
    """Say that nobody went out, so that everybody scores (C5.2)."""
    if result.end is not End.OUT:
        yield "Nobody went out, so all hands count."


def _totals(scene: Scene[View]) -> str:
    """List the totals in order of rank, the lowest first, and who has won in the end (C5.3)."""
    view = scene.view
    placed = ranks(view.totals)
    order = sorted(range(view.seats), key=lambda seat: (placed[seat], seat))
    table = " · ".join(
        f"{placed[seat]}.{TIED}{bold(scene.seats, seat, _NAME)}{TIED}{view.totals[seat]}"
        for seat in order
    )
    line = f"Points so far, fewest first: {table}"
    if view.phase is not Phase.OVER:
        return line
    winners = [bold(scene.seats, seat, _NAME) for seat in order if placed[seat] == 1]
    verb = "wins the match" if len(winners) == 1 else "share the win"
    return f"Points, fewest first: {table}\n{listed(winners)} {verb}!"
