"""A scored game of Chow Pow!: every seat's arithmetic, the totals, and how ties were broken."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.chowpow.scores import RoundResult, ranks
from bot.games.chowpow.state import Phase
from bot.games.chowpow.view import View
from bot.games.game import Seat
from bot.render.chowpow.labels import TIED, cards_words, counted
from bot.render.chowpow.reckon import points_of, sum_of
from bot.render.chowpow.say import ended
from bot.render.face import Scene, SeatSign
from bot.render.names import bold, listed
from bot.render.numbers import number

__all__ = ["RESULTS_LIMIT", "cards_won", "results", "standing", "tie_breaks"]

RESULTS_LIMIT: Final = 2_000
"""The longest result, in characters."""

_NAME: Final = 16


def cards_won(view: View) -> tuple[int, ...]:
    """Return how many cards each seat has won in all games scored: it breaks ties (P4.2)."""
    return tuple(
        sum(len(result.won[seat]) for result in view.results) for seat in range(view.seats)
    )


def standing(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the games scored so far (P4.2)."""
    return ranks(view.totals, cards_won(view), view.drawn or ((),) * view.seats)


def results(scene: Scene[View]) -> str:
    """Tell the last scored game, then the totals: at most 2,000 characters."""
    view = scene.view
    if not view.results:
        return "No round has been scored yet."
    result, seats = view.results[-1], scene.seats
    lines = (
        f"**Round {result.round}**: {ended(result.end)}.",
        *(_seat(result, seats, seat) for seat in range(view.seats)),
        "",  # Else the next line would belong to the last point of the list.
        *tie_breaks(scene),
        _totals(scene),
    )
    return "\n".join(lines)[:RESULTS_LIMIT]


def _seat(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    """Write out what a seat has won, and what Hot Sauce takes of it (P5.1)."""
    name, points = bold(seats, seat, _NAME), number(result.points[seat])
    won, left = result.won[seat], result.left[seat]
    line = f"- {name} **{points}**: {counted(len(won), 'card')} won, {sum_of(won)}"
    if not result.hot_sauce:
        return line
    return f"{line}; Hot Sauce for {counted(len(left), 'card')} left: {points_of(result, seat)}"


def tie_breaks(scene: Scene[View]) -> Iterator[str]:
    """Say what decided between equal points: cards won, then cards drawn (P4.2, P5.2)."""
    view = scene.view
    won = cards_won(view)
    tied = [seat for seat in range(view.seats) if view.totals.count(view.totals[seat]) > 1]
    if not tied or view.phase is not Phase.OVER:
        return
    counts = [f"{bold(scene.seats, seat, _NAME)} {won[seat]}" for seat in tied]
    yield f"Of equal points, more cards won come first: {', '.join(counts)}."
    drawn = [
        f"{bold(scene.seats, seat, _NAME)} {cards_words(view.options.cards, cards)}"
        for seat, cards in enumerate(view.drawn)
        if cards
    ]
    if drawn:
        yield f"Then the higher card drawn from the grid: {', '.join(drawn)}."


def _totals(scene: Scene[View]) -> str:
    """List the totals in order of rank, and who has won in the end."""
    view, placed = scene.view, standing(scene.view)
    order = sorted(range(view.seats), key=lambda seat: (placed[seat], seat))
    table = " · ".join(
        f"{placed[seat]}.{TIED}{bold(scene.seats, seat, _NAME)}{TIED}{number(view.totals[seat])}"
        for seat in order
    )
    if view.phase is not Phase.OVER:
        return f"Points so far: {table}"
    winners = [bold(scene.seats, seat, _NAME) for seat in order if placed[seat] == 1]
    verb = "wins the match" if len(winners) == 1 else "share the win"
    return f"Points: {table}\n{listed(winners)} {verb}!"
