"""Standings and winners in words, from the ranks that the rules give."""

from collections.abc import Sequence

from bot.face.face import Scene, SeatSign
from bot.face.names import IN_LINE, IN_RESULTS, bold, listed
from bot.face.numbers import number
from bot.face.rounds import RoundView, is_over
from bot.game.contract import Seat

__all__ = ["by_rank", "scores", "totals", "won"]


def by_rank(ranks: Sequence[int]) -> list[Seat]:
    """Return the seats in order of rank."""
    return sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))


def totals(
    scene: Scene[RoundView],
    ranks: Sequence[int],
    figures: Sequence[str],
    titles: tuple[str, str],
    between: str = " ",
) -> str:
    """List the seats by rank, each with its figure, and the winner once the match is over.

    ``titles`` are the headings during and after the match.
    """
    over = is_over(scene.view)
    table = " · ".join(
        between.join((f"{ranks[seat]}.", bold(scene.seats, seat, IN_RESULTS), figures[seat]))
        for seat in by_rank(ranks)
    )
    line = f"{titles[over]}: {table}"
    return f"{line}\n{won(scene.seats, ranks, IN_RESULTS, 'wins the match')}!" if over else line


def won(
    seats: Sequence[SeatSign],
    ranks: Sequence[int],
    limit: int = IN_LINE,
    alone: str = "wins",
    shared: str = "share the win",
) -> str:
    """Name the winners: ``Mina wins``, ``Mina and Sam share the win``."""
    winners = [bold(seats, seat, limit) for seat, rank in enumerate(ranks) if rank == 1]
    return f"{listed(winners)} {alone if len(winners) == 1 else shared}"


def scores(seats: Sequence[SeatSign], points: Sequence[int]) -> list[str]:
    """Return each seat's name with its points, for a line that holds all of them."""
    return [f"{bold(seats, seat, IN_LINE)} {number(had)}" for seat, had in enumerate(points)]
