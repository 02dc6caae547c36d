"""Drawing of the band between the seats: prompt, piles and last card."""

from typing import Final

from bot.face import palette
from bot.face.fonts import fit
from bot.face.table import BRIGHT, PLAIN, STRONG
from bot.games.kapow.face.change import CardPlay, last_play
from bot.games.kapow.face.sprites import DrawnCard, single_sprite
from bot.games.kapow.face.table import KapowTable
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.state import Phase

__all__ = ["draw_band"]

_PILE: Final = (87, 54)
"""The size of a card in the band with its margin, in pixels."""

_DOING: Final = {
    Phase.OPENING: "turns up two cards",
    Phase.TAKE: "takes a card",
    Phase.PLAY: "plays the card taken",
    Phase.KAPOW: "may swap KAPOW! cards",
}


def draw_band(table: KapowTable) -> None:
    """Draw the band during a round."""
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
    view = table.view
    top = view.discard_pile[0] if view.discard_pile else None
    piles = (("draw pile", None, view.draw_pile), ("discards", top, len(view.discard_pile)))
    table.piles(DrawnCard, piles, _PILE, 5, 5 + _PILE[1])


def _last(table: KapowTable) -> None:
    """Draw the card just taken or played, and what was done with it."""
    view = table.view
    play = last_play(table.scene.events)
    if view.drawn is not None:
        done = "drew a card" if view.drawn.pile is Pile.DRAW else "took the top discard"
        play = CardPlay(view.to_move, done, view.drawn.card)
    if play is None:
        return
    shown = play.card is not None or view.drawn is not None
    card = single_sprite(play.card, _PILE, palette.PANEL) if shown else None
    columns = " and ".join(str(column + 1) for column in play.completed)
    table.last(play, card, 11, [(f"completed column {columns}!", BRIGHT)] if columns else [])
