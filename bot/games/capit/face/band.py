"""Drawing of the band above the seats: the piles, the contract and the last move."""

from typing import Final

from bot.face.fonts import width
from bot.face.seating import SIDE, SMALLEST, WIDTH
from bot.games.capit.face.change import last_play, was_discarded
from bot.games.capit.face.labels import contract_words, sentence
from bot.games.capit.face.sprites import PileArt
from bot.games.capit.face.table import CapitTable
from bot.games.capit.face.theme import THEME

__all__ = ["draw_band"]

_PILE: Final = (54, 62)
"""The size of a card in the band with its margin, in pixels."""
_STOCK: Final = 4
_DISCARDS: Final = 122
_WORDS: Final = 262
"""The distance of stock, discards and words from the band's left edge, in pixels."""
_ROOM: Final = WIDTH - 2 * SIDE - _WORDS - 6
"""The width of the words, in pixels."""


def draw_band(table: CapitTable) -> None:
    """Draw the band during a round."""
    view, events = table.view, table.scene.events
    stock = PileArt(_PILE, THEME.panel, THEME, None, min(view.draw_pile, 3))
    table.pile(stock, "Draw", view.draw_pile, _STOCK)
    count = len(view.discard_pile)
    top = view.discard_pile[0] if count else None
    discards = PileArt(_PILE, THEME.panel, THEME, top, min(count, 3), was_discarded(events))
    table.pile(discards, "Discard", count, _DISCARDS)
    play = last_play(events)
    lines = [(sentence(contract_words(view.contract)), table.styles.bright)]
    if play is not None:
        room = _ROOM - width(f" {play.done}", SMALLEST)
        name = table.fitted(play.seat, SMALLEST, room)
        lines.append((f"{name} {play.done}", table.styles.plain))
    table.lines(lines, _WORDS, _ROOM)
