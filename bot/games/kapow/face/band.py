"""Drawing of the band between the seats: the piles and the last play."""

from typing import Final

from bot.games.kapow.face.change import CardPlay, last_play
from bot.games.kapow.face.sprites import PileArt, single
from bot.games.kapow.face.table import KapowTable
from bot.games.kapow.face.theme import THEME
from bot.games.kapow.rules.actions import Pile

__all__ = ["draw_band"]

_PILE: Final = (62, 54)
"""The size of a card in the band with its margin, in pixels."""
_DISCARDS: Final = 126
_LAST: Final = 276
"""The distance of the discard pile and of the last play from the band's left edge, in pixels."""


def draw_band(table: KapowTable) -> None:
    """Draw the band during a round."""
    _piles(table)
    _last(table)


def _piles(table: KapowTable) -> None:
    view = table.view
    top = view.discard_pile[0] if view.discard_pile else None
    for name, card, count, left in (
        ("Draw", None, view.draw_pile, 6),
        ("Discard", top, len(view.discard_pile), _DISCARDS),
    ):
        table.pile(PileArt(_PILE, THEME.panel, THEME, card, min(count, 3)), name, count, left)


def _last(table: KapowTable) -> None:
    """Draw the card just taken or played, and what was done with it."""
    view = table.view
    play = last_play(table.scene.events)
    if view.drawn is not None:
        done = "drew a card" if view.drawn.pile is Pile.DRAW else "took the discard"
        play = CardPlay(view.to_move, done, view.drawn.card)
    if play is None:
        return
    shown = play.card is not None or view.drawn is not None
    columns = " and ".join(str(column + 1) for column in play.completed)
    done = f"cleared column {columns}!" if columns else ""
    table.last(play, single(play.card, _PILE) if shown else None, _LAST, done)
