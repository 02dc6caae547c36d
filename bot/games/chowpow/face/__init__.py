"""Chow Pow! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.chowpow.face.hand import hand
from bot.games.chowpow.face.picture import ChowpowPicture
from bot.games.chowpow.face.proposal import proposal
from bot.games.chowpow.face.results import scores
from bot.games.chowpow.face.say import say
from bot.games.chowpow.face.words import asked, described, told
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.view import View

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Chow Pow!",
    rounds=lambda view: view.options.games,
    table=ChowpowPicture,
    described=described,
    told=told,
    event=say,
    asked=asked,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
