"""Turns of Kabobo! in one sentence each; they never name a hidden card."""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from bot.face.face import SeatSign
from bot.face.names import IN_LINE
from bot.face.turns import Deed, Told
from bot.games.kabobo.face.labels import card_words, place_words
from bot.games.kabobo.face.say import whose
from bot.games.kabobo.rules.events import (
    Called,
    Declined,
    Drew,
    Kept,
    Locked,
    LookedAt,
    Peeked,
    RoundStarted,
    Seasoned,
    TookDiscard,
    Traded,
    Unlocked,
)

__all__ = ["deeds"]


def deeds(events: Sequence[object], seats: Sequence[SeatSign]) -> Iterator[Told]:
    """Yield what happened in a turn; a drawn card is named once it has been discarded."""
    peeks = [event for event in events if isinstance(event, Peeked)]
    if len(peeks) > 1:
        yield f"{len(peeks)} players looked at two of their cards."
    shown = next((event.card for event in events if isinstance(event, Seasoned)), None)
    for event in events:
        told = None if len(peeks) > 1 and isinstance(event, Peeked) else _told(event, seats)
        if isinstance(event, Drew) and shown is not None:
            told = Deed(event.seat, f"drew the {card_words(shown)}")
        if told is not None:
            yield told


@singledispatch
def _told(_event: object, _seats: Sequence[SeatSign]) -> Told | None:
    return None


@_told.register
def _(event: RoundStarted, _seats: Sequence[SeatSign]) -> Told:
    return f"**Round {event.round}** begins."


@_told.register
def _(event: Peeked, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "looked at two of their cards")


@_told.register
def _(event: TookDiscard, _seats: Sequence[SeatSign]) -> Told:
    new, old = card_words(event.card), card_words(event.old)
    place = place_words(event.place)
    return Deed(event.seat, f"took the {new} as their {place} card instead of the {old}")


@_told.register
def _(event: Drew, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "drew a card")


@_told.register
def _(event: Kept, _seats: Sequence[SeatSign]) -> Told:
    place, old = place_words(event.place), card_words(event.old)
    return Deed(event.seat, f"kept it as their {place} card instead of the {old}")


@_told.register
def _(event: Seasoned, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "discarded it")


@_told.register
def _(event: LookedAt, seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"looked at {whose(seats, event.spot, event.seat, IN_LINE)}")


@_told.register
def _(event: Traded, seats: Sequence[SeatSign]) -> Told:
    own = whose(seats, event.own, event.seat, IN_LINE)
    return Deed(event.seat, f"traded {own} for {whose(seats, event.other, limit=IN_LINE)}")


@_told.register
def _(event: Locked, seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"locked {whose(seats, event.spot, event.seat, IN_LINE)}")


@_told.register
def _(event: Unlocked, seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"unlocked {whose(seats, event.spot, event.seat, IN_LINE)}")


@_told.register
def _(event: Declined, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "didn't use its power")


@_told.register
def _(event: Called, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "called “Kabobo!”")
