"""Turns of Kapow! in one sentence each."""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from bot.face.face import SeatSign
from bot.face.names import listed
from bot.face.turns import Deed, Told
from bot.games.kapow.face.labels import a_card, card_words
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.events import (
    Discarded,
    Placed,
    Replaced,
    Revealed,
    RoundStarted,
    Swapped,
    Took,
    TriadDiscarded,
    UsedUp,
    WentOut,
)

__all__ = ["deeds"]


def deeds(events: Sequence[object], seats: Sequence[SeatSign]) -> Iterator[Told]:
    """Yield what happened in a turn; a drawn card is named once it has been played."""
    played = next((e.card for e in events if isinstance(e, Discarded | Replaced | Placed)), None)
    for event in events:
        told = _told(event, seats)
        if isinstance(event, Took) and event.card is None and played is not None:
            told = Deed(event.seat, f"drew {a_card(played)}")
        if told is not None:
            yield told


@singledispatch
def _told(_event: object, _seats: Sequence[SeatSign]) -> Told | None:
    return None


@_told.register
def _(event: RoundStarted, _seats: Sequence[SeatSign]) -> Told:
    return f"**Round {event.round}** begins."


@_told.register
def _(event: Revealed, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"turned up {listed([a_card(card) for card in event.cards])}")


@_told.register
def _(event: Took, _seats: Sequence[SeatSign]) -> Told:
    if event.card is None:
        return Deed(event.seat, "drew a card")
    return Deed(event.seat, f"took the {card_words(event.card)} from the discard pile")


@_told.register
def _(event: Discarded, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "discarded it")


@_told.register
def _(event: Replaced, _seats: Sequence[SeatSign]) -> Told:
    upper = event.old.upper
    instead = "" if upper is None else f" in place of {_old(upper, powers=event.old.is_powerset)}"
    return Deed(event.seat, f"put it in {_column(event.place)}{instead}")


def _old(upper: Card, *, powers: bool) -> str:
    return f"{a_card(upper)} with its power cards" if powers else a_card(upper)


@_told.register
def _(event: Placed, _seats: Sequence[SeatSign]) -> Told:
    how = "on top of" if event.on_top else "under"
    return Deed(event.seat, f"put it {how} a card in {_column(event.place)}")


@_told.register
def _(event: Swapped, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"swapped KAPOW! into {_column(event.other)}")


@_told.register
def _(event: TriadDiscarded, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"completed column {event.column + 1}", loud=True)


@_told.register
def _(event: UsedUp, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "found the draw pile used up, which ended the round")


@_told.register
def _(event: WentOut, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "went out", loud=True)


def _column(place: Place) -> str:
    return f"column {place.column + 1}"
