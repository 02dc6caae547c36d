"""What the last turn changed, read from public events: frames in pictures, and the last play."""

from collections.abc import Iterator, Sequence

from bot.face.recent import LastPlay, last_turn
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.events import (
    Called,
    Declined,
    Drew,
    Kept,
    Locked,
    LookedAt,
    Peeked,
    Seasoned,
    TookDiscard,
    Traded,
    TurnStarted,
    Unlocked,
)

__all__ = ["changed_spots", "last_play", "looked_spots"]


def changed_spots(events: Sequence[object]) -> frozenset[Spot]:
    """Return the places whose card or lock the last turn changed."""
    return frozenset(spot for event in last_turn(events, TurnStarted) for spot in _changed(event))


def looked_spots(events: Sequence[object]) -> frozenset[Spot]:
    """Return the places that a player looked at in the last turn, which is public (B5.1)."""
    return frozenset(spot for event in last_turn(events, TurnStarted) for spot in _looked(event))


def _changed(event: object) -> Iterator[Spot]:
    match event:
        case TookDiscard(seat=seat, place=place) | Kept(seat=seat, place=place):
            yield Spot(seat, place)
        case Traded(own=own, other=other):
            yield own
            yield other
        case Locked(spot=spot) | Unlocked(spot=spot):
            yield spot


def _looked(event: object) -> Iterator[Spot]:
    match event:
        case LookedAt(spot=spot):
            yield spot
        case Peeked(seat=seat, places=places):
            yield from (Spot(seat, place) for place in places)


def last_play(events: Sequence[object]) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything.

    The card discarded for a power stays visible next to what the power did.
    """
    play: LastPlay[Card] | None = None
    for event in last_turn(events, TurnStarted):
        now = _play(event)
        if now is not None:
            before = play.card if play is not None and play.seat == now.seat else None
            play = LastPlay(now.seat, now.done, now.card or before)
    return play


def _play(event: object) -> LastPlay[Card] | None:
    return _with_a_card(event) or _with_a_power(event)


def _with_a_card(event: object) -> LastPlay[Card] | None:
    play = None
    match event:
        case TookDiscard(seat=seat, place=place, card=card):
            play = LastPlay(seat, f"took it as card {place + 1}", card)
        case Drew(seat=seat):
            play = LastPlay(seat, "drew a card")
        case Kept(seat=seat, place=place, old=old):
            play = LastPlay(seat, f"new card {place + 1}", old)
        case Seasoned(seat=seat, card=card):
            play = LastPlay(seat, "discarded it", card)
        case Called(seat=seat):
            play = LastPlay(seat, "called Kabobo!")
    return play


def _with_a_power(event: object) -> LastPlay[Card] | None:
    play: LastPlay[Card] | None = None
    match event:
        case LookedAt(seat=seat, spot=spot):
            whose = "own" if spot.seat == seat else "another"
            play = LastPlay(seat, f"saw {whose} card {spot.place + 1}")
        case Traded(seat=seat, own=own, other=other):
            play = LastPlay(seat, f"traded {own.place + 1} for {other.place + 1}")
        case Locked(seat=seat, spot=spot):
            play = LastPlay(seat, f"locked card {spot.place + 1}")
        case Unlocked(seat=seat, spot=spot):
            play = LastPlay(seat, f"unlocked card {spot.place + 1}")
        case Declined(seat=seat):
            play = LastPlay(seat, "didn't use it")
    return play
