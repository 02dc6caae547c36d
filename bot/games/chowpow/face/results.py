"""The texts of a scored game: each seat's arithmetic, the totals, and tie-breaks."""

from collections.abc import Iterator, Sequence

from bot.face.face import Scene, SeatSign
from bot.face.names import IN_RESULTS, NBSP, bold
from bot.face.numbers import counted, number
from bot.face.rounds import is_over
from bot.face.standings import totals
from bot.game.contract import Seat
from bot.games.chowpow.face.arithmetic import cards_won, points_of, standing, sum_of
from bot.games.chowpow.face.labels import cards_words
from bot.games.chowpow.face.say import ended
from bot.games.chowpow.rules.scores import RoundResult
from bot.games.chowpow.rules.view import View

__all__ = ["scores", "tie_breaks"]


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored game and the totals."""
    result, seats, view = scene.view.results[-1], scene.seats, scene.view
    yield f"**Round {result.round}**: {ended(result.end)}."
    yield from (_seat(result, seats, seat) for seat in range(len(seats)))
    yield ""  # Otherwise Markdown would attach the next line to the list.
    yield from tie_breaks(scene)
    figures = [*map(number, view.totals)]
    yield totals(scene, standing(view), figures, ("Points so far", "Points"), NBSP)


def _seat(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    """Write out what a seat has won, and what Hot Sauce subtracts (P5.1)."""
    name, points = bold(seats, seat, IN_RESULTS), number(result.points[seat])
    won, left = result.won[seat], result.left[seat]
    line = f"- {name} **{points}**: {counted(len(won), 'card')} won, {sum_of(won)}"
    if not result.hot_sauce:
        return line
    return f"{line}; Hot Sauce for {counted(len(left), 'card')} left: {points_of(result, seat)}"


def tie_breaks(scene: Scene[View]) -> Iterator[str]:
    """Yield how ties were broken: by cards won, then by cards drawn (P4.2, P5.2)."""
    view = scene.view
    won = cards_won(view)
    tied = [seat for seat in range(view.seats) if view.totals.count(view.totals[seat]) > 1]
    if not tied or not is_over(view):
        return
    counts = [f"{bold(scene.seats, seat, IN_RESULTS)} {won[seat]}" for seat in tied]
    yield f"If points are equal, more cards won rank higher: {', '.join(counts)}."
    drawn = [
        f"{bold(scene.seats, seat, IN_RESULTS)} {cards_words(view.options.cards, cards)}"
        for seat, cards in enumerate(view.drawn)
        if cards
    ]
    if drawn:
        yield f"Then the higher card drawn from the grid: {', '.join(drawn)}."
