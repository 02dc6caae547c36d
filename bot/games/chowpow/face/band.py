"""Drawing of the band above the grid: prompt, deck and recent flips."""

from collections.abc import Sequence
from typing import Final

from bot.face.card import VISIBLE_CARDS
from bot.face.fonts import fit
from bot.face.paint import paste_text
from bot.face.table import BRIGHT, PLAIN, STRONG, Line
from bot.games.chowpow.face.change import last_play
from bot.games.chowpow.face.doing import acting, doing, turns_left
from bot.games.chowpow.face.layout import CARD
from bot.games.chowpow.face.sprites import card_sprite, pile_sprite
from bot.games.chowpow.face.table import ChowpowTable
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.state import Phase

__all__ = ["draw_band"]

_LEFT: Final = 268
"""The room for text at the left end, in pixels."""
_DECK: Final = 338
"""The middle of the deck, in pixels from the left end."""
_PITCH: Final = CARD[0] + 2
_SHOWN: Final = 4
"""The most flips of a turn that are shown: its last ones."""
_BETWEEN: Final = 16
"""The gap between the flips of two turns, in pixels."""


def draw_band(table: ChowpowTable) -> None:
    """Draw the band during a game."""
    view, box = table.view, table.seating.band
    table.left([(fit(words, style.size, _LEFT), style) for words, style in _lines(table)])
    deck = pile_sprite(None, min(view.draw_pile, VISIBLE_CARDS), (48, 60))
    table.canvas.paste(deck, (box.x + _DECK - 24, box.y + 10))
    paste_text(table.canvas, f"deck {view.draw_pile}", (box.x + _DECK, box.y + 74), PLAIN, "middle")
    right = box.x + box.width - 12
    for caption, flips in (("this turn", view.flips), ("turn before", view.last_flips)):
        if flips:
            right = _flips(table, caption, flips[-_SHOWN:], right) - _BETWEEN


def _lines(table: ChowpowTable) -> list[Line]:
    """Return the lines about the seat to act, the last play and the turns left."""
    view = table.view
    who = "Showdown" if view.phase is Phase.BUFFET else table.name(acting(view))
    lines = [(who, STRONG), (doing(view), PLAIN)]
    play = last_play(table.scene.events)
    if play is not None:
        lines.append((f"{fit(table.name(play.seat), PLAIN.size, 100)} {play.done}", PLAIN))
    if left := turns_left(view):
        lines.append((left, BRIGHT))
    return lines


def _flips(table: ChowpowTable, caption: str, flips: Sequence[Flipped], right: int) -> int:
    """Draw flipped cards with their slots, ending at ``right``; return their left edge."""
    y = table.seating.band.y
    wide = max(len(flips) * _PITCH, 84)
    left = right - wide
    paste_text(table.canvas, caption, (left + wide // 2, y + 3), PLAIN, "middle")
    x = left + (wide - len(flips) * _PITCH) // 2
    for flip in flips:
        sprite = card_sprite(table.look(flip.card), CARD)
        table.canvas.paste(sprite, (x + 1, y + 25))
        paste_text(table.canvas, str(flip.slot), (x + _PITCH // 2, y + 80), PLAIN, "middle")
        x += _PITCH
    return left
