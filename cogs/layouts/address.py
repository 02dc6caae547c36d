"""What the custom id of a control says: which table, what to do, and with which words.

Everything that a click needs is in its custom id, so a button works as long as its message exists,
whatever has happened to this process since. The leading ``k1`` is the version of this notation.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.face.screen import with_lasting
from bot.game.contract import Seat
from bot.tables.core.errors import RefusedError

__all__ = [
    "LONGEST",
    "NUMBER",
    "Address",
    "HandAddress",
    "read_address",
    "read_hand_address",
    "too_old",
]

LONGEST: Final = 100
"""Discord's limit on a custom id, in characters."""

NUMBER: Final = "(0|[1-9][0-9]{0,5})"
"""A number in the words of a control: of at most six digits, and spelt as ``str`` does it."""

_INSTEAD: Final[Mapping[str, str]] = {
    "champions": "`/champions`",
    "daily": "`/daily`",
    "fairplay": "`/fairplay`",
    "games": "`/help`",
    "k1": "`/tables`",
    "learn": "`/learn`",
    "matches": "`/matches`",
    "night": "the newest message of the night",
    "privacy": "`/privacy`",
    "profile": "`/profile`",
    "puzzle": "`/puzzle`",
    "quiet": "`/quiet-hours`",
    "rules": "`/rules`",
    "settings": "`/settings`",
    "standings": "`/standings`",
}
"""What replaces the buttons of a page, by the first word of their custom ids.

Pages stay here when they are taken away, such as ``rules``: their messages are still there.
"""

_ADDRESS: Final = re.compile(r"k1:([0-9a-f]{10}):([a-z]{1,8})(?::(.*))?", re.DOTALL)
_HAND: Final = re.compile(
    f"{NUMBER}:{NUMBER}:{NUMBER}:([afnAFN])(?:=([a-z]{{1,8}}))?(?::(.*))?", re.DOTALL
)


class Address(NamedTuple):
    """A control of a table: ``k1:<table>:<verb>``, with ``:<words>`` where the verb needs any."""

    table: str
    verb: str
    words: str = ""

    def __str__(self) -> str:
        """Return the custom id; ``ValueError`` if it would be too long for Discord."""
        text = f"k1:{self.table}:{self.verb}" + (f":{self.words}" if self.words else "")
        if len(text) > LONGEST:
            raise ValueError(f"a custom id of {len(text)} characters is too long")
        return text


class HandAddress(NamedTuple):
    """The words of a control in a private hand.

    ``seat`` and ``revision`` say whose choice it was and when; ``ordinal`` counts the controls of
    the hand, so that no two are alike. ``kind`` is ``a`` for an action, ``f`` for a focus, ``n``
    for neither: a control that shows something, or a menu, whose chosen value brings kind and
    words. ``lasting`` is the screen's lasting word, which follows the kind as in ``a=suit``.
    ``hinted`` says that the hand shows a hint, which stays while the choice is being made; then the
    kind is a capital letter.
    """

    seat: Seat
    revision: int
    ordinal: int
    kind: str
    words: str = ""
    lasting: str = ""
    hinted: bool = False

    @property
    def focus(self) -> str:
        """The focus that the screen is asked for after this click, unless it is outdated."""
        return with_lasting(self.lasting, self.words if self.kind == "f" else "")

    def __str__(self) -> str:
        """Return the words of an :class:`Address`."""
        lasting = f"={self.lasting}" if self.lasting else ""
        kind = self.kind.upper() if self.hinted else self.kind
        text = f"{self.seat}:{self.revision}:{self.ordinal}:{kind}{lasting}"
        return f"{text}:{self.words}" if self.words else text


def too_old(page: str) -> RefusedError:
    """Return the refusal of a button that nothing answers any more: it says what replaces it."""
    instead = _INSTEAD.get(page, "`/help`")
    return RefusedError(f"This button is too old to work. Please use {instead} instead.")


def read_address(custom_id: str) -> Address:
    """Read a custom id, so that ``read_address(str(x)) == x``; else ``RefusedError``."""
    found = _ADDRESS.fullmatch(custom_id) if len(custom_id) <= LONGEST else None
    if found is None:
        raise too_old(custom_id.partition(":")[0])
    return Address(found[1], found[2], found[3] or "")


def read_hand_address(words: str, chosen: str | None = None) -> HandAddress:
    """Read the words of a hand's control and a menu's chosen value; else ``RefusedError``."""
    found = _HAND.fullmatch(words)
    if found is None:
        raise RefusedError("This button is broken. Please open your hand again with **My hand**.")
    kind, lasting, rest = found[4].lower(), found[5] or "", found[6] or ""
    hinted = found[4].isupper()
    if chosen is not None:
        kind, _, rest = chosen.partition(":")
        if kind not in ("a", "f"):
            raise RefusedError("This menu is broken. Please open your hand again with **My hand**.")
    return HandAddress(int(found[1]), int(found[2]), int(found[3]), kind, rest, lasting, hinted)
