"""The face of Chow Pow!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.chowpow.face.hand import hand
from bot.games.chowpow.face.picture import ChowpowPicture
from bot.games.chowpow.face.proposal import proposal
from bot.games.chowpow.face.results import scores
from bot.games.chowpow.face.say import say
from bot.games.chowpow.face.words import alt_sentences, prompt, text_versions
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.view import View

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Chow Pow!",
    rounds=lambda view: view.options.games,
    table=ChowpowPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    event=say,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
