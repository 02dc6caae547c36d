"""What the last turn changed, read from public events: frames in pictures, and the last play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.face.recent import LastPlay, last_turn
from bot.game.contract import Seat
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.events import (
    Discarded,
    Placed,
    Replaced,
    Revealed,
    Swapped,
    Took,
    TriadDiscarded,
    TurnedUp,
    TurnStarted,
)

__all__ = ["CardPlay", "changed_places", "emptied_columns", "last_play"]


@dataclass(frozen=True, slots=True)
class CardPlay(LastPlay[Card]):
    """The last card played and the triads it completed; no card if hidden, or if there are two."""

    completed: tuple[int, ...] = ()
    """The columns of triads completed in this turn, from 0."""


def changed_places(events: Sequence[object]) -> frozenset[tuple[Seat, Place]]:
    """Return the places changed in the last turn, except those of discarded triads."""
    found: set[tuple[Seat, Place]] = set()
    for event in last_turn(events, TurnStarted):
        found.update(_touched(event))
        if isinstance(event, TriadDiscarded):
            found -= {(event.seat, Place(event.column, row)) for row in range(3)}
    return frozenset(found)


def emptied_columns(events: Sequence[object]) -> frozenset[tuple[Seat, int]]:
    """Return the columns whose triads were discarded in the last turn."""
    return frozenset(
        (event.seat, event.column)
        for event in last_turn(events, TurnStarted)
        if isinstance(event, TriadDiscarded)
    )


def _touched(event: object) -> Iterator[tuple[Seat, Place]]:
    match event:
        case Revealed(seat=seat, places=places) | TurnedUp(seat=seat, places=places):
            yield from ((seat, place) for place in places)
        case Replaced(seat=seat, place=place) | Placed(seat=seat, place=place):
            yield seat, place
        case Swapped(seat=seat, kapow=kapow, other=other):
            yield seat, kapow
            yield seat, other


def last_play(events: Sequence[object]) -> CardPlay | None:
    """Return the last card played in these events, if any."""
    play: CardPlay | None = None
    completed: list[int] = []
    for event in last_turn(events, TurnStarted):
        if isinstance(event, TriadDiscarded):
            completed.append(event.column)
        else:
            play = _play(event) or play
    return None if play is None else replace(play, completed=tuple(completed))


def _play(event: object) -> CardPlay | None:
    play = None
    match event:
        case Revealed(seat=seat):
            play = CardPlay(seat, "two cards up")
        case Took(seat=seat, card=None):
            play = CardPlay(seat, "drew a card")
        case Took(seat=seat, card=card):
            play = CardPlay(seat, "took the top discard", card)
        case Discarded(seat=seat, card=card):
            play = CardPlay(seat, "discarded it", card)
        case Replaced(seat=seat, card=card, place=place):
            play = CardPlay(seat, f"into column {place.column + 1}", card)
        case Placed(seat=seat, card=card, place=place):
            play = CardPlay(seat, f"into column {place.column + 1}", card)
    return play
