"""What cards, melds and contracts are called, and what is told of each public event.

Nothing of an event names a hidden card.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import Final, TypeAlias

from bot.face import cards
from bot.face.cards import rank_sign, suit_sign
from bot.face.face import Scene, SeatSign
from bot.face.markdown import IN_LINE
from bot.face.phrases import (
    NBSP,
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    bold,
    did,
    last_of,
    last_turn,
    listed,
    of_round,
    scores,
)
from bot.game.contract import Seat
from bot.game.held import Held
from bot.game.moves import Draw
from bot.game.rounds import Discarded, Drew, RoundEnded, TurnStarted
from bot.games.capit.rules import actions as act, view as ev
from bot.games.capit.rules.cards import Card, Suit, points
from bot.games.capit.rules.melds import Demand, Kind, Meld, Place, Shape, Side
from bot.games.capit.rules.view import End, Hand, View

NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

card_label = cards.card_label
card_emoji = partial(cards.card_emoji, "capit")


def cards_label(cards: Sequence[Card]) -> str:
    """Return the signs of several cards."""
    return " ".join(map(card_label, cards))


def place_label(place: Place) -> str:
    """Return the label of the card that belongs in a place: ``5`` and its suit, or a rank."""
    return f"{rank_sign(place.rank)}{suit_sign(place.suit)}"


def meld_label(meld: Meld) -> str:
    """Describe a meld, not its cards (C2.4): ``set of 7s``, ``run 2-4`` and its suit."""
    return shape_label(meld.shape)


def shape_label(shape: Shape) -> str:
    """Describe a meld of this shape."""
    if shape.kind is Kind.SET:
        return f"set of {rank_sign(shape.rank)}s"
    highest = shape.rank + shape.size - 1
    return f"run {rank_sign(shape.rank)}-{rank_sign(highest)}{suit_sign(shape.suit)}"


def melds_of(view: View, seat: Seat) -> str:
    """Describe a seat's melds with their numbers, if any: `` (1: set of 7s, 4: set of Qs)``."""
    melds = enumerate(view.melds, start=1)
    found = ", ".join(f"{at}: {meld_label(laid.meld)}" for at, laid in melds if laid.seat == seat)
    return f" ({found})" if found else ""


def meld_cards(meld: Meld) -> str:
    """List a meld's cards; a wild in a run with the card it stands for: ``Joker(5♤)``."""
    return " ".join(_in_place(meld, at) for at in range(len(meld.cards)))


def _in_place(meld: Meld, at: int) -> str:
    card = card_label(meld.cards[at])
    if meld.is_natural(at) or meld.kind is Kind.SET:
        return card
    return f"{card}({place_label(meld.place(at))})"


def contract_words(contract: Sequence[Demand]) -> str:
    """Describe a round's contract (C2.3): ``a set of 3 and a run of 4``, ``two sets of 3``."""
    if len(contract) > 1 and len(set(contract)) == 1:
        kind, size = contract[0]
        return f"{NUMBERS[len(contract)]} {kind}s of {size}"
    return listed([f"a {kind} of {size}" for kind, size in contract])


def ways_to_draw(view: View) -> str:
    """Return the ways to begin a turn that the piles allow (C3.1-C3.4)."""
    draw = "draw a card" if view.draw_pile else "end the round by asking the empty draw pile"
    if not view.discard_pile:
        return f"{draw}."
    push = act.Push() in act.draws(view.draw_pile, len(view.discard_pile))
    return f"take the {card_label(view.discard_pile[0])}, or {'push it' if push else draw}."


def sentence(words: str) -> str:
    """Capitalise the first letter alone."""
    return words[:1].upper() + words[1:]


_TIMES: Final = "\N{MULTIPLICATION SIGN}"


def sum_of(hand: Sequence[Card]) -> str:
    """Write out the points of a hand: ``20 (Joker) + 5 (9♤) = 25``."""
    total = sum(map(points, hand))
    dear = sorted(hand, key=lambda card: (-points(card), card))
    terms = [_term(cost, [*cards]) for cost, cards in groupby(dear, key=points)]
    return f"{' + '.join(terms)} = {total}" if terms else "no card left"


def _term(cost: int, cards: Sequence[Card]) -> str:
    times = f"{len(cards)} {_TIMES} {cost}" if len(cards) > 1 else str(cost)
    return f"{times} ({cards_label(cards)})"


_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""In alternating colours."""

_IN_A_LINE: Final = 6
"""How many cards fit in a line on a narrow phone."""


class Sorting(StrEnum):
    """How a hand is sorted; the value is the screen's lasting word."""

    RANK = ""
    SUIT = "suit"

    @property
    def other(self) -> "Sorting":
        """The other sorting."""
        return Sorting.SUIT if self is Sorting.RANK else Sorting.RANK


def in_order(cards: Sequence[Card], sorting: Sorting) -> list[Card]:
    """Return the cards sorted for display, wild ones last."""
    return sorted(cards, key=partial(_by, sorting))


