"""Drawing of the band between the seats: the piles and the last play."""

from typing import Final

from bot.face.recent import LastPlay
from bot.games.kabobo.face.change import last_play
from bot.games.kabobo.face.sprites import PileArt, single
from bot.games.kabobo.face.table import KaboboTable
from bot.games.kabobo.face.theme import THEME
from bot.games.kabobo.rules.state import Phase

__all__ = ["draw_band"]

_PILE: Final = (58, 56)
"""The size of a card in the band with its margin, in pixels."""
_DISCARDS: Final = 126
_LAST: Final = 276
"""The distance of the discard pile and of the last play from the band's left edge, in pixels."""


def draw_band(table: KaboboTable) -> None:
    """Draw the band during a round."""
    view = table.view
    for name, card, count, left in (
        ("Draw", None, view.draw_pile, 6),
        ("Discard", view.discard_pile[0], len(view.discard_pile), _DISCARDS),
    ):
        table.pile(PileArt(_PILE, THEME.panel, THEME, card, min(count, 3)), name, count, left)
    if view.phase is Phase.PEEK:
        _opening(table)
    else:
        _last(table)


def _opening(table: KaboboTable) -> None:
    waiting = table.view.seats - len(table.view.peeked)
    styles = table.styles
    lines = [("Look at two cards", styles.strong), (f"{waiting} still to look", styles.plain)]
    table.lines(lines, _LAST, 232)


def _last(table: KaboboTable) -> None:
    """Draw the last play, and its card if everybody saw it."""
    view = table.view
    play = last_play(table.scene.events)
    if view.has_drawn:
        play = LastPlay(view.to_move, "drew a card")
    if play is None:
        return
    shown = play.card is not None or view.has_drawn
    table.last(play, single(play.card, _PILE) if shown else None, _LAST)
