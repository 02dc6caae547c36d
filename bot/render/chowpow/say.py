"""What happened, told in one line for each public event; no line holds a card that is hidden.

Cards are told by their letters, as they stand on the pictures: the text twin says what they mean.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from bot.games.chowpow.cards import Card, total
from bot.games.chowpow.events import (
    Attacked,
    BattleEnded,
    BoardAttacked,
    BoardEnded,
    Chose,
    Countered,
    Declined,
    Defended,
    DrewForTie,
    Flipped,
    LastTurns,
    Matched,
    MatchEnded,
    Missed,
    Passed,
    Refilled,
    RoundEnded,
    RoundStarted,
    ShowdownEnded,
    ShowdownStarted,
    ShuffledBack,
    Took,
    TurnStarted,
)
from bot.games.chowpow.scores import End
from bot.render.chowpow.labels import counted, side_words
from bot.render.face import SeatSign
from bot.render.names import bold, listed
from bot.render.numbers import number

__all__ = ["ended", "say"]

_NAME: Final = 20
"""The longest name in a line that holds all names."""


def say(event: object, seats: Sequence[SeatSign]) -> str:
    """Tell an event in one line of Markdown; the empty text for what needs no telling."""
    return _line(event, seats)


def ended(end: End) -> str:
    """Say why a game ended (P4.1, P4.3)."""
    if end is End.DECK:
        return "the deck was empty, and everybody had a last turn"
    return "everybody had as many turns as a game may have"


@singledispatch
def _line(_event: object, _seats: Sequence[SeatSign]) -> str:
    return ""


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, sorted(cards)))


@_line.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    return f"**Round {event.round}** begins. {bold(seats, event.starter)} starts."


@_line.register
def _turn_started(event: TurnStarted, seats: Sequence[SeatSign]) -> str:
    last = f"The last turn of {bold(seats, event.seat)}" if event.last else ""
    more = f"{bold(seats, event.seat)} has no cards and flips three slots"
    if event.flips > 2:
        return f"{last}: no cards, so three slots are flipped." if last else f"{more}."
    return f"{last}." if last else ""


@_line.register
def _flipped(event: Flipped, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} flipped {event.slot}: **{event.card}**."


@_line.register
def _matched(event: Matched, seats: Sequence[SeatSign]) -> str:
    one, other = event.slots
    return f"{bold(seats, event.seat)} has a match: {one} and {other}."


@_line.register
def _missed(event: Missed, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} found no match: the cards are turned down again."


@_line.register
def _took(event: Took, seats: Sequence[SeatSign]) -> str:
    if event.slot is None:
        return f"No slot touches the match of {bold(seats, event.seat)}: nothing is taken."
    cards = counted(event.cards, "card")
    return f"{bold(seats, event.seat)} took {event.slot}: {cards}."


@_line.register
def _refilled(event: Refilled, _seats: Sequence[SeatSign]) -> str:
    if not event.slots:
        return ""
    slots = listed([str(slot) for slot in event.slots])
    got = "gets a card" if len(event.slots) == 1 else "get a card each"
    return f"From the deck {slots} {got}; {counted(event.deck, 'card')} left."


@_line.register
def _last_turns(_event: LastTurns, _seats: Sequence[SeatSign]) -> str:
    return "**The deck is empty:** after this turn everybody has one more."


@_line.register
def _attacked(event: Attacked, seats: Sequence[SeatSign]) -> str:
    whom, cards = bold(seats, event.target), _cards(event.cards)
    return f"**Pow!** {bold(seats, event.seat)} attacks {whom} with **{cards}**."


@_line.register
def _board_attacked(event: BoardAttacked, seats: Sequence[SeatSign]) -> str:
    name, left = bold(seats, event.seat), bold(seats, event.left)
    return f"**Pow!** {name} battles the board with **{event.card}**; {left} flips for it."


@_line.register
def _passed(event: Passed, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} did not battle."


@_line.register
def _defended(event: Defended, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} defends with **{_cards(event.cards)}**."


@_line.register
def _countered(event: Countered, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} was behind and adds **{_cards(event.cards)}**."


@_line.register
def _declined(event: Declined, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} is behind and adds nothing."


@_line.register
def _battle_ended(event: BattleEnded, seats: Sequence[SeatSign]) -> str:
    sides = {event.seat: event.attack, event.target: event.defence}
    if event.winner is None:
        one, other = bold(seats, event.seat), bold(seats, event.target)
        return (
            f"A tie, {side_words(event.attack)} each: {one} and {other} keep their own as points."
        )
    lost = next(cards for seat, cards in sides.items() if seat != event.winner)
    against = f"{side_words(sides[event.winner])} against {side_words(lost)}"
    points = total(event.attack) + total(event.defence)
    return f"{bold(seats, event.winner)} wins the battle, {against}: {counted(points, 'point')}."


@_line.register
def _board_ended(event: BoardEnded, seats: Sequence[SeatSign]) -> str:
    name = bold(seats, event.seat)
    against = f"{side_words(event.attack)} against {side_words(event.board)}"
    if event.won is None:
        return f"A tie with the board, {against}: {name} keeps {_points(event.attack)}."
    if event.won:
        return f"{name} beats the board, {against}: {_points((*event.attack, *event.board))}."
    return f"{name} loses to the board, {against}."


def _points(cards: Sequence[Card]) -> str:
    return counted(total(cards), "point")


@_line.register
def _shuffled_back(event: ShuffledBack, _seats: Sequence[SeatSign]) -> str:
    verb = "was" if event.cards == 1 else "were"
    return f"{counted(event.cards, 'lost card')} {verb} shuffled into the deck."


@_line.register
def _showdown_started(event: ShowdownStarted, seats: Sequence[SeatSign]) -> str:
    names = listed([bold(seats, seat, _NAME) for seat in event.seats])
    return f"**Showdown!** {names} lay cards down in secret."


@_line.register
def _chose(event: Chose, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} has laid cards for the showdown."


@_line.register
def _showdown_ended(event: ShowdownEnded, seats: Sequence[SeatSign]) -> str:
    laid = "; ".join(
        f"{bold(seats, seat, _NAME)} {_cards(cards)}"
        for seat, cards in enumerate(event.laid)
        if cards
    )
    names = listed([bold(seats, seat, _NAME) for seat in event.best])
    if len(event.best) > 1:
        return f"Showdown: {laid}. A tie: {names} keep their own as points."
    everything = [card for cards in event.laid for card in cards]
    return f"Showdown: {laid}. {names} takes all: {_points(everything)}."


@_line.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    result = event.result
    scores = [
        f"{bold(seats, seat, _NAME)} {number(points)}" for seat, points in enumerate(result.points)
    ]
    return f"**Round {result.round}** is over, {ended(result.end)}: {', '.join(scores)}."


@_line.register
def _drew_for_tie(event: DrewForTie, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} drew **{event.card}** from {event.slot} to break the tie."


@_line.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    names = listed([bold(seats, seat, _NAME) for seat in winners])
    verb = "wins" if len(winners) == 1 else "share the win"
    points = event.totals[winners[0]]
    noun = "point" if abs(points) == 1 else "points"
    return f"{names} {verb} with {number(points)} {noun}!"
