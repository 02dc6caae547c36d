"""Descriptions of public events, one line each; they never name a hidden card.

Cards are named by their letters, as in the pictures; the text version says what they mean.
"""

from collections.abc import Sequence
from functools import singledispatch

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold, listed
from bot.face.numbers import counted, number
from bot.face.standings import scores, won
from bot.games.chowpow.face.labels import side_words
from bot.games.chowpow.rules.cards import Card, total
from bot.games.chowpow.rules.events import (
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
from bot.games.chowpow.rules.scores import End

__all__ = ["ended", "say"]


def ended(end: End) -> str:
    """Return why a game ended (P4.1, P4.3)."""
    if end is End.DECK:
        return "the deck was empty and everyone had a last turn"
    return "everyone had all their turns"


@singledispatch
def say(_event: object, _seats: Sequence[SeatSign]) -> str:
    """Describe an event in one line of Markdown; may be empty."""
    return ""


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, sorted(cards)))


@say.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    return f"**Round {event.round}** begins. {bold(seats, event.starter)} starts."


@say.register
def _turn_started(event: TurnStarted, seats: Sequence[SeatSign]) -> str:
    last = f"The last turn of {bold(seats, event.seat)}" if event.last else ""
    more = f"{bold(seats, event.seat)} has no cards and flips three slots"
    if event.flips > 2:
        return f"{last}: with no cards, they flip three slots." if last else f"{more}."
    return f"{last}." if last else ""


@say.register
def _flipped(event: Flipped, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} flipped {event.slot}: **{event.card}**."


@say.register
def _matched(event: Matched, seats: Sequence[SeatSign]) -> str:
    one, other = event.slots
    return f"{bold(seats, event.seat)} has a match: {one} and {other}."


@say.register
def _missed(event: Missed, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} found no match. The cards go face down again."


@say.register
def _took(event: Took, seats: Sequence[SeatSign]) -> str:
    if event.slot is None:
        return f"{bold(seats, event.seat)} has no slot next to the match and takes nothing."
    cards = counted(event.cards, "card")
    return f"{bold(seats, event.seat)} took {event.slot}: {cards}."


@say.register
def _refilled(event: Refilled, _seats: Sequence[SeatSign]) -> str:
    if not event.slots:
        return ""
    slots = listed([str(slot) for slot in event.slots])
    got = "gets a card" if len(event.slots) == 1 else "get a card each"
    return f"From the deck {slots} {got}; {counted(event.deck, 'card')} left."


@say.register
def _last_turns(_event: LastTurns, _seats: Sequence[SeatSign]) -> str:
    return "**The deck is empty!** After this turn, everyone has one more."


@say.register
def _attacked(event: Attacked, seats: Sequence[SeatSign]) -> str:
    whom, cards = bold(seats, event.target), _cards(event.cards)
    return f"**Pow!** {bold(seats, event.seat)} attacks {whom} with **{cards}**."


@say.register
def _board_attacked(event: BoardAttacked, seats: Sequence[SeatSign]) -> str:
    name, left = bold(seats, event.seat), bold(seats, event.left)
    return f"**Pow!** {name} battles the board with **{event.card}**; {left} flips for it."


@say.register
def _passed(event: Passed, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} didn't battle."


@say.register
def _defended(event: Defended, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} defends with **{_cards(event.cards)}**."


@say.register
def _countered(event: Countered, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} was behind and adds **{_cards(event.cards)}**."


@say.register
def _declined(event: Declined, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} is behind and adds nothing."


@say.register
def _battle_ended(event: BattleEnded, seats: Sequence[SeatSign]) -> str:
    sides = {event.seat: event.attack, event.target: event.defence}
    if event.winner is None:
        one, other = bold(seats, event.seat), bold(seats, event.target)
        return (
            f"A tie, {side_words(event.attack)} each: {one} and {other} keep their own cards "
            "as points."
        )
    lost = next(cards for seat, cards in sides.items() if seat != event.winner)
    against = f"{side_words(sides[event.winner])} against {side_words(lost)}"
    points = total(event.attack) + total(event.defence)
    return f"{bold(seats, event.winner)} wins the battle, {against}: {counted(points, 'point')}."


@say.register
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


@say.register
def _shuffled_back(event: ShuffledBack, _seats: Sequence[SeatSign]) -> str:
    verb = "was" if event.cards == 1 else "were"
    return f"{counted(event.cards, 'lost card')} {verb} shuffled into the deck."


@say.register
def _showdown_started(event: ShowdownStarted, seats: Sequence[SeatSign]) -> str:
    names = listed([bold(seats, seat, IN_LINE) for seat in event.seats])
    return f"**Showdown!** {names} lay cards down in secret."


@say.register
def _chose(event: Chose, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} has laid cards for the showdown."


@say.register
def _showdown_ended(event: ShowdownEnded, seats: Sequence[SeatSign]) -> str:
    laid = "; ".join(
        f"{bold(seats, seat, IN_LINE)} {_cards(cards)}"
        for seat, cards in enumerate(event.laid)
        if cards
    )
    names = listed([bold(seats, seat, IN_LINE) for seat in event.best])
    if len(event.best) > 1:
        return f"Showdown: {laid}. A tie: {names} keep their own cards as points."
    everything = [card for cards in event.laid for card in cards]
    return f"Showdown: {laid}. {names} takes all: {_points(everything)}."


@say.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    result = event.result
    points = ", ".join(scores(seats, result.points))
    return f"**Round {result.round}** is over, {ended(result.end)}: {points}."


@say.register
def _drew_for_tie(event: DrewForTie, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} drew **{event.card}** from {event.slot} to break the tie."


@say.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    points = event.totals[event.ranks.index(1)]
    noun = "point" if abs(points) == 1 else "points"
    return f"{won(seats, event.ranks)} with {number(points)} {noun}!"
