"""The face of Kapow!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.kapow.face.descriptions import describe, phrases
from bot.games.kapow.face.hand import hand
from bot.games.kapow.face.labels import proposal
from bot.games.kapow.face.picture import KapowPicture
from bot.games.kapow.face.texts import alt_sentences, prompt, scores, text_versions
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.view import View

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kapow!",
    rounds=lambda view: view.options.rounds,
    table=KapowPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
