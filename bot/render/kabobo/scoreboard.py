"""The picture after a round: all kabobs revealed, what each scored, and the skewers."""

from bot.games.game import Seat
from bot.games.kabobo.scores import PIECES, RoundResult, ranks
from bot.games.kabobo.state import Phase
from bot.render import palette
from bot.render.fonts import fit
from bot.render.kabobo.table import KaboboTable
from bot.render.numbers import ordinal
from bot.render.table import BRIGHT, PLAIN, STRONG, Chip, Line

__all__ = ["draw_scores"]


def draw_scores(table: KaboboTable) -> None:
    """Draw every seat with its points and pieces, and the standings in the band."""
    view = table.view
    result = view.results[-1]
    placed = ranks(view.pieces, view.totals, result.handle)
    for seat in range(view.seats):
        figures = f"round {result.points[seat]} · {view.pieces[seat]} of {PIECES} pieces"
        chips = _chips(result, seat, placed[seat])
        table.seat(seat, figures, chips, framed=seat in result.best)
    table.left(_summary(table, result))
    table.standings(placed, [f"{had} of {PIECES}" for had in view.pieces])


def _chips(result: RoundResult, seat: Seat, rank: int) -> list[Chip]:
    chips: list[Chip] = [(ordinal(rank), palette.GOLD if rank == 1 else palette.MINT)]
    if seat in result.handle:
        chips.append(("the handle!", palette.GOLD))
    elif pieces := result.given[seat]:
        chips.append((f"+{pieces} piece{'s' * (pieces > 1)}", palette.BANDS[7]))
    if seat == result.caller:
        chips.append(("called", palette.BACK_MARK))
    return chips


def _summary(table: KaboboTable, result: RoundResult) -> list[Line]:
    """Say in the band who called, and who won the handle or whether the caller is the highest."""
    over = table.view.phase is Phase.OVER
    lines = [("The match is over" if over else f"Round {result.round} is over", STRONG)]
    name = "nobody"
    if result.caller is not None:
        name = fit(table.name(result.caller), PLAIN.size, 170)
    lines.append((f"{name} called", PLAIN))
    if result.handle:
        return [*lines, (_handle(table, result), BRIGHT)]
    if result.caller is None:
        return lines
    highest = result.caller in result.best
    lines.append(("and is the highest" if highest else "and is not the highest", BRIGHT))
    return lines


def _handle(table: KaboboTable, result: RoundResult) -> str:
    if len(result.handle) > 1:
        return f"{len(result.handle)} share the handle!"
    return f"{fit(table.name(result.handle[0]), BRIGHT.size, 130)} wins the handle!"
