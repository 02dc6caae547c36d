"""The band between the seats: whose turn it is, the piles, and the last card played."""

from typing import Final

from bot.games.kapow.actions import Pile
from bot.games.kapow.state import Phase
from bot.render import palette
from bot.render.card import THICK
from bot.render.fonts import fit
from bot.render.kapow.change import LastPlay, last_play
from bot.render.kapow.sprites import pile_sprite, single_sprite
from bot.render.kapow.table import KapowTable
from bot.render.paint import paste_text
from bot.render.table import BRIGHT, PLAIN, STRONG

__all__ = ["draw_band"]

_PILE: Final = (87, 54)
"""A card of the band with its margin, in pixels."""

_ROOM: Final = 182
"""The room for words beside the last card, in pixels."""

_DOING: Final = {
    Phase.OPENING: "turns up two cards",
    Phase.TAKE: "takes a card",
    Phase.PLAY: "plays the card taken",
    Phase.KAPOW: "may swap KAPOW! cards",
}


def draw_band(table: KapowTable) -> None:
    """Draw the band of a table in play."""
    _turn(table)
    _piles(table)
    _last(table)


def _turn(table: KapowTable) -> None:
    view = table.view
    lines = [
        (fit(table.name(view.to_move), STRONG.size, 246), STRONG),
        ("takes it or ends the round" if view.drawing_ends_round else _DOING[view.phase], PLAIN),
    ]
    if view.out is not None:
        out = fit(table.name(view.out), BRIGHT.size, 112)
        lines.append((f"final turns: {out} is out", BRIGHT))
    table.left(lines)


def _piles(table: KapowTable) -> None:
    view, box = table.view, table.seating.band
    top = view.discard[0] if view.discard else None
    drawn = pile_sprite(None, min(view.draw_pile, THICK), _PILE, palette.PANEL)
    discarded = pile_sprite(top, min(len(view.discard), THICK), _PILE, palette.PANEL)
    piles = ((drawn, f"draw pile {view.draw_pile}"), (discarded, f"discards {len(view.discard)}"))
    for (sprite, words), x in zip(piles, (box.middle - 52, box.middle + 52), strict=True):
        table.canvas.paste(sprite, (x - sprite.width // 2, box.y + 5))
        paste_text(table.canvas, words, (x, box.y + 5 + _PILE[1]), PLAIN, "middle")


def _last(table: KapowTable) -> None:
    """Draw the card just taken or played, and what was done with it."""
    view, box = table.view, table.seating.band
    play = last_play(table.scene.events)
    if view.drawn is not None:
        done = "drew a card" if view.drawn.pile is Pile.DRAW else "took the top discard"
        play = LastPlay(view.to_move, view.drawn.card, done)
    if play is None:
        return
    beside = 0
    if play.card is not None or view.drawn is not None:
        card = single_sprite(play.card, _PILE, palette.PANEL)
        table.canvas.paste(card, (box.x + box.width - 12 - _PILE[0], box.y + 11))
        beside = _PILE[0] + 6
    lines = [
        (fit(table.name(play.seat), STRONG.size, _ROOM), STRONG),
        (fit(play.done, PLAIN.size, _ROOM), PLAIN),
    ]
    if play.completed:
        columns = " and ".join(str(column + 1) for column in play.completed)
        lines.append((f"completed column {columns}!", BRIGHT))
    table.right(lines, beside)
