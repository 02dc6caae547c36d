"""Turns of Chow Pow! in one sentence each; they never name a hidden card."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import groupby

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold, listed
from bot.face.numbers import counted
from bot.face.turns import Deed, Told
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
    Flipped,
    LastTurns,
    Matched,
    Missed,
    Passed,
    RoundStarted,
    ShowdownEnded,
    ShowdownStarted,
    Took,
)

__all__ = ["deeds"]


def deeds(events: Sequence[object], seats: Sequence[SeatSign]) -> Iterator[Told]:
    """Yield what happened in a turn; cards flipped one after the other are told together."""
    for kind, group in groupby(events, key=type):
        if kind is Flipped:
            flips = [event for event in group if isinstance(event, Flipped)]
            cards = [f"**{flip.card}**" for flip in flips]
            yield Deed(flips[0].seat, f"flipped {listed(cards)}")
            continue
        for event in group:
            told = _told(event, seats)
            if told is not None:
                yield told


@singledispatch
def _told(_event: object, _seats: Sequence[SeatSign]) -> Told | None:
    return None


@_told.register
def _(event: RoundStarted, _seats: Sequence[SeatSign]) -> Told:
    return f"**Round {event.round}** begins."


@_told.register
def _(event: Matched, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "found a match", loud=True)


@_told.register
def _(event: Missed, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "found no match")


@_told.register
def _(event: Took, _seats: Sequence[SeatSign]) -> Told:
    if event.slot is None:
        return Deed(event.seat, "got no card for it")
    return Deed(event.seat, f"took {counted(event.cards, 'card')}")


@_told.register
def _(_event: LastTurns, _seats: Sequence[SeatSign]) -> Told:
    return "**The deck is empty:** everyone has one more turn."


@_told.register
def _(event: Attacked, seats: Sequence[SeatSign]) -> Told:
    whom = bold(seats, event.target, IN_LINE)
    return Deed(event.seat, f"attacked {whom} with {_cards(event.cards)}", loud=True)


@_told.register
def _(event: BoardAttacked, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"battled the board with **{event.card}**", loud=True)


@_told.register
def _(event: Passed, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "didn't battle")


@_told.register
def _(event: Defended, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"defended with {_cards(event.cards)}")


@_told.register
def _(event: Countered, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, f"added {_cards(event.cards)}")


@_told.register
def _(event: Declined, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "added nothing")


@_told.register
def _(event: BattleEnded, _seats: Sequence[SeatSign]) -> Told:
    if event.winner is None:
        return "The battle was a tie."
    points = counted(total(event.attack) + total(event.defence), "point")
    return Deed(event.winner, f"won the battle for {points}", loud=True)


@_told.register
def _(event: BoardEnded, _seats: Sequence[SeatSign]) -> Told:
    if event.won is None:
        return Deed(event.seat, "tied with the board")
    if event.won:
        points = counted(total(event.attack) + total(event.board), "point")
        return Deed(event.seat, f"beat the board for {points}", loud=True)
    return Deed(event.seat, "lost to the board")


@_told.register
def _(_event: ShowdownStarted, _seats: Sequence[SeatSign]) -> Told:
    return "**Showdown!**"


@_told.register
def _(event: Chose, _seats: Sequence[SeatSign]) -> Told:
    return Deed(event.seat, "laid cards for the showdown")


@_told.register
def _(event: ShowdownEnded, _seats: Sequence[SeatSign]) -> Told:
    if len(event.best) > 1:
        return "The showdown was a tie."
    return Deed(event.best[0], "won the showdown", loud=True)


def _cards(cards: Sequence[Card]) -> str:
    return f"**{' '.join(map(str, sorted(cards)))}**"
