"""CAP-IT for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.games.capit.actions import Action
from bot.games.capit.view import View
from bot.render.capit.hand import hand
from bot.render.capit.picture import CapitPicture
from bot.render.capit.proposal import proposal
from bot.render.capit.results import scores
from bot.render.capit.say import say
from bot.render.capit.words import asked, described, told
from bot.render.game_face import GameFace

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="CAP-IT",
    rounds=lambda view: view.options.rounds,
    table=CapitPicture,
    described=described,
    told=told,
    event=say,
    asked=asked,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
