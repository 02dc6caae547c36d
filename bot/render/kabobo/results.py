"""A scored round of Kabobo!: every recipe with its arithmetic, the pieces given and why."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.game import Seat
from bot.games.kabobo.scores import PIECES, RoundResult, ranks
from bot.games.kabobo.state import Phase
from bot.games.kabobo.view import View
from bot.render.face import Scene, SeatSign
from bot.render.kabobo.labels import card_label
from bot.render.kabobo.reckon import sum_of
from bot.render.names import bold, listed

__all__ = ["RESULTS_LIMIT", "results"]

RESULTS_LIMIT: Final = 2_000
"""The longest result, in characters."""

_NAME: Final = 16


def results(scene: Scene[View]) -> str:
    """Tell the last scored round, then pieces and handle: at most 2,000 characters."""
    view = scene.view
    if not view.results:
        return "No round has been scored yet."
    result, seats = view.results[-1], scene.seats
    lines = (
        f"**Round {result.round}**: {_ended(result, seats)}",
        *(_kabob(result, seats, seat) for seat in range(view.seats)),
        "",  # Else the next line would belong to the last point of the list.
        _pieces(result, seats),
        *_handle(result, seats),
        _skewers(scene),
    )
    return "\n".join(lines)[:RESULTS_LIMIT]


def _ended(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    if result.caller is None:
        return "the turns ran out before anybody called “Kabobo!”."
    return f"{bold(seats, result.caller, _NAME)} called “Kabobo!”."


def _kabob(result: RoundResult, seats: Sequence[SeatSign], seat: Seat) -> str:
    cards, kabob = result.hands[seat], result.kabobs[seat]
    laid = " ".join(map(card_label, cards))
    return f"- {bold(seats, seat, _NAME)} **{kabob.points}**: {laid} · {sum_of(cards, kabob)}"


def _pieces(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    """Say who got pieces, and why (B4.1)."""
    if result.caller is None:
        return "Nobody called, so nobody gets a piece."
    caller = bold(seats, result.caller, _NAME)
    highest = f"{max(result.points)} is the highest score"
    if result.caller not in result.best:
        others = listed([bold(seats, seat, _NAME) for seat, got in enumerate(result.given) if got])
        got = f"{others} get 1 piece" if result.given.count(1) > 1 else f"{others} gets 1 piece"
        full = "all the others have five pieces already"
        points = result.points[result.caller]
        return f"{caller} called with {points}, but {highest}: {got if others else full}."
    shared = ", shared" if len(result.best) > 1 else ""
    pieces = result.given[result.caller]
    if not pieces:
        return f"{caller} called, and {highest}{shared}: all {PIECES} pieces are theirs already."
    return f"{caller} called, and {highest}{shared}: {pieces} piece{'s' * (pieces > 1)}."


def _handle(result: RoundResult, seats: Sequence[SeatSign]) -> Iterator[str]:
    """Say who won the handle, or who could have (B4.2, B4.4)."""
    if result.handle:
        names = listed([bold(seats, seat, _NAME) for seat in result.handle])
        yield f"{names} had all {PIECES} pieces before, and the highest score: **the handle!**"
        return
    for seat, (pieces, given) in enumerate(zip(result.pieces, result.given, strict=True)):
        if pieces - given == PIECES:
            name, points = bold(seats, seat, _NAME), result.points[seat]
            yield f"{name} had all {PIECES} pieces, but {points} is not the highest: no handle yet."


def _skewers(scene: Scene[View]) -> str:
    """List the skewers in order of rank, and who has won in the end."""
    view = scene.view
    handle = view.results[-1].handle
    placed = ranks(view.pieces, view.totals, handle)
    order = sorted(range(view.seats), key=lambda seat: (placed[seat], seat))
    table = " · ".join(
        f"{placed[seat]}. {bold(scene.seats, seat, _NAME)} {view.pieces[seat]} "
        f"({view.totals[seat]} points)"
        for seat in order
    )
    line = f"Pieces of {PIECES}: {table}"
    if view.phase is not Phase.OVER:
        return line
    winners = [bold(scene.seats, seat, _NAME) for seat in order if placed[seat] == 1]
    verb = "wins the match" if len(winners) == 1 else "share the win"
    why = "" if handle else " All rounds are played: most pieces win, then most points."
    return f"{line}\n{listed(winners)} {verb}!{why}"
