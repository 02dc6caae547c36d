"""The words that the deck was cut with, as people see them, and the form that asks for one."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.face.markdown import escape
from bot.face.names import IN_LINE, listed
from bot.face.numbers import counted, ordinal
from bot.game.deck import commitment, words_seal
from bot.night.night import Night
from bot.tables.core.cutting import Word, words_of
from bot.tables.core.record import OwnCut
from bot.tables.core.state import Change, TableState

__all__ = [
    "FIELD",
    "SEAL_SHOWN",
    "changed",
    "cut_answer",
    "cut_form",
    "cut_line",
    "night_seal",
    "own_word",
    "place_of",
    "said",
    "word_list",
]

FIELD: Final = "word"
"""The custom id of the form's field."""

SEAL_SHOWN: Final = 16
"""Digits of a fingerprint in a message that everyone sees; **Fairness** has the rest."""

_MOST_AT_NIGHT: Final = 10
"""Words in the message of a night, the newest; **Fairness** has them all."""

_MOST_TOLD: Final = 6
"""Changes that are told one by one, the newest."""

_UNSEEN: Final = (
    "**Something changed while you typed.** Please look at the message, and cut again to be sure."
)

_CHANGED: Final[Mapping[str, str]] = {
    "joined": "{} joined",
    "left": "{} left",
    "removed": "{} was removed",
    "unanswered": "{} didn't answer",
    "kai added": "Kai was added",
    "kai removed": "Kai was removed",
    "options": "the options changed",
    "cut": "{} cut the deck",
}


def cut_form(control: str, longest: int) -> discord.ui.Modal:
    """Return the form that asks for a word; ``control`` is what its answer says it is for."""
    form = discord.ui.Modal(title="Cut the deck", custom_id=control, timeout=None)
    word = discord.ui.TextInput[discord.ui.Modal](
        custom_id=FIELD, max_length=longest, placeholder="one that nobody can guess"
    )
    form.add_item(
        discord.ui.Label(
            text="Your word",
            description="It's mixed into every shuffle. Everyone sees it at once.",
            component=word,
        )
    )
    form.stop()  # The library is to keep nothing: the answer finds its way by its custom id.
    return form


def said(word: Word) -> str:
    """Return a person's name and their word, in Markdown."""
    return f"**{escape(word.name, IN_LINE)}** “{escape(word.text, len(word.text))}”"


def place_of(number: int, words: int) -> str:
    """Say which of the words somebody's is; ``number`` counts from 0."""
    return f"the {ordinal(number + 1)} of {words}" if words > 1 else "the only one"


def changed(changes: Sequence[Change]) -> str:
    """Say what has changed the deal; nothing where nothing has."""
    told = [_CHANGED[one.what].format(escape(one.name, IN_LINE)) for one in changes[-_MOST_TOLD:]]
    return listed([*(["more"] if len(changes) > _MOST_TOLD else []), *told])


def cut_answer(words: Sequence[Word], *, seen: bool) -> str:
    """Return what somebody is told whose word is the last; ``seen``: nothing changed meanwhile."""
    word = escape(words[-1].text, len(words[-1].text))
    place = place_of(len(words) - 1, len(words))
    answer = f"You've cut the deck with “{word}”, {place}. Everyone sees it."
    return answer if seen else f"{answer} {_UNSEEN}"


def own_word(own: OwnCut) -> str:
    """Tell somebody their word in a finished match, for them to see whether it is the right one."""
    word = escape(own.word, len(own.word))
    after = changed(own.after)
    since = f" After it: {after}." if after else " Nothing changed after it."
    look = "Is that what you typed? If not, this deal wasn't fair."
    return f"\n**Your word**: “{word}”, {place_of(own.place, own.of)}.{since} {look}"


def cut_line(table: TableState) -> str:
    """Return the words in their order, for a message that everyone sees; nothing without any."""
    words = words_of(table)
    if not words:
        return ""
    told = ", then ".join(map(said, words))
    seal = words_seal([word.text for word in words])[:SEAL_SHOWN]
    line = f"-# Cut by {told}. Fingerprint of the words: `{seal}`"
    since = changed(table.changes)
    if not since:
        return line
    again = "" if table.seats else " You can cut again behind **Fairness**."
    return f"{line}\n-# **Since the last word**: {since}.{again}"


def night_seal(night: Night, words: Sequence[Word]) -> str:
    """Return the fingerprint of a night and its newest words, for its own message.

    ``words`` are with the names under which people are shown; none where they can't be shown.
    """
    if night.secret is None:
        return ""
    told = [said(word) for word in words[-_MOST_AT_NIGHT:]]
    if len(words) > _MOST_AT_NIGHT:
        told.insert(0, f"{len(words) - _MOST_AT_NIGHT} more")
    elif night.words and not words:
        told.append(f"{counted(len(night.words), 'word')}, which **Fairness** has")
    seal = words_seal([word.text for word in night.words])[:SEAL_SHOWN]
    cut = "Nobody has cut the deck."
    if told:
        cut = f"Cut by {', then '.join(told)}. Fingerprint of the words: `{seal}`"
    ask = "" if night.rounds else "\n-# If you're in, you can cut the deck: press **Fairness**."
    return f"-# Fair deals, sealed: `{commitment(night.secret)[:SEAL_SHOWN]}`\n-# {cut}{ask}"


def word_list(words: Sequence[Word], changes: Sequence[Change] = ()) -> str:
    """Return the words one below the other, with all of their fingerprint."""
    if not words:
        return ""
    lines = [f"{number}. {said(word)}" for number, word in enumerate(words, 1)]
    since = changed(changes)
    after = [f"**Since the last word**: {since}."] if since else []
    seal = f"Fingerprint of the words: `{words_seal([word.text for word in words])}`"
    return "\n".join((*lines, *after, seal))
