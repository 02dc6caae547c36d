"""The face of Kapow!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.kapow.face.hand import hand
from bot.games.kapow.face.picture import KapowPicture
from bot.games.kapow.face.proposal import proposal
from bot.games.kapow.face.results import scores
from bot.games.kapow.face.say import say
from bot.games.kapow.face.turns import deeds
from bot.games.kapow.face.words import alt_sentences, prompt, text_versions
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.view import View

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kapow!",
    rounds=lambda view: view.options.rounds,
    table=KapowPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    event=say,
    deeds=deeds,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
