"""Why the deals of a league night are fair: its secret, the words that cut it, the proof."""

from collections.abc import Sequence
from typing import Final

from bot.face.markdown import plain
from bot.game.deck import commitment, words_seal
from bot.game.night_record import NightRecord
from bot.tables.nights.cutting import sealed_at
from cogs.layouts.cutting import said
from cogs.layouts.night import CUT, ShownNight, night_control, shown_words
from cogs.layouts.night_rules import COLOUR
from cogs.layouts.page import Attached, Button, Page, Part, Text, Upload, fitted

__all__ = ["night_fairness_page"]

_MOST_LISTED: Final = 24
"""Words that **Fairness** tells itself, the newest; a file has them all."""

_TITLE: Final = "## Why the deals are fair"

_SECRET: Final = (
    f"{_TITLE}\n"
    "This night has one secret. Its fingerprint (SHA-256) begins in the night's message:\n`{}`\n"
    "The cards of every table, in every round, follow from it and from the words that people cut "
    "the deck with before the first round. Nobody cuts at the tables themselves."
)

_LATE: Final = "This night was planned before nights had a secret, so it was drawn later: <t:{}:f>."

_NONE: Final = (
    f"{_TITLE}\n"
    "This night began before its deck could be cut, so nobody cuts. Each table, or each board, has "
    "a secret of its own. **Fairness** at the table shows its fingerprint."
)

_ASK: Final = (
    "Everyone who's in can **cut the deck** until the first round, with a word that nobody can "
    "guess. If yours is the last one, nobody could choose the deals, not even I. Look at the list "
    "before you type and when the night begins: only your word may be new."
)

_FIXED: Final = "The words have been fixed since the first round began."

_OVER: Final = (
    "The night is over. Its secret was\n`{}`\n"
    "This file has it with the words and proves the secret of each table's record."
)

_WAITS: Final = (
    "The secret comes here once nobody plays at this night any more, and with it a file that "
    "proves all tables."
)


def night_fairness_page(shown: ShownNight, record: NightRecord | None) -> Page:
    """Return how the deals of a night are fixed; with its ``record``, what proves them."""
    stored = shown.stored
    night = stored.night
    if night.secret is None:
        return Page((Text(_NONE),), colour=COLOUR)
    late = sealed_at(stored)
    parts: list[Part] = [
        Text(_SECRET.format(commitment(night.secret))),
        Text("" if late is None else _LATE.format(late // 1000)),
        *_words(shown),
    ]
    if record is not None:
        file = Upload(f"night-{stored.plan.id}.record", str(record).encode())
        parts += [Text(_OVER.format(night.secret.hex())), Attached(file)]
    elif night.rounds:
        parts += [Text(_FIXED), Text(_WAITS)]
    elif not night.closed:
        parts += [Text(_ASK), (Button("Cut the deck", night_control(stored.plan.id, CUT)),)]
    return Page(fitted(parts), colour=COLOUR)


def _words(shown: ShownNight) -> Sequence[Part]:
    """Return the words; of many the newest, and all in a file."""
    words = shown_words(shown)
    if not words:
        return [Text("Nobody has cut the deck." if shown.stored.night.rounds else "")]
    lines = [f"{number}. {said(word)}" for number, word in enumerate(words, 1)]
    seal = f"Fingerprint of the words: `{words_seal([word.text for word in words])}`"
    left_out = max(0, len(lines) - _MOST_LISTED)
    more = [f"The first {left_out} are in this file."] if left_out else []
    listed = "\n".join(["**The deck was cut with**", *more, *lines[left_out:], seal])
    if not left_out:
        return [Text(listed)]
    told = (f"{at}. {plain(word.name)}: {word.text}\n" for at, word in enumerate(words, 1))
    return [Text(listed), Attached(Upload("words.txt", "".join(told).encode()))]
