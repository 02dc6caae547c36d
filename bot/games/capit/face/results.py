"""The texts of a scored round: the arithmetic of every hand, and the totals."""

from collections.abc import Iterator, Sequence

from bot.face.face import Scene, SeatSign
from bot.face.names import IN_RESULTS, NBSP, bold
from bot.face.standings import totals
from bot.game.contract import Seat
from bot.games.capit.face.arithmetic import sum_of
from bot.games.capit.face.say import ended
from bot.games.capit.rules.scores import End, RoundResult, ranks
from bot.games.capit.rules.view import View

__all__ = ["scores"]


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round and the totals, lowest first (C5.3)."""
    result, seats, had = scene.view.results[-1], scene.seats, scene.view.totals
    yield f"**Round {result.round}**: {ended(result.end, result.points, seats, IN_RESULTS)}."
    yield from (_hand(result, seats, seat) for seat in range(len(seats)))
    yield ""  # Otherwise Markdown would attach the next line to the list.
    yield from _why_all_count(result)
    titles = "Points so far, fewest first", "Points, fewest first"
    yield totals(scene, ranks(had), [*map(str, had)], titles, NBSP)


def _hand(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    name, points = bold(seats, seat, IN_RESULTS), result.points[seat]
    return f"- {name} **{points}**: {sum_of(result.hands[seat])}"


def _why_all_count(result: RoundResult) -> Iterator[str]:
    """Say that nobody went out, so everybody scores points (C5.2)."""
    if result.end is not End.OUT:
        yield "Nobody went out, so all hands count."
