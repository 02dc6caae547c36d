"""Turns of CAP-IT in one sentence each; they never name a hidden card."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Final

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold
from bot.face.turns import Deed, Told
from bot.games.capit.face.labels import a_card, card_words, cards_label, meld_label
from bot.games.capit.face.say import ended
from bot.games.capit.rules.events import (
    Discarded,
    Drew,
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    RoundEnded,
    RoundStarted,
    Swapped,
    TookDiscard,
)
from bot.games.capit.rules.scores import End

__all__ = ["deeds"]

_CARDS_NAMED: Final = 3
"""Cards laid off in a turn; of more only the number is told."""


def deeds(events: Sequence[object], seats: Sequence[SeatSign]) -> Iterator[Told]:
    """Yield what happened in a turn; all cards laid off in it are told together."""
    off = [event for event in events if isinstance(event, LaidOff)]
    for event in events:
        if not isinstance(event, LaidOff):
            yield from _told(event, seats)
        elif event is off[0]:
            cards = [card for laid in off for card in laid.cards]
            named = cards_label(cards) if len(cards) <= _CARDS_NAMED else f"{len(cards)} cards"
            yield Deed(event.seat, f"laid off {named}")


@singledispatch
def _told(_event: object, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield from ()


@_told.register
def _(event: RoundStarted, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield f"**Round {event.round}** begins."


@_told.register
def _(event: TookDiscard, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, f"took the {card_words(event.card)} from the discard pile")


@_told.register
def _(event: Pushed, seats: Sequence[SeatSign]) -> Iterator[Told]:
    to = bold(seats, event.to, IN_LINE)
    yield Deed(event.seat, f"pushed the {card_words(event.card)} and a hidden card to {to}")
    yield Deed(event.seat, "drew a card")


@_told.register
def _(event: Drew, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, "drew a card")


@_told.register
def _(event: LaidContract, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, "laid the contract", loud=True)


@_told.register
def _(event: LaidMeld, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, f"laid a {meld_label(event.meld)}")


@_told.register
def _(event: Swapped, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, f"swapped the {card_words(event.card)} for {a_card(event.freed)}")


@_told.register
def _(event: Discarded, _seats: Sequence[SeatSign]) -> Iterator[Told]:
    yield Deed(event.seat, f"discarded the {card_words(event.card)}")


@_told.register
def _(event: RoundEnded, seats: Sequence[SeatSign]) -> Iterator[Told]:
    result = event.result
    if result.end is End.OUT:
        yield Deed(result.points.index(0), "went out", loud=True)
    else:
        yield f"The round ends: {ended(result.end, result.points, seats)}."
