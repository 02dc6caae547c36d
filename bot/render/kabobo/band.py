"""The band between the seats: what is to be done, the piles, and what was done last."""

from typing import Final

from bot.games.kabobo.state import Laid, Phase
from bot.render import palette
from bot.render.card import THICK
from bot.render.fonts import fit
from bot.render.kabobo.change import LastPlay, last_play
from bot.render.kabobo.sprites import laid_sprite, pile_sprite
from bot.render.kabobo.table import KaboboTable
from bot.render.kabobo.words import doing
from bot.render.paint import paste_text
from bot.render.table import BRIGHT, PLAIN, STRONG, Line

__all__ = ["draw_band"]

_PILE: Final = (66, 58)
"""A card of the band with its margin, in pixels."""

_ROOM: Final = 196
"""The room for words beside the last card, in pixels."""


def draw_band(table: KaboboTable) -> None:
    """Draw the band of a table in play."""
    table.left(_turn(table))
    _piles(table)
    _last(table)


def _turn(table: KaboboTable) -> list[Line]:
    view = table.view
    if view.phase is Phase.PEEK:
        waiting = view.seats - len(view.peeked)
        return [
            ("Look at two cards", STRONG),
            (f"{waiting} player{'s' * (waiting > 1)} still to look", PLAIN),
        ]
    lines = [(fit(table.name(view.to_move), STRONG.size, 246), STRONG), (doing(view), PLAIN)]
    if view.caller is not None:
        caller = fit(table.name(view.caller), BRIGHT.size, 120)
        lines.append((f"last turns: {caller} called", BRIGHT))
    return lines


def _piles(table: KaboboTable) -> None:
    view, box = table.view, table.seating.band
    deck = pile_sprite(None, min(view.deck, THICK), _PILE, palette.PANEL)
    discarded = pile_sprite(view.discard[0], min(len(view.discard), THICK), _PILE, palette.PANEL)
    piles = ((deck, f"deck {view.deck}"), (discarded, f"discards {len(view.discard)}"))
    for (sprite, words), x in zip(piles, (box.middle - 52, box.middle + 52), strict=True):
        table.canvas.paste(sprite, (x - sprite.width // 2, box.y + 4))
        paste_text(table.canvas, words, (x, box.y + 2 + _PILE[1]), PLAIN, "middle")


def _last(table: KaboboTable) -> None:
    """Draw what was done last, and the card that everybody saw."""
    view, box = table.view, table.seating.band
    play = last_play(table.scene.events)
    if view.has_drawn:
        play = LastPlay(view.to_move, "drew a card")
    if play is None:
        return
    beside = 0
    if play.card is not None or view.has_drawn:
        card = laid_sprite(Laid(play.card), _PILE, palette.PANEL)
        table.canvas.paste(card, (box.x + box.width - 12 - _PILE[0], box.y + 11))
        beside = _PILE[0] + 6
    lines = [
        (fit(table.name(play.seat), STRONG.size, _ROOM), STRONG),
        (fit(play.done, PLAIN.size, _ROOM), PLAIN),
    ]
    table.right(lines, beside)
