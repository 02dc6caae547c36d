"""The band between the seats: whose turn it is, the piles, and the last card played."""

from typing import Final

from bot.games.kapow.actions import Pile
from bot.games.kapow.state import Phase
from bot.render import palette
from bot.render.fonts import fit
from bot.render.kapow.change import LastPlay, last_play
from bot.render.kapow.sprites import THICK, pile_sprite, single_sprite
from bot.render.kapow.table import Table
from bot.render.paint import Lettering, paste_text

__all__ = ["draw_band"]

_PILE: Final = (87, 54)
"""A card of the band with its margin, in pixels."""

_STRONG: Final = Lettering(20, palette.CREAM, palette.PANEL, bold=True)
_PLAIN: Final = Lettering(16, palette.MINT, palette.PANEL)
_BRIGHT: Final = Lettering(16, palette.GOLD, palette.PANEL)
_ROOM: Final = 182
"""The room for words beside the last card, in pixels."""
_LINE: Final = 24
"""From one line of words to the next, in pixels."""

_DOING: Final = {
    Phase.OPENING: "turns up two cards",
    Phase.TAKE: "takes a card",
    Phase.PLAY: "plays the card taken",
    Phase.KAPOW: "may swap KAPOW! cards",
}


def draw_band(table: Table) -> None:
    """Draw the band of a table in play."""
    box = table.plan.band
    _turn(table, box.x + 15, box.y + 6)
    _piles(table, box.middle, box.y + 5)
    _last(table, box.x + box.width - 12, box.y + 6)


def _turn(table: Table, x: int, y: int) -> None:
    view = table.view
    lines = [
        (fit(table.name(view.to_move), _STRONG.size, 246), _STRONG),
        (_DOING[view.phase], _PLAIN),
    ]
    if view.out is not None:
        out = fit(table.name(view.out), _BRIGHT.size, 112)
        lines.append((f"final turns: {out} is out", _BRIGHT))
    for at, (words, style) in enumerate(lines):
        paste_text(table.canvas, words, (x, y + at * _LINE), style)


def _piles(table: Table, middle: int, y: int) -> None:
    view = table.view
    top = view.discard[0] if view.discard else None
    drawn = pile_sprite(None, min(view.draw_pile, THICK), _PILE, palette.PANEL)
    discarded = pile_sprite(top, min(len(view.discard), THICK), _PILE, palette.PANEL)
    piles = ((drawn, f"draw pile {view.draw_pile}"), (discarded, f"discards {len(view.discard)}"))
    for (sprite, words), x in zip(piles, (middle - 52, middle + 52), strict=True):
        table.canvas.paste(sprite, (x - sprite.width // 2, y))
        paste_text(table.canvas, words, (x, y + _PILE[1]), _PLAIN, "middle")


def _last(table: Table, right: int, y: int) -> None:
    """Draw the card just taken or played, and what was done with it."""
    view = table.view
    play = last_play(table.scene.events)
    if view.drawn is not None:
        done = "drew a card" if view.drawn.pile is Pile.DRAW else "took the top discard"
        play = LastPlay(view.to_move, view.drawn.card, done)
    if play is None:
        return
    if play.card is not None or view.drawn is not None:
        card = single_sprite(play.card, _PILE, palette.PANEL)
        table.canvas.paste(card, (right - _PILE[0], y + 5))
        right -= _PILE[0] + 6
    lines = [
        (fit(table.name(play.seat), _STRONG.size, _ROOM), _STRONG),
        (fit(play.done, _PLAIN.size, _ROOM), _PLAIN),
    ]
    if play.completed:
        columns = " and ".join(str(column + 1) for column in play.completed)
        lines.append((f"completed column {columns}!", _BRIGHT))
    for at, (words, style) in enumerate(lines):
        paste_text(table.canvas, words, (right, y + at * _LINE), style, "right")
