"""The texts of a scored round: the arithmetic of each recipe, and the pieces."""

from collections.abc import Iterator, Sequence

from bot.face.face import Scene, SeatSign
from bot.face.names import IN_RESULTS, bold, listed
from bot.face.numbers import counted
from bot.face.rounds import is_over
from bot.face.standings import totals
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import placed, sum_of
from bot.games.kabobo.face.labels import card_label
from bot.games.kabobo.rules.scores import PIECES, RoundResult
from bot.games.kabobo.rules.view import View

__all__ = ["scores"]


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round, pieces and handle."""
    result, seats = scene.view.results[-1], scene.seats
    yield f"**Round {result.round}**: {_ended(result, seats)}"
    yield from (_kabob(result, seats, seat) for seat in range(len(seats)))
    yield ""  # Otherwise Markdown would attach the next line to the list.
    yield _pieces(result, seats)
    yield from _handle(result, seats)
    yield _skewers(scene)


def _ended(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    if result.caller is None:
        return "the turns ran out before anyone called “Kabobo!”."
    return f"{bold(seats, result.caller, IN_RESULTS)} called “Kabobo!”."


def _kabob(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    cards, kabob = result.hands[seat], result.kabobs[seat]
    laid = " ".join(map(card_label, cards))
    return f"- {bold(seats, seat, IN_RESULTS)} **{kabob.points}**: {laid} · {sum_of(cards, kabob)}"


def _pieces(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    """Return which seats won pieces, and why (B4.1)."""
    if result.caller is None:
        return "Nobody called, so nobody gets a piece."
    caller = bold(seats, result.caller, IN_RESULTS)
    highest = f"{max(result.points)} is the highest score"
    if result.caller not in result.best:
        others = listed(
            [bold(seats, seat, IN_RESULTS) for seat, got in enumerate(result.given) if got]
        )
        got = f"{others} get 1 piece" if result.given.count(1) > 1 else f"{others} gets 1 piece"
        full = "all the others already have five pieces"
        points = result.points[result.caller]
        return f"{caller} called with {points}, but {highest}: {got if others else full}."
    shared = ", shared" if len(result.best) > 1 else ""
    pieces = result.given[result.caller]
    if not pieces:
        return f"{caller} called, and {highest}{shared}: they already have all {PIECES} pieces."
    return f"{caller} called, and {highest}{shared}: {counted(pieces, 'piece')}."


def _handle(result: RoundResult, seats: Sequence[SeatSign]) -> Iterator[str]:
    """Yield who won the handle, or who could have (B4.2, B4.4)."""
    if result.handle:
        names = listed([bold(seats, seat, IN_RESULTS) for seat in result.handle])
        yield f"{names} had all {PIECES} pieces before, and the highest score: **the handle!**"
        return
    for seat, (pieces, given) in enumerate(zip(result.pieces, result.given, strict=True)):
        if pieces - given == PIECES:
            name, points = bold(seats, seat, IN_RESULTS), result.points[seat]
            yield (
                f"{name} had all {PIECES} pieces, but {points} isn't the highest: no handle yet."
            )


def _skewers(scene: Scene[View]) -> str:
    """List the seats by rank, each with what decides it, and the winner of a finished match."""
    view = scene.view
    figures = [_figure(view, seat) for seat in range(view.seats)]
    line = totals(scene, placed(view), figures, (f"Pieces of {PIECES}",) * 2)
    if not is_over(view) or view.results[-1].handle:
        return line
    return f"{line} All rounds are played: most pieces win, then most points."


def _figure(view: View, seat: Seat) -> str:
    """Return what ranks a seat: the handle, which beats all else, or pieces and then points."""
    if seat in view.results[-1].handle:
        return "the handle"
    return f"{view.pieces[seat]} ({counted(view.totals[seat], 'point')})"
