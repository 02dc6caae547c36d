"""What happened, told in one line for each public event."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from bot.games.game import Seat
from bot.games.kabobo.cards import Card, Spot
from bot.games.kabobo.events import (
    Called,
    Declined,
    Kept,
    Locked,
    LookedAt,
    MatchEnded,
    Peeked,
    Reshuffled,
    RoundEnded,
    RoundStarted,
    Seasoned,
    TookDiscard,
    Traded,
    TurnStarted,
    Unlocked,
)
from bot.games.kabobo.scores import PIECES
from bot.render.face import SeatSign
from bot.render.kabobo.labels import a_card, card_words, place_words
from bot.render.names import bold, listed

__all__ = ["say", "whose"]

_NAME: Final = 20
"""The longest name in a line that holds all names."""


def say(event: object, seats: Sequence[SeatSign]) -> str:
    """Tell an event in one line of Markdown; the empty text for what needs no telling."""
    return _line(event, seats)


def whose(seats: Sequence[SeatSign], spot: Spot, by: Seat | None = None) -> str:
    """Name a card by its owner and place: ``Sam's third card``, ``their own third card``."""
    owner = "their own" if spot.seat == by else f"{bold(seats, spot.seat)}'s"
    return f"{owner} {place_words(spot.place)} card"


@singledispatch
def _line(_event: object, _seats: Sequence[SeatSign]) -> str:
    return ""


@_line.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    starts = f"{bold(seats, event.starter)} starts, with {a_card(event.card)} on the discard pile."
    return f"**Round {event.round}** begins. {starts}"


@_line.register
def _peeked(event: Peeked, seats: Sequence[SeatSign]) -> str:
    first, second = map(place_words, event.places)
    return f"{bold(seats, event.seat)} looked at their {first} and {second} cards."


@_line.register
def _turn_started(event: TurnStarted, seats: Sequence[SeatSign]) -> str:
    return f"The last turn of {bold(seats, event.seat)}." if event.last else ""


@_line.register
def _took_discard(event: TookDiscard, seats: Sequence[SeatSign]) -> str:
    name, new = bold(seats, event.seat), card_words(event.card)
    return f"{name} took the {new} from the discard pile {_instead_of(event.place, event.old)}."


@_line.register
def _kept(event: Kept, seats: Sequence[SeatSign]) -> str:
    name = bold(seats, event.seat)
    return f"{name} kept a card from the deck {_instead_of(event.place, event.old)}."


def _instead_of(place: int, old: Card) -> str:
    return f"as their {place_words(place)} card and discarded the {card_words(old)}"


@_line.register
def _seasoned(event: Seasoned, seats: Sequence[SeatSign]) -> str:
    nothing = "" if event.has_power else " It does nothing."
    name = bold(seats, event.seat)
    return f"{name} drew and discarded the {card_words(event.card)}.{nothing}"


@_line.register
def _looked_at(event: LookedAt, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} looked at {whose(seats, event.spot, event.seat)}."


@_line.register
def _traded(event: Traded, seats: Sequence[SeatSign]) -> str:
    mine, other = whose(seats, event.own, event.seat), whose(seats, event.other)
    return f"{bold(seats, event.seat)} traded {mine} for {other}."


@_line.register
def _locked(event: Locked, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} locked {whose(seats, event.spot, event.seat)}."


@_line.register
def _unlocked(event: Unlocked, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} unlocked {whose(seats, event.spot, event.seat)}."


@_line.register
def _declined(event: Declined, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} left its power unused."


@_line.register
def _called(event: Called, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} called **Kabobo!** Everybody else has one last turn."


@_line.register
def _reshuffled(event: Reshuffled, _seats: Sequence[SeatSign]) -> str:
    return f"The deck ran out: {event.cards} discards were shuffled into a new one."


@_line.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    result = event.result
    scores = [f"{bold(seats, seat, _NAME)} {points}" for seat, points in enumerate(result.points)]
    return f"**Round {result.round}** is over: {', '.join(scores)}."


@_line.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    names = listed([bold(seats, seat, _NAME) for seat in winners])
    if event.handle:
        won = (
            "wins the handle and the match" if len(winners) == 1 else "share the handle and the win"
        )
        return f"{names} {won}, with {PIECES} of {PIECES} pieces!"
    verb = "wins" if len(winners) == 1 else "share the win"
    pieces = event.pieces[winners[0]]
    return f"{names} {verb} with {pieces} of {PIECES} pieces!"
