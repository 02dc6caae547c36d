"""The actions of CAP-IT (sections 3 and 4 of the rules), and their notation.

Melds are numbered in the order of laying: from 1 in notation, from 0 in code.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, get_args

from bot.game.moves import NextRound
from bot.game.notation import NotatedAction, Notation, Token, action_parser, number, repeated
from bot.games.capit.rules.cards import Card, read_card, read_cards, write_cards
from bot.games.capit.rules.melds import Kind, Side

__all__ = [
    "TITLE",
    "Action",
    "Cards",
    "Discard",
    "Draw",
    "Drawing",
    "LayContract",
    "LayMeld",
    "LayOff",
    "LayOffs",
    "NextRound",
    "Push",
    "Swap",
    "TakeDiscard",
    "parse_action",
]

TITLE: Final = "CAP-IT"

NUMBER: Final = number(999)
"""The number of a meld on the table, or of a place in a meld."""
CARD: Final = Token("[2-9A-Z]+", read_card)
CARDS: Final = Token("[2-9A-Z]+", read_cards, write_cards)
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


def _read_meld(text: str) -> Cards:
    kind, cards = text.split(" ")
    return Cards(Kind(kind), read_cards(cards))


MELD: Final = Token(f"(?:{'|'.join(Kind)}) {CARDS.pattern}", _read_meld)


@dataclass(frozen=True, slots=True)
class TakeDiscard(NotatedAction):
    """Take the top of the discard pile (C3.1)."""

    notation = Notation("take")


@dataclass(frozen=True, slots=True)
class Push(NotatedAction):
    """Give the tops of stock and discard pile to the left, and draw the next card (C3.2)."""

    notation = Notation("push")


@dataclass(frozen=True, slots=True)
class Draw(NotatedAction):
    """Ask for a card from the stock where no push is possible (C3.3, C3.4)."""

    notation = Notation("draw")


@dataclass(frozen=True, slots=True)
class LayContract(NotatedAction):
    """Lay all of the round's contract (C4.1): ``lay set 7H7S2D run 9STSXQS``."""

    notation = Notation("lay {melds}", melds=repeated(MELD))

    melds: tuple[Cards, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return _all_of(self.melds)


@dataclass(frozen=True, slots=True)
class LayMeld(NotatedAction):
    """Lay another meld (C4.2): ``meld set KHKSX``."""

    notation = Notation("meld {meld}", meld=MELD)

    meld: Cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return self.meld.cards


@dataclass(frozen=True, slots=True)
class LayOff(NotatedAction):
    """Lay cards off on any meld (C4.2); those on a run from low to high.

    ``off 2 7H``, or ``off 2 low 5S6S`` at the lower end of a run.
    """

    notation = Notation("off {meld} {side}{cards}", meld=NUMBER, side=SIDE, cards=CARDS)

    meld: int
    cards: tuple[Card, ...]
    side: Side = Side.HIGH

    @property
    def offs(self) -> "tuple[LayOff, ...]":
        """The lay-off itself, as in :class:`LayOffs`."""
        return (self,)


_read_off: Final = action_parser(TITLE, (LayOff,))

OFF: Final = Token(
    f"{NUMBER.pattern} {SIDE.pattern}{CARDS.pattern}",
    lambda text: _read_off(f"{LayOff.notation.verb} {text}"),
    lambda off: str(off).removeprefix(f"{LayOff.notation.verb} "),
)
"""One of several lay-offs, which share a verb."""


@dataclass(frozen=True, slots=True)
class LayOffs(NotatedAction):
    """Lay cards off in several places, one after the other (C4.2): ``off 2 7H 3 low 5S6S``."""

    notation = Notation("off {offs}", offs=repeated(OFF, least=2))

    offs: tuple[LayOff, ...]
    """Two or more."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are laid."""
        return _all_of(self.offs)


def _all_of(parts: Iterable[Cards | LayOff]) -> tuple[Card, ...]:
    return tuple(card for part in parts for card in part.cards)


USE: Final = Token(".+", action_parser(TITLE, (LayMeld, LayOff)))


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
        "swap {meld}.{at} {card}: {use}", meld=NUMBER, at=NUMBER, card=CARD, use=USE
    )


@dataclass(frozen=True, slots=True)
class Discard(NotatedAction):
    """Discard a card, which ends the turn (C4.5)."""

    notation = Notation("discard {card}", card=CARD)

    card: Card


Drawing: TypeAlias = TakeDiscard | Push | Draw
"""The actions that begin a turn."""

Action: TypeAlias = Drawing | LayContract | LayMeld | LayOff | LayOffs | Swap | Discard | NextRound

parse_action: Final[Callable[[str], Action]] = action_parser(TITLE, get_args(Action))
"""Reads an action; raises :class:`bot.game.contract.UnreadableActionError`."""
