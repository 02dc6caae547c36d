"""The texts of a scored round: its arithmetic, and the totals."""

from collections.abc import Iterator, Sequence

from bot.face.face import Scene, SeatSign
from bot.face.fonts import MINUS
from bot.face.names import IN_RESULTS, bold
from bot.face.numbers import number
from bot.face.standings import totals
from bot.game.contract import Seat
from bot.games.kapow.face.say import ENDED
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.scores import HandScore, RoundReason, RoundResult
from bot.games.kapow.rules.scoring import ranks
from bot.games.kapow.rules.view import View

__all__ = ["scores"]


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round, hand by hand, and the totals."""
    result, view = scene.view.results[-1], scene.view
    yield _title(result, scene.seats)
    yield from (_hand(scene.seats, seat, hand) for seat, hand in enumerate(result.hands))
    yield ""  # Otherwise Markdown would attach the next line to the list.
    yield from _doubling(result, scene.seats)
    figures = [*map(number, view.totals)]
    yield totals(scene, ranks(view.totals), figures, ("Totals", "Final totals"))


def _title(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    if result.out is not None and result.reason is RoundReason.WENT_OUT:
        return f"**Round {result.round}**: {bold(seats, result.out, IN_RESULTS)} went out first."
    return f"**Round {result.round}** ended because {ENDED[result.reason]}."


def _hand(seats: Sequence[SeatSign], seat: Seat, hand: HandScore) -> str:
    name = bold(seats, seat, IN_RESULTS)
    doubled = f", doubled {number(hand.points)}" if hand.doubled else ""
    if not hand.items:
        return f"- {name}: an empty hand = 0"
    return f"- {name}: {_sum(hand)} = {number(hand.total)}{doubled}"


def _sum(hand: HandScore) -> str:
    """Write out a sum; KAPOW! and powersets are named, zeros are omitted."""
    terms = [
        f"{MINUS if value < 0 else '+'} {abs(value)}{_kind(position)}"
        for _, position, value in hand.items
        if value or position.is_powerset
    ]
    line = " ".join(terms).removeprefix("+ ") or "0"
    return line.replace(f"{MINUS} ", MINUS, 1) if line.startswith(MINUS) else line


def _kind(position: Position) -> str:
    if position.is_lone_kapow:
        return " (KAPOW!)"
    return " (powerset)" if position.is_powerset else ""


def _doubling(result: RoundResult, seats: Sequence[SeatSign]) -> Iterator[str]:
    """Explain whether the score of the seat that went out first was doubled (K6.5)."""
    if result.out is None:
        return
    out = result.hands[result.out]
    name, total = bold(seats, result.out, IN_RESULTS), number(out.total)
    others = {seat: hand.total for seat, hand in enumerate(result.hands) if seat != result.out}
    lowest = min(others, key=others.__getitem__)
    if out.doubled:
        lower = f"{bold(seats, lowest, IN_RESULTS)} has {number(others[lowest])}"
        yield f"{name} went out first with {total}, but {lower}: doubled to {number(out.points)}."
    elif out.total <= 0:
        yield f"{name} went out first with {total}: zero or less is never doubled."
    else:
        yield f"{name} went out first with {total} and nobody has less: not doubled."
