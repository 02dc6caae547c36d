"""Descriptions of public events, one line each."""

from collections.abc import Sequence
from functools import singledispatch

from bot.face.face import SeatSign
from bot.face.markdown import NAME_LIMIT
from bot.face.names import IN_LINE, bold
from bot.face.standings import scores, won
from bot.game.contract import Seat
from bot.games.kabobo.face.labels import a_card, card_words, place_words
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.events import (
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
from bot.games.kabobo.rules.scores import PIECES

__all__ = ["say", "whose"]


def whose(
    seats: Sequence[SeatSign], spot: Spot, by: Seat | None = None, limit: int = NAME_LIMIT
) -> str:
    """Name a card by its owner and place: ``Sam's third card``, ``their own third card``."""
    owner = "their own" if spot.seat == by else f"{bold(seats, spot.seat, limit)}'s"
    return f"{owner} {place_words(spot.place)} card"


@singledispatch
def say(_event: object, _seats: Sequence[SeatSign]) -> str:
    """Describe an event in one line of Markdown; may be empty."""
    return ""


@say.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    starts = f"{bold(seats, event.starter)} starts, with {a_card(event.card)} on the discard pile."
    return f"**Round {event.round}** begins. {starts}"


@say.register
def _peeked(event: Peeked, seats: Sequence[SeatSign]) -> str:
    first, second = map(place_words, event.places)
    return f"{bold(seats, event.seat)} looked at their {first} and {second} cards."


@say.register
def _turn_started(event: TurnStarted, seats: Sequence[SeatSign]) -> str:
    return f"The last turn of {bold(seats, event.seat)}." if event.last else ""


@say.register
def _took_discard(event: TookDiscard, seats: Sequence[SeatSign]) -> str:
    name, new = bold(seats, event.seat), card_words(event.card)
    return f"{name} took the {new} from the discard pile {_instead_of(event.place, event.old)}."


@say.register
def _kept(event: Kept, seats: Sequence[SeatSign]) -> str:
    name = bold(seats, event.seat)
    return f"{name} kept a card from the draw pile {_instead_of(event.place, event.old)}."


def _instead_of(place: int, old: Card) -> str:
    return f"as their {place_words(place)} card and discarded the {card_words(old)}"


@say.register
def _seasoned(event: Seasoned, seats: Sequence[SeatSign]) -> str:
    nothing = "" if event.has_power else " It does nothing."
    name = bold(seats, event.seat)
    return f"{name} drew and discarded the {card_words(event.card)}.{nothing}"


@say.register
def _looked_at(event: LookedAt, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} looked at {whose(seats, event.spot, event.seat)}."


@say.register
def _traded(event: Traded, seats: Sequence[SeatSign]) -> str:
    mine, other = whose(seats, event.own, event.seat), whose(seats, event.other)
    return f"{bold(seats, event.seat)} traded {mine} for {other}."


@say.register
def _locked(event: Locked, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} locked {whose(seats, event.spot, event.seat)}."


@say.register
def _unlocked(event: Unlocked, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} unlocked {whose(seats, event.spot, event.seat)}."


@say.register
def _declined(event: Declined, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} left its power unused."


@say.register
def _called(event: Called, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} called **Kabobo!** Everyone else has one last turn."


@say.register
def _reshuffled(event: Reshuffled, _seats: Sequence[SeatSign]) -> str:
    return f"The draw pile ran out, so {event.cards} discards were shuffled into a new one."


@say.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    points = ", ".join(scores(seats, event.result.points))
    return f"**Round {event.result.round}** is over: {points}."


@say.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    if event.handle:
        verbs = "wins the handle and the match", "share the handle and the win"
        winners = won(seats, event.ranks, IN_LINE, *verbs)
        return f"{winners}, with {PIECES} of {PIECES} pieces!"
    pieces = event.pieces[event.ranks.index(1)]
    return f"{won(seats, event.ranks)} with {pieces} of {PIECES} pieces!"
