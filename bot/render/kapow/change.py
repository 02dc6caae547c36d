"""What has just happened, read from the last public events: for frames and for a line of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.game import Seat
from bot.games.kapow.cards import Card, Place
from bot.games.kapow.events import (
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
from bot.render.recent import last_turn

__all__ = ["LastPlay", "changed_places", "emptied_columns", "last_play"]


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The last card played: by whom, which card, what was done with it, and what it completed."""

    seat: Seat
    card: Card | None
    """None if the card is not public, or if two cards were turned up."""
    done: str
    completed: tuple[int, ...] = ()
    """The columns of this turn's complete triads, from 0."""


def changed_places(events: Sequence[object]) -> frozenset[tuple[Seat, Place]]:
    """Return the places whose contents the last turn changed; a discarded triad's are left out."""
    found: set[tuple[Seat, Place]] = set()
    for event in last_turn(events, TurnStarted):
        found.update(_touched(event))
        if isinstance(event, TriadDiscarded):
            found -= {(event.seat, Place(event.column, row)) for row in range(3)}
    return frozenset(found)


def emptied_columns(events: Sequence[object]) -> frozenset[tuple[Seat, int]]:
    """Return the columns whose triads the last turn discarded."""
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


def last_play(events: Sequence[object]) -> LastPlay | None:
    """Return the last card played in these events, if any was."""
    play: LastPlay | None = None
    completed: list[int] = []
    for event in last_turn(events, TurnStarted):
        if isinstance(event, TriadDiscarded):
            completed.append(event.column)
        else:
            play = _play(event) or play
    if play is None:
        return None
    return LastPlay(play.seat, play.card, play.done, tuple(completed))


def _play(event: object) -> LastPlay | None:
    play = None
    match event:
        case Revealed(seat=seat):
            play = LastPlay(seat, None, "turned up two cards")
        case Took(seat=seat, card=None):
            play = LastPlay(seat, None, "drew a card")
        case Took(seat=seat, card=card):
            play = LastPlay(seat, card, "took the top discard")
        case Discarded(seat=seat, card=card):
            play = LastPlay(seat, card, "discarded it")
        case Replaced(seat=seat, card=card, place=place):
            play = LastPlay(seat, card, f"put it into column {place.column + 1}")
        case Placed(seat=seat, card=card, place=place, on_top=on_top):
            where = "on top" if on_top else "beneath"
            play = LastPlay(seat, card, f"put it {where}, column {place.column + 1}")
    return play
