"""What the last turn changed, read from public events: frames in pictures, and the last play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.face.recent import LastPlay, last_of, last_turn
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.events import (
    Discarded,
    Drew,
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    Swapped,
    TookDiscard,
    TurnStarted,
)
from bot.games.capit.rules.melds import Meld, Side

__all__ = ["changed_cards", "last_play", "was_discarded"]


@dataclass(slots=True)
class _News:
    """The cards that the last turn added to a meld."""

    whole: bool = False
    low: int = 0
    high: int = 0
    swapped: Counter[Card] = field(default_factory=Counter)


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


def _note(event: object, news: dict[int, _News]) -> None:
    match event:
        case LaidContract(first=first, melds=melds):
            news |= {first + at: _News(whole=True) for at in range(len(melds))}
        case LaidMeld(number=number):
            news[number] = _News(whole=True)
        case LaidOff(number=number, cards=cards, side=side):
            what = news.setdefault(number, _News())
            if side is Side.LOW:
                what.low += len(cards)
            else:
                what.high += len(cards)
        case Swapped(number=number, card=card):
            news.setdefault(number, _News()).swapped[card] += 1


def _places(meld: Meld, what: _News) -> Sequence[int]:
    """Return the new places of a meld."""
    count = len(meld.cards)
    old = range(count) if not what.whole else range(0)
    old = old[what.low : count - what.high]
    left = Counter(what.swapped)
    kept = []
    for at in old:
        card = meld.cards[at]
        if left[card] and meld.is_natural(at):
            left[card] -= 1
        else:
            kept.append(at)
    return [at for at in range(count) if at not in kept]


def was_discarded(events: Sequence[object]) -> bool:
    """Whether the top card of the discard pile was discarded in the last turn."""
    return any(isinstance(event, Discarded) for event in last_turn(events, TurnStarted))


def last_play(events: Sequence[object]) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything."""
    return last_of(last_turn(events, TurnStarted), _play)


def _play(event: object) -> LastPlay[Card] | None:
    play = None
    match event:
        case TookDiscard(seat=seat, card=card):
            play = LastPlay(seat, "took from the pile", card)
        case Pushed(seat=seat, card=card):
            play = LastPlay(seat, "pushed to the left", card)
        case Drew(seat=seat):
            play = LastPlay(seat, "drew a card")
        case LaidContract(seat=seat):
            play = LastPlay(seat, "laid the contract")
        case LaidMeld(seat=seat, number=number):
            play = LastPlay(seat, f"laid meld {number + 1}")
        case LaidOff(seat=seat, number=number, cards=cards):
            play = LastPlay(seat, f"laid off on meld {number + 1}", cards[-1])
        case Swapped(seat=seat, number=number, freed=freed):
            play = LastPlay(seat, f"freed from meld {number + 1}", freed)
        case Discarded(seat=seat, card=card):
            play = LastPlay(seat, "discarded", card)
    return play
