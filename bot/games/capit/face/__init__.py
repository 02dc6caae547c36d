"""The face of CAP-IT: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.capit.face.descriptions import describe, phrases
from bot.games.capit.face.hand import hand
from bot.games.capit.face.labels import proposal
from bot.games.capit.face.picture import CapitPicture
from bot.games.capit.face.texts import alt_sentences, prompt, scores, text_versions
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.view import View

FACE: Final[GameFace[View, Action]] = GameFace(
    title="CAP-IT",
    rounds=lambda view: view.options.rounds,
    table=CapitPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
