"""The face of CAP-IT: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.capit.face.hand import hand
from bot.games.capit.face.picture import CapitPicture
from bot.games.capit.face.proposal import proposal
from bot.games.capit.face.results import scores
from bot.games.capit.face.say import say
from bot.games.capit.face.words import alt_sentences, prompt, text_versions
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.view import View

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="CAP-IT",
    rounds=lambda view: view.options.rounds,
    table=CapitPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    event=say,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
