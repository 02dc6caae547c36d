"""Drawing of the band above the seats: prompt, contract, piles and last move."""

from typing import Final

from bot.face import palette
from bot.face.fonts import fit
from bot.face.table import BRIGHT, PLAIN, STRONG
from bot.games.capit.face.change import last_play
from bot.games.capit.face.labels import contract_words
from bot.games.capit.face.sprites import DrawnCard, card_sprite
from bot.games.capit.face.table import CapitTable
from bot.games.capit.face.words import doing

__all__ = ["draw_band"]

_PILE: Final = (66, 58)
"""The size of a card in the band with its margin, in pixels."""

_LEFT: Final = 260
"""The room for text at the left end, in pixels."""


def draw_band(table: CapitTable) -> None:
    """Draw the band during a round."""
    view = table.view
    contract = contract_words(view.contract)
    table.left(
        [
            (fit(table.name(view.to_move), STRONG.size, _LEFT), STRONG),
            (doing(view), PLAIN),
            (fit(contract, BRIGHT.size, _LEFT), BRIGHT),
        ]
    )
    _piles(table)
    _last(table)


def _piles(table: CapitTable) -> None:
    view = table.view
    top = view.discard_pile[0] if view.discard_pile else None
    piles = (("stock", None, view.draw_pile), ("discards", top, len(view.discard_pile)))
    table.piles(DrawnCard, piles, _PILE, 4, 2 + _PILE[1])


def _last(table: CapitTable) -> None:
    """Draw the last play, and its card if everybody saw it."""
    play = last_play(table.scene.events)
    if play is not None:
        card = card_sprite(play.card, None, _PILE, palette.PANEL) if play.card else None
        table.last(play, card, 13)