def hand_text(hand: Hand, sorting: Sorting) -> str:
    """Return a hand as a block quote, new cards in bold: by rank, or by suit in lines."""
    held = sorted(hand, key=lambda each: (_by(sorting, each.card), each.fresh))
    if sorting is Sorting.SUIT:
        lines = groupby(held, key=lambda each: None if each.card.is_wild else each.card.suit)
        return "".join(f"> {_line(suit, [*cards])}\n" for suit, cards in lines)
    ranks = [_together([*cards]) for _, cards in groupby(held, key=lambda each: each.card.rank)]
    return f"> {f'{NBSP}· '.join(ranks)}\n"


def _together(cards: Sequence[Held[Card]]) -> str:
    return (NBSP if len(cards) <= _IN_A_LINE else " ").join(map(_marked, cards))


def _line(suit: Suit | None, cards: Sequence[Held[Card]]) -> str:
    if suit is None:
        return f"wild: {' '.join(map(_marked, cards))}"
    ranks = (_bold(rank_sign(held.card.rank), held) for held in cards)
    return f"{suit_sign(suit)} {' '.join(ranks)}"


def _marked(held: Held[Card]) -> str:
    return _bold(card_label(held.card), held)


def _bold(sign: str, held: Held[Card]) -> str:
    return f"**{sign}**" if held.fresh else sign


def _by(sorting: Sorting, card: Card) -> tuple[int, ...]:
    suit = -1 if card.suit is None else _SUITS.index(card.suit)
    first = 0 if card.is_wild or sorting is Sorting.RANK else suit
    return card.is_wild, first, -card.rank, suit


def proposal(scene: Scene[View], action: act.Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    match action:
        case act.TakeDiscard():
            return f"Take the {card_label(view.discard_pile[0])}"
        case act.Push():
            return f"Push the {card_label(view.discard_pile[0])}"
        case Draw():
            return "Draw a card"
        case act.Discard(card):
            return f"Discard the {card_label(card)}"
        case act.LayContract() | act.LayMeld() | act.LayOff() | act.LayOffs() | act.Swap():
            return f"Lay {listed(list(_laid(view, action)))}"
    return "Go on to the next round"


def _laid(view: View, action: act.Action) -> Iterator[str]:
    match action:
        case act.LayContract(melds):
            yield from (f"{cards_label(cards.cards)} as a {cards.kind}" for cards in melds)
        case act.LayMeld(cards):
            yield f"{cards_label(cards.cards)} as a {cards.kind}"
        case act.LayOff(number, cards, side):
            low = ", at its lower end" if side is Side.LOW else ""
            yield f"{cards_label(cards)} off on the {meld_label(view.melds[number].meld)}{low}"
        case act.LayOffs(offs):
            for off in offs:
                yield from _laid(view, off)
        case act.Swap(number, at, card, use):
            meld = view.melds[number].meld
            wild, there = card_label(meld.cards[at]), meld_label(meld)
            yield f"{card_label(card)} in the place of {wild} in the {there}"
            yield from _laid(view, use)


_Seats: TypeAlias = Sequence[SeatSign]
_Told: TypeAlias = Description[Card, int]

_CARDS_NAMED: Final = 3
"""Cards laid off in a turn; of more only the number is told."""


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; its melds are told together, and the cards laid off."""
    melds = [event for event in events if isinstance(event, ev.LaidMeld)]
    off = [event for event in events if isinstance(event, ev.LaidOff)]
    for event in events:
        if event in melds:
            if event is melds[0]:
                words = listed([f"a {meld_label(laid.meld)}" for laid in melds])
                yield Phrase(melds[0].seat, f"laid {words}")
        elif event in off:
            if event is off[0]:
                cards = [card for laid in off for card in laid.cards]
                named = cards_label(cards) if len(cards) <= _CARDS_NAMED else f"{len(cards)} cards"
                yield Phrase(off[0].seat, f"laid off {named}")
        else:
            yield from describe(event, seats).phrases


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
            pile = f"the {card_label(card)} starts the discard pile"
            return Description(f"{begins} {bold(seats, dealer)} dealt; {pile}.", (begins,))
        case ev.TookDiscard(seat, card):
            took = f"took the {card_label(card)}"
            return did(seats, seat, took, brief="took from the pile", card=card)
        case ev.Pushed(seat, to, card):
            pushed = f"pushed the {card_label(card)}"
            return Description(
                f"{bold(seats, seat)} {pushed} and a card from the draw pile to "
                f"{bold(seats, to)} and drew.",
                (Phrase(seat, f"{pushed} to {bold(seats, to, IN_LINE)}"),),
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
            new, old = card_label(card), card_label(freed)
            words, brief = f"swapped the {new} for the {old}", f"freed from meld {at + 1}"
            line = f"replaced the {old} of {_whose(seats, seat, owner, at)} with the {new}."
            return did(seats, seat, words, line, brief=brief, card=freed)
        case Discarded(seat, card):
            discarded = f"discarded the {card_label(card)}"
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
