"""CAP-IT for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.render.capit.hand import screen
from bot.render.capit.picture import draw_table
from bot.render.capit.proposal import proposal
from bot.render.capit.results import results
from bot.render.capit.say import say
from bot.render.capit.words import describe, status, tell

__all__ = ["FACE", "CapitFace"]


class CapitFace:
    """CAP-IT: :class:`bot.render.face.Face` says what each part does."""

    picture = staticmethod(draw_table)
    alt = staticmethod(describe)
    text = staticmethod(tell)
    say = staticmethod(say)
    status = staticmethod(status)
    proposal = staticmethod(proposal)
    results = staticmethod(results)
    screen = staticmethod(screen)


FACE: Final = CapitFace()
