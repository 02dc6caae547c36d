"""The actions of CAP-IT (sections 3 and 4), and their notation.

Melds are numbered in the order of laying: from 1 in notation, from 0 in code.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bot.game.moves import (
    Draw,
    NextRound,
    NotatedAction,
    Notation,
    Token,
    action_parser,
    notated,
    number,
    repeated,
)
from bot.games.capit.rules.cards import Card, read_card, read_cards, write_cards
from bot.games.capit.rules.melds import Kind, Meld, Side, read_meld
from bot.games.capit.rules.options import RunSuit

TITLE: Final = "CAP-IT"

NUMBER: Final = number(999)
"""The number of a meld on the table, or of a place in a meld."""
_CARD: Final = Token("[2-9A-Z]+", read_card)
_CARDS: Final = Token("[2-9A-Z]+", read_cards, write_cards)
SIDE: Final = Token(
    "(?:low )?",
    lambda text: Side.LOW if text else Side.HIGH,
    lambda side: "low " if side is Side.LOW else "",
)
"""With a leading space; the higher side and the side of a set are not written."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards for a meld, and its kind as the player declares it; runs from low to high."""

    kind: Kind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``set 7H7S2D`` or ``run 2H9STS``."""
        return f"{self.kind} {write_cards(self.cards)}"

    @classmethod
    def of(cls, meld: Meld) -> "Cards":
        """Return the cards of a meld."""
        return cls(meld.kind, meld.cards)

    def meld(self, run_suit: RunSuit) -> Meld:
        """Return the meld that they form; :class:`IllegalActionError` if they form none."""
        return read_meld(self.kind, self.cards, run_suit)


def _read_meld(text: str) -> Cards:
    kind, cards = text.split(" ")
    return Cards(Kind(kind), read_cards(cards))


_MELD: Final = Token(f"(?:{'|'.join(Kind)}) {_CARDS.pattern}", _read_meld)


@notated("take")
class TakeDiscard(NotatedAction):
    """Take the top of the discard pile (C3.1)."""


@notated("push")
class Push(NotatedAction):
    """Give the tops of stock and discard pile to the left, and draw the next card (C3.2)."""


@notated("lay {melds}", melds=repeated(_MELD))
class LayContract(NotatedAction):
    """Lay all of the round's contract (C4.1): ``lay set 7H7S2D run 9STSXQS``."""

    melds: tuple[Cards, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return _all_of(self.melds)


@notated("meld {meld}", meld=_MELD)
class LayMeld(NotatedAction):
    """Lay another meld (C4.2): ``meld set KHKSX``."""

    meld: Cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return self.meld.cards


@notated("off {meld} {side}{cards}", meld=NUMBER, side=SIDE, cards=_CARDS)
class LayOff(NotatedAction):
    """Lay cards off on any meld (C4.2); those on a run from low to high.

    ``off 2 7H``, or ``off 2 low 5S6S`` at the lower end of a run.
    """

    meld: int
    cards: tuple[Card, ...]
    side: Side = Side.HIGH

    @property
    def offs(self) -> "tuple[LayOff, ...]":
        """The lay-off itself, as in :class:`LayOffs`."""
        return (self,)


_read_off: Final = action_parser(TITLE, (LayOff,))

_OFF: Final = Token(
    f"{NUMBER.pattern} {SIDE.pattern}{_CARDS.pattern}",
    lambda text: _read_off(f"{LayOff.notation.verb} {text}"),
    lambda off: str(off).removeprefix(f"{LayOff.notation.verb} "),
)
"""One of several lay-offs, which share a verb."""


@notated("off {offs}", offs=repeated(_OFF, least=2))
class LayOffs(NotatedAction):
    """Lay cards off in several places, one after the other (C4.2): ``off 2 7H 3 low 5S6S``."""

    offs: tuple[LayOff, ...]
    """Two or more."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return _all_of(self.offs)


def _all_of(parts: Iterable[Cards | LayOff]) -> tuple[Card, ...]:
    return tuple(card for part in parts for card in part.cards)


_USE: Final = Token(".+", action_parser(TITLE, (LayMeld, LayOff)))


class _Swap(NamedTuple):
    meld: int
    at: int
    """The place in the meld."""
    card: Card
    use: LayMeld | LayOff
    """How the wild is used; it is among the laid cards."""


class Swap(NotatedAction, _Swap):
    """Replace a wild by the card it stands for, and use the wild at once (C4.4).

    ``swap 2.3 5S: off 4 X``, or ``swap 2.3 5S: meld set KHKSX``. There may be thousands in a turn,
    so it is a tuple, which is made in a third of the time.
    """

    __slots__ = ()

    notation = Notation(
        "swap {meld}.{at} {card}: {use}", meld=NUMBER, at=NUMBER, card=_CARD, use=_USE
    )


@notated("discard {card}", card=_CARD)
class Discard(NotatedAction):
    """Discard a card, which ends the turn (C4.5)."""

    card: Card


Drawing: TypeAlias = TakeDiscard | Push | Draw
"""The actions that begin a turn."""

Action: TypeAlias = Drawing | LayContract | LayMeld | LayOff | LayOffs | Swap | Discard | NextRound

_PUSHED: Final = 2
"""Stock cards used by a push: one for the left neighbour, one for the pusher (C3.2)."""


def draws(stock: int, discard: int) -> Sequence[Drawing]:
    """Return the ways to begin a turn for these pile sizes (C3.1-C3.4, C8.2)."""
    take: tuple[Drawing, ...] = (TakeDiscard(),) if discard else ()
    return (*take, Push() if discard and stock >= _PUSHED else Draw())
