"""Fairness in private: before the end why nobody can cheat, after it the proof and the record."""

from typing import Final

from bot.face.markdown import escape
from bot.game.deck import commitment
from bot.tables.core.cutting import words_of
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from cogs.layouts.address import Address
from cogs.layouts.cutting import word_list
from cogs.layouts.names import short_name
from cogs.layouts.page import Attached, Button, Page, Text, Upload, fitted

__all__ = ["BUTTON", "WITHOUT_ME", "fairness_page", "proof_page", "record_name"]

BUTTON: Final = "Fairness"
COLOUR: Final = 0x4A6FA5

WITHOUT_ME: Final = "To check it without me, run `check_deal.pyz` from my documents."
"""Said wherever a record is given out or proved."""

_TITLE: Final = "## Why the deal is fair"


_OWN: Final = (
    f"{_TITLE}\n"
    "Before anyone sat down, a secret was drawn for this table. Its fingerprint (SHA-256) begins "
    "in the lobby's message:\n`{}`\n"
    "All cards follow from the secret and from the words that players cut the deck with. "
    "The secret can't be changed now: it would have another fingerprint.\n"
    "After the match, everyone can see the secret, and `/verify` checks every card."
)

_SHARED: Final = (
    f"{_TITLE}\n"
    "Before anyone was seated, a secret was fixed for all tables of this board. Its fingerprint "
    "(SHA-256) is the same at each:\n`{}`\n"
    "All cards follow from the secret alone. Nobody cuts this deck, so every table is dealt the "
    "same cards.\n"
    "Once all tables are done, everyone can see the secret, and `/verify` checks every card."
)

_AT_NIGHT: Final = (
    "The secret follows from that of the league night and from the words that people cut its deck "
    "with before the first round. **Fairness** below the night's message shows the words, and "
    "once the night is over what proves all its tables."
)

_ALONE: Final = (
    f"{_TITLE}\n"
    "Before anyone was seated, a secret was fixed for this table. Its fingerprint (SHA-256) is\n"
    "`{}`\n"
    "All cards follow from the secret. After the match, everyone can see it, and `/verify` checks "
    "every card."
)

_ASK: Final = (
    "**Cut the deck** with a word that nobody can guess. You're safe from everyone, me included, "
    "if your word is the last one and nothing changes after it. Look at the list before you type "
    "and when the match starts: only your word may be new."
)


def fairness_page(table: TableState) -> Page:
    """Return how the deal of a match is fixed, with the way to cut the deck while it is open."""
    own = table.board is None and table.night is None
    words = _OWN if own else _ALONE if table.board is None else _SHARED
    parts = (
        Text(words.format(commitment(table.secret))),
        Text(_AT_NIGHT if table.night is not None else ""),
        Text(_words(table) if own else ""),
    )
    if table.phase is not Phase.LOBBY or not own:
        return Page(fitted(parts), colour=COLOUR)
    cut = Button("Cut the deck", str(Address(table.id, "cut")))
    return Page(fitted((*parts, Text(_ASK), (cut,))), colour=COLOUR)


def proof_page(table: TableState, record: bytes) -> Page:
    """Return the secret, the cuts and the record of a finished match."""
    return Page(
        fitted(
            (
                Text(
                    f"{_TITLE}\n"
                    f"The secret of this match was\n`{table.secret.hex()}`\n"
                    f"Its fingerprint (SHA-256) has been public since {_since(table)}:\n"
                    f"`{commitment(table.secret)}`"
                ),
                Text(_AT_NIGHT if table.night is not None else _words(table)),
                Text(
                    "The record has the whole match. `/verify` checks every card of it, "
                    f"and so can anyone else. {WITHOUT_ME}"
                ),
                Attached(Upload(record_name(table), record)),
            )
        ),
        colour=COLOUR,
    )


def _since(table: TableState) -> str:
    return "the lobby" if table.night is None and table.board is None else "before the match"


def record_name(table: TableState) -> str:
    """Return the name of the record's file."""
    return f"table-{table.id}.record"


def _words(table: TableState) -> str:
    """Return the words so far, or those that were fixed at the start."""
    words = word_list(words_of(table), table.changes)
    if words:
        return f"**The deck was cut with**\n{words}"
    return _unordered(table) if table.seats else "Nobody has cut the deck yet."


def _unordered(table: TableState) -> str:
    """Return the words of a match in which their order was not kept yet."""
    cuts = " · ".join(
        f"{short_name(table, seat)} “{escape(cut, len(cut))}”"
        for seat, cut in enumerate(table.cuts)
        if cut
    )
    return f"The deck was cut with: {cuts}" if cuts else "Nobody cut the deck."
