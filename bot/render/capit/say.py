"""What happened, told in one line for each public event; no line holds a card that is hidden."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from bot.games.capit.events import (
    Discarded,
    Drew,
    LaidContract,
    LaidMeld,
    LaidOff,
    MatchEnded,
    Pushed,
    RoundEnded,
    RoundStarted,
    Swapped,
    TookDiscard,
)
from bot.games.capit.melds import Meld
from bot.games.capit.scores import End
from bot.games.game import Seat
from bot.render.capit.labels import (
    a_card,
    card_words,
    cards_label,
    counted,
    meld_cards,
    meld_label,
)
from bot.render.face import SeatSign
from bot.render.names import bold, listed

__all__ = ["ended", "say"]

_NAME: Final = 20
"""The longest name in a line that holds all names."""


def say(event: object, seats: Sequence[SeatSign]) -> str:
    """Tell an event in one line of Markdown; the empty text for what needs no telling."""
    return _line(event, seats)


def ended(end: End, points: Sequence[int], seats: Sequence[SeatSign], name: int = _NAME) -> str:
    """Say why a round ended (C4.5, C3.4, C5.4)."""
    match end:
        case End.OUT:
            return f"{bold(seats, points.index(0), name)} went out"
        case End.STOCK:
            return "the stock ran out"
        case End.STALL:
            return "nobody drew or laid anything any more"


@singledispatch
def _line(_event: object, _seats: Sequence[SeatSign]) -> str:
    return ""


@_line.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    dealer = bold(seats, event.dealer)
    pile = f"{a_card(event.card)} starts the discard pile"
    return f"**Round {event.round}** begins. {dealer} dealt; {pile}."


@_line.register
def _took_discard(event: TookDiscard, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} took the {card_words(event.card)} from the discard pile."


@_line.register
def _pushed(event: Pushed, seats: Sequence[SeatSign]) -> str:
    what = f"the {card_words(event.card)} and a card from the stock"
    return f"{bold(seats, event.seat)} pushed {what} to {bold(seats, event.to)} and drew."


@_line.register
def _drew(event: Drew, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} drew a card from the stock."


@_line.register
def _laid_contract(event: LaidContract, seats: Sequence[SeatSign]) -> str:
    melds = "; ".join(map(_meld, event.melds))
    return f"{bold(seats, event.seat)} laid the contract: {melds}."


@_line.register
def _laid_meld(event: LaidMeld, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} laid a {_meld(event.meld)}."


@_line.register
def _laid_off(event: LaidOff, seats: Sequence[SeatSign]) -> str:
    where = _whose(seats, event.seat, event.owner, event.number)
    return f"{bold(seats, event.seat)} laid {cards_label(event.cards)} off on {where}."


@_line.register
def _swapped(event: Swapped, seats: Sequence[SeatSign]) -> str:
    where = _whose(seats, event.seat, event.owner, event.number)
    card, freed = card_words(event.card), card_words(event.freed)
    return f"{bold(seats, event.seat)} put the {card} in the place of the {freed} of {where}."


@_line.register
def _discarded(event: Discarded, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} discarded the {card_words(event.card)}."


@_line.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    result = event.result
    scores = [f"{bold(seats, seat, _NAME)} {points}" for seat, points in enumerate(result.points)]
    why = ended(result.end, result.points, seats)
    return f"**Round {result.round}** is over, {why}: {', '.join(scores)}."


@_line.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    names = listed([bold(seats, seat, _NAME) for seat in winners])
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{names} {verb} with {counted(event.totals[winners[0]], 'point')}!"


def _meld(meld: Meld) -> str:
    return f"{meld_label(meld)}: {meld_cards(meld)}"


def _whose(seats: Sequence[SeatSign], by: Seat, owner: Seat, number: int) -> str:
    """Name a meld by its number and owner: ``Sam's meld 4``, ``their own meld 2``."""
    whose = "their own" if owner == by else f"{bold(seats, owner)}'s"
    return f"{whose} meld {number + 1}"
