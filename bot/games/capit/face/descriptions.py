"""What is told of each public event in log, turn and picture: nothing that names a hidden card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.face.face import SeatSign
from bot.face.markdown import IN_LINE
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    bold,
    did,
    last_of,
    last_turn,
    of_round,
    scores,
)
from bot.game.contract import Seat
from bot.game.rounds import Discarded, Drew, RoundEnded, TurnStarted
from bot.games.capit.face.labels import a_card, card_words, cards_label, meld_cards, meld_label
from bot.games.capit.rules import view as ev
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Meld, Side
from bot.games.capit.rules.view import End

_Seats: TypeAlias = Sequence[SeatSign]
_Told: TypeAlias = Description[Card, int]

_CARDS_NAMED: Final = 3
"""Cards laid off in a turn; of more only the number is told."""


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; all cards laid off in it are told together."""
    off = [event for event in events if isinstance(event, ev.LaidOff)]
    for event in events:
        if not isinstance(event, ev.LaidOff):
            yield from describe(event, seats).phrases
        elif event is off[0]:
            cards = [card for laid in off for card in laid.cards]
            named = cards_label(cards) if len(cards) <= _CARDS_NAMED else f"{len(cards)} cards"
            yield Phrase(event.seat, f"laid off {named}")


def last_play(events: Sequence[object], seats: _Seats) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything."""
    return last_of(last_turn(events, TurnStarted), describe, seats)


def changed_cards(events: Sequence[object], melds: Sequence[Meld]) -> frozenset[tuple[int, int]]:
    """Return the cards laid in the last turn, as pairs of meld number and place."""
    news: dict[int, _News] = {}
    for event in last_turn(events, TurnStarted):
        _note(event, news)
    return frozenset(
        (number, at)
        for number, what in news.items()
        if number < len(melds)
        for at in _places(melds[number], what)
    )


def was_discarded(events: Sequence[object]) -> bool:
    """Whether the top card of the discard pile was discarded in the last turn."""
    return any(isinstance(event, Discarded) for event in last_turn(events, TurnStarted))


def ended(end: End, points: Sequence[int], seats: _Seats, name: int = IN_LINE) -> str:
    """Say why a round ended (C4.5, C3.4, C5.4)."""
    match end:
        case End.OUT:
            return f"{bold(seats, points.index(0), name)} went out"
        case End.STOCK:
            return "the draw pile ran out"
        case End.STALL:
            return "nobody drew or laid a card for a while"


def describe(event: object, seats: _Seats) -> _Told:  # noqa: C901, PLR0911 - an event each
    """Return all that people are told of an event; cards laid off are told by :func:`phrases`."""
    match event:
        case ev.RoundStarted(round_, dealer, card):
            begins = f"**Round {round_}** begins."
            pile = f"{a_card(card)} starts the discard pile"
            return Description(f"{begins} {bold(seats, dealer)} dealt; {pile}.", (begins,))
        case ev.TookDiscard(seat, card):
            took = f"took the {card_words(card)}"
            return did(seats, seat, took, brief="took from the pile", card=card)
        case ev.Pushed(seat, to, card):
            pushed = f"pushed the {card_words(card)} and a card from the draw pile to"
            return Description(
                f"{bold(seats, seat)} {pushed} {bold(seats, to)} and drew.",
                (
                    Phrase(seat, f"{pushed} {bold(seats, to, IN_LINE)}"),
                    Phrase(seat, "drew a card"),
                ),
                LastPlay(seat, "pushed to the left", card),
            )
        case Drew(seat):
            return did(seats, seat, "drew a card", brief="drew a card")
        case ev.LaidContract(seat, _, melds):
            laid = "laid the contract"
            line = f"{laid}: {'; '.join(map(_meld, melds))}."
            return did(seats, seat, laid, line, brief=laid, loud=True)
        case ev.LaidMeld(seat, at, meld):
            line, brief = f"laid a {_meld(meld)}.", f"laid meld {at + 1}"
            return did(seats, seat, f"laid a {meld_label(meld)}", line, brief=brief)
        case ev.LaidOff(seat, at, owner, cards):
            off, brief = cards_label(cards), f"laid off on meld {at + 1}"
            line = f"laid {off} off on {_whose(seats, seat, owner, at)}."
            return did(seats, seat, f"laid off {off}", line, brief=brief, card=cards[-1])
        case ev.Swapped(seat, at, owner, card, freed):
            new, where = card_words(card), _whose(seats, seat, owner, at)
            words, brief = f"swapped the {new} for {a_card(freed)}", f"freed from meld {at + 1}"
            line = f"replaced the {card_words(freed)} of {where} with the {new}."
            return did(seats, seat, words, line, brief=brief, card=freed)
        case Discarded(seat, card):
            discarded = f"discarded the {card_words(card)}"
            return did(seats, seat, discarded, brief="discarded", card=card)
        case RoundEnded(result):
            why = ended(result.end, result.points, seats)
            phrase: TurnPhrase = f"The round ends: {why}."
            if result.end is End.OUT:
                phrase = Phrase(result.points.index(0), "went out", loud=True)
            points = ", ".join(scores(seats, result.points))
            return Description(f"**Round {result.round}** is over, {why}: {points}.", (phrase,))
    return of_round(event, seats)


def _meld(meld: Meld) -> str:
    return f"{meld_label(meld)}: {meld_cards(meld)}"


def _whose(seats: _Seats, by: Seat, owner: Seat, number: int) -> str:
    """Name a meld by its number and owner: ``Sam's meld 4``, ``their own meld 2``."""
    whose = "their own" if owner == by else f"{bold(seats, owner)}'s"
    return f"{whose} meld {number + 1}"


@dataclass(slots=True)
class _News:
    """The cards that the last turn added to a meld."""

    whole: bool = False
    low: int = 0
    high: int = 0
    swapped: Counter[Card] = field(default_factory=Counter)


def _note(event: object, news: dict[int, _News]) -> None:
    match event:
        case ev.LaidContract(first=first, melds=melds):
            news |= {first + at: _News(whole=True) for at in range(len(melds))}
        case ev.LaidMeld(number=number):
            news[number] = _News(whole=True)
        case ev.LaidOff(number=number, cards=cards, side=side):
            what = news.setdefault(number, _News())
            if side is Side.LOW:
                what.low += len(cards)
            else:
                what.high += len(cards)
        case ev.Swapped(number=number, card=card):
            news.setdefault(number, _News()).swapped[card] += 1


def _places(meld: Meld, what: _News) -> Sequence[int]:
    count = len(meld.cards)
    old = range(0 if what.whole else count)[what.low : count - what.high]
    left = what.swapped.copy()
    kept = []
    for at in old:
        card = meld.cards[at]
        if left[card] and meld.is_natural(at):
            left[card] -= 1
        else:
            kept.append(at)
    return [at for at in range(count) if at not in kept]
