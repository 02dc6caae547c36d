"""Drawing of the band between the seats: prompt, piles and last move."""

from typing import Final

from bot.face import palette
from bot.face.fonts import fit
from bot.face.numbers import counted
from bot.face.recent import LastPlay
from bot.face.table import BRIGHT, PLAIN, STRONG, Line
from bot.games.kabobo.face.change import last_play
from bot.games.kabobo.face.sprites import DrawnCard, laid_sprite
from bot.games.kabobo.face.table import KaboboTable
from bot.games.kabobo.face.words import doing
from bot.games.kabobo.rules.state import Laid, Phase

__all__ = ["draw_band"]

_PILE: Final = (66, 58)
"""The size of a card in the band with its margin, in pixels."""


def draw_band(table: KaboboTable) -> None:
    """Draw the band during a round."""
    table.left(_turn(table))
    _piles(table)
    _last(table)


def _turn(table: KaboboTable) -> list[Line]:
    view = table.view
    if view.phase is Phase.PEEK:
        waiting = view.seats - len(view.peeked)
        return [
            ("Look at two cards", STRONG),
            (f"{counted(waiting, 'player')} still to look", PLAIN),
        ]
    lines = [(fit(table.name(view.to_move), STRONG.size, 246), STRONG), (doing(view), PLAIN)]
    if view.caller is not None:
        caller = fit(table.name(view.caller), BRIGHT.size, 120)
        lines.append((f"last turns: {caller} called", BRIGHT))
    return lines


def _piles(table: KaboboTable) -> None:
    view = table.view
    piles = (
        ("deck", None, view.draw_pile),
        ("discards", view.discard_pile[0], len(view.discard_pile)),
    )
    table.piles(DrawnCard, piles, _PILE, 4, 2 + _PILE[1])


def _last(table: KaboboTable) -> None:
    """Draw the last play, and its card if everybody saw it."""
    view = table.view
    play = last_play(table.scene.events)
    if view.has_drawn:
        play = LastPlay(view.to_move, "drew a card")
    if play is None:
        return
    shown = play.card is not None or view.has_drawn
    card = laid_sprite(Laid(play.card), _PILE, palette.PANEL) if shown else None
    table.last(play, card, 11)
