"""Descriptions of public events, one line each."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from bot.face.face import SeatSign
from bot.face.names import bold, listed
from bot.face.numbers import number
from bot.face.standings import scores, won
from bot.games.kapow.face.labels import (
    a_card,
    card_label,
    card_words,
    place_words,
    position_label,
    position_words,
)
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.events import (
    Discarded,
    DiscardStarted,
    MatchEnded,
    Placed,
    Replaced,
    Reshuffled,
    Revealed,
    RoundEnded,
    RoundStarted,
    Swapped,
    Took,
    TriadDiscarded,
    TurnedUp,
    TurnStarted,
    UsedUp,
    WentOut,
)
from bot.games.kapow.rules.scores import RoundReason

__all__ = ["ENDED", "say"]

ENDED: Final = {
    RoundReason.NO_CARDS: "there were no cards left",
    RoundReason.STALLED: "the same cards went back and forth",
    RoundReason.RESHUFFLES: "the cards had been shuffled often enough",
}
"""Why a round ended without anybody going out."""


@singledispatch
def say(_event: object, _seats: Sequence[SeatSign]) -> str:
    """Describe an event in one line of Markdown; may be empty."""
    return ""


@say.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    deals = "" if event.dealer is None else f" {bold(seats, event.dealer)} deals."
    starts = f"{bold(seats, event.starter)} starts, with {a_card(event.card)} on the discard pile."
    return f"**Round {event.round}** begins.{deals} {starts}"


@say.register
def _turn_started(event: TurnStarted, seats: Sequence[SeatSign]) -> str:
    return f"The final turn of {bold(seats, event.seat)}." if event.final else ""


@say.register
def _revealed(event: Revealed, seats: Sequence[SeatSign]) -> str:
    shown = [
        f"{a_card(card)} ({place_words(place)})"
        for card, place in zip(event.cards, event.places, strict=True)
    ]
    return f"{bold(seats, event.seat)} turned up {listed(shown)}."


@say.register
def _took(event: Took, seats: Sequence[SeatSign]) -> str:
    if event.card is None:
        return f"{bold(seats, event.seat)} drew a card."
    return f"{bold(seats, event.seat)} took the {card_words(event.card)} from the discard pile."


@say.register
def _discarded(event: Discarded, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} discarded the {card_words(event.card)}."


@say.register
def _replaced(event: Replaced, seats: Sequence[SeatSign]) -> str:
    upper = event.old.upper
    old = "what lay there"
    if event.old.is_powerset:
        old = f"the powerset {position_label(event.old)}"
    elif upper is not None:
        old = a_card(upper)
    where = place_words(event.place)
    return f"{bold(seats, event.seat)} replaced {old} with the {card_words(event.card)} ({where})."


@say.register
def _placed(event: Placed, seats: Sequence[SeatSign]) -> str:
    how = "on top" if event.on_top else "beneath"
    now = position_words(event.position)
    card, where = card_words(event.card), place_words(event.place)
    return f"{bold(seats, event.seat)} put the {card} {how} ({where}): now {now}."


@say.register
def _swapped(event: Swapped, seats: Sequence[SeatSign]) -> str:
    here, there = place_words(event.kapow), place_words(event.other)
    return f"{bold(seats, event.seat)} swapped KAPOW! from {here} with {there}."


@say.register
def _triad_discarded(event: TriadDiscarded, seats: Sequence[SeatSign]) -> str:
    triad = " · ".join(position_label(position) for position in event.triad)
    cheer = "Kapow! " if any(Card.KAPOW in position.cards for position in event.triad) else ""
    return f"{cheer}{bold(seats, event.seat)} completed column {event.column + 1}: {triad} is gone!"


@say.register
def _turned_up(event: TurnedUp, seats: Sequence[SeatSign]) -> str:
    if not event.cards:
        return ""
    cards = listed([card_label(card) for card in event.cards])
    return f"{bold(seats, event.seat)} turned up the rest: {cards}."


@say.register
def _discard_started(event: DiscardStarted, _seats: Sequence[SeatSign]) -> str:
    return f"The discard pile starts again with {a_card(event.card)}."


@say.register
def _reshuffled(event: Reshuffled, _seats: Sequence[SeatSign]) -> str:
    return f"The draw pile ran out, so {event.cards} discards were shuffled into a new one."


@say.register
def _used_up(event: UsedUp, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} asked the empty draw pile for a card and ended the round."


@say.register
def _went_out(event: WentOut, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} went out! Everyone else has one final turn."


@say.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    points = scores(seats, event.result.points)
    doubled = [" (doubled)" * hand.doubled for hand in event.result.hands]
    told = ", ".join(map("".join, zip(points, doubled, strict=True)))
    why = ENDED.get(event.result.reason)
    because = f", because {why}" if why else ""
    return f"**Round {event.result.round}** is over{because}: {told}."


@say.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    best = event.totals[event.ranks.index(1)]
    return f"{won(seats, event.ranks)} with {number(best)}!"
