"""Fairness in private: before the end why nobody can cheat, after it the proof and the record."""

from typing import Final

from bot.face.markdown import escape
from bot.game.deck import commitment
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from cogs.layouts.address import Address
from cogs.layouts.names import short_name
from cogs.layouts.page import Attached, Button, Page, Part, Text, Upload, fitted

__all__ = ["BUTTON", "fairness_page", "proof_page", "record_name"]

BUTTON: Final = "Fairness"
COLOUR: Final = 0x4A6FA5

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
    "Before anyone was seated, a secret was drawn for all tables of this board. Its fingerprint "
    "(SHA-256) is the same at each, and begins in the night's message:\n`{}`\n"
    "All cards follow from the secret alone. Nobody cuts the deck, so every table is dealt the "
    "same cards.\n"
    "Once all tables are done, everyone can see the secret, and `/verify` checks every card."
)


def fairness_page(table: TableState) -> Page:
    """Return how the deal of a match is fixed, with the way to cut the deck while it is open."""
    words = _SHARED if table.board is not None else _OWN
    parts: tuple[Part, ...] = (Text(words.format(commitment(table.secret))),)
    if table.phase is Phase.LOBBY and table.board is None:
        cut = Button("Cut the deck", str(Address(table.id, "cut")))
        ask = "**Cut the deck** with a word of your own, and nobody could know the deal before."
        parts = (*parts, Text(ask), (cut,))
    return Page(parts, colour=COLOUR)


def proof_page(table: TableState, record: bytes) -> Page:
    """Return the secret, the cuts and the record of a finished match."""
    return Page(
        fitted(
            (
                Text(
                    f"{_TITLE}\n"
                    f"The secret of this match was\n`{table.secret.hex()}`\n"
                    f"Its fingerprint (SHA-256) has been public since the lobby:\n"
                    f"`{commitment(table.secret)}`"
                ),
                Text(_cuts(table)),
                Text(
                    "The record has the whole match. `/verify` checks every card of it, "
                    "and so can anyone else."
                ),
                Attached(Upload(record_name(table), record)),
            )
        ),
        colour=COLOUR,
    )


def record_name(table: TableState) -> str:
    """Return the name of the record's file."""
    return f"table-{table.id}.record"


def _cuts(table: TableState) -> str:
    cuts = " · ".join(
        f"{short_name(table, seat)} “{escape(cut, len(cut))}”"
        for seat, cut in enumerate(table.cuts)
        if cut
    )
    return f"The deck was cut with: {cuts}" if cuts else "Nobody cut the deck."
