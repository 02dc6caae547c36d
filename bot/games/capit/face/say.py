"""Descriptions of public events, one line each; they never name a hidden card."""

from collections.abc import Sequence
from functools import singledispatch

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold
from bot.face.numbers import counted
from bot.face.standings import scores, won
from bot.game.contract import Seat
from bot.games.capit.face.labels import (
    a_card,
    card_words,
    cards_label,
    meld_cards,
    meld_label,
)
from bot.games.capit.rules.events import (
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
from bot.games.capit.rules.melds import Meld
from bot.games.capit.rules.scores import End

__all__ = ["ended", "say"]


def ended(end: End, points: Sequence[int], seats: Sequence[SeatSign], name: int = IN_LINE) -> str:
    """Say why a round ended (C4.5, C3.4, C5.4)."""
    match end:
        case End.OUT:
            return f"{bold(seats, points.index(0), name)} went out"
        case End.STOCK:
            return "the draw pile ran out"
        case End.STALL:
            return "nobody drew or laid a card for a while"


@singledispatch
def say(_event: object, _seats: Sequence[SeatSign]) -> str:
    """Describe an event in one line of Markdown; may be empty."""
    return ""


@say.register
def _round_started(event: RoundStarted, seats: Sequence[SeatSign]) -> str:
    dealer = bold(seats, event.dealer)
    pile = f"{a_card(event.card)} starts the discard pile"
    return f"**Round {event.round}** begins. {dealer} dealt; {pile}."


@say.register
def _took_discard(event: TookDiscard, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} took the {card_words(event.card)} from the discard pile."


@say.register
def _pushed(event: Pushed, seats: Sequence[SeatSign]) -> str:
    what = f"the {card_words(event.card)} and a card from the draw pile"
    return f"{bold(seats, event.seat)} pushed {what} to {bold(seats, event.to)} and drew."


@say.register
def _drew(event: Drew, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} drew a card."


@say.register
def _laid_contract(event: LaidContract, seats: Sequence[SeatSign]) -> str:
    melds = "; ".join(map(_meld, event.melds))
    return f"{bold(seats, event.seat)} laid the contract: {melds}."


@say.register
def _laid_meld(event: LaidMeld, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} laid a {_meld(event.meld)}."


@say.register
def _laid_off(event: LaidOff, seats: Sequence[SeatSign]) -> str:
    where = _whose(seats, event.seat, event.owner, event.number)
    return f"{bold(seats, event.seat)} laid {cards_label(event.cards)} off on {where}."


@say.register
def _swapped(event: Swapped, seats: Sequence[SeatSign]) -> str:
    where = _whose(seats, event.seat, event.owner, event.number)
    card, freed = card_words(event.card), card_words(event.freed)
    return f"{bold(seats, event.seat)} replaced the {freed} of {where} with the {card}."


@say.register
def _discarded(event: Discarded, seats: Sequence[SeatSign]) -> str:
    return f"{bold(seats, event.seat)} discarded the {card_words(event.card)}."


@say.register
def _round_ended(event: RoundEnded, seats: Sequence[SeatSign]) -> str:
    result = event.result
    why = ended(result.end, result.points, seats)
    return f"**Round {result.round}** is over, {why}: {', '.join(scores(seats, result.points))}."


@say.register
def _match_ended(event: MatchEnded, seats: Sequence[SeatSign]) -> str:
    best = event.totals[event.ranks.index(1)]
    return f"{won(seats, event.ranks)} with {counted(best, 'point')}!"


def _meld(meld: Meld) -> str:
    return f"{meld_label(meld)}: {meld_cards(meld)}"


def _whose(seats: Sequence[SeatSign], by: Seat, owner: Seat, number: int) -> str:
    """Name a meld by its number and owner: ``Sam's meld 4``, ``their own meld 2``."""
    whose = "their own" if owner == by else f"{bold(seats, owner)}'s"
    return f"{whose} meld {number + 1}"
