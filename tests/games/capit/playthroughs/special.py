"""The special match of CAP-IT: the cards that matter, and what is done with them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.game.moves import NextRound
from bot.game.record import Record
from bot.game.replay import Moment
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.cards import HAND, TWO, Card, read_cards
from bot.games.capit.rules.events import (
    Discarded,
    Drew,
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    RoundEnded,
    Swapped,
)
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Kind, Meld, Side
from bot.games.capit.rules.scoring import End, RoundResult, points
from bot.games.capit.rules.state import State
from tests.playthroughs.playing import Move, played

_SECRET: Final = bytes(range(32))

_SEATS: Final = ("Lays first", "Replaces", "Lays twos", "Goes out")

_DEALER: Final = 3


class _Round(NamedTuple):
    """What is dealt of a round, where it matters, and what is done at first, from turn to turn."""

    hands: dict[Seat, str]
    discard: str
    turns: tuple[str, ...]
    stock: str = ""
    lay: bool = True
    """Whether everyone lays what they can afterwards; else all push until the stock is empty."""


_ROUNDS: Final = {
    1: _Round(
        {
            0: "7H7S2D8C8D8HKD3C4C5C",
            1: "7C9S9DX4H4D4S5D6DQH",
            2: "2C2SX5H5S5DKCKH3SAS",
            3: "JCJDJHTCTDTH9C3H6SQS",
        },
        "QD",
        (
            "push, lay set 7H7S2D set 8C8D8H, discard KD",
            "take, lay set 9S9DX set 4H4D4S, swap 1.3 7C: off 3 2D, discard QH",
            "take, lay set 2C2SX set 5H5S5D, discard AS",  # the 2s are natural here
            "take, lay set JCJDJH set TCTDTH, off 3 9C, discard QS",
        ),
        stock="3D6C",
    ),
    2: _Round(
        {1: "7H7S7D2S3S4S5SKDQC6S"},
        "QD",
        ("push, lay set 7H7S7D run 2S3S4S5S, off 2 6S, discard KD",),  # a natural 2 in a run
    ),
    3: _Round(
        {2: "6S7S8S9STSJSQSKS3C4D"},
        "5S",
        ("take, lay run 6S7S8S9S run TSJSQSKS, off 1 low 5S, discard 4D",),
        lay=False,
    ),
    4: _Round(
        {3: "7H7S2D8C8D8H9S9CXKD"},
        "7C",
        ("take, lay set 7H7S2D set 8C8D8H set 9S9CX, off 1 7C, discard KD",),  # out by a discard
    ),
    5: _Round(
        {0: "3H4H5H8S9STSJSQSKSAS"},
        "6H",
        ("take, lay run 3H4H5H run 8S9STSJSQSKSAS, off 1 6H",),  # out by a lay-off
    ),
}


def special() -> Record:
    """Return five rounds with every special: first as written, then to the end."""
    dealers = [(_DEALER + number) % len(_SEATS) for number in range(len(_ROUNDS))]
    record = Record(
        game=CAPIT.name,
        secret=_SECRET,
        seats=_SEATS,
        cuts=("",) * len(_SEATS),
        options=(),
        fixed=(
            (0, "dealer", (str(_DEALER),)),
            *((number, "deal", _deal(number, dealers[number - 1])) for number in _ROUNDS),
        ),
    )
    scripts = {number: _script(number) for number in _ROUNDS}

    def player(state: State) -> Move:
        seat = min(CAPIT.to_act(state))
        written = next(scripts[state.number], None)
        return seat, written or str(_finish(state, seat))

    return played(CAPIT, record, player)


def _script(number: int) -> Iterator[str]:
    for turn in _ROUNDS[number].turns:
        yield from turn.split(", ")


def _deal(number: int, dealer: Seat) -> tuple[str, ...]:
    """Return the first cards of a deal: a card at a time from the dealer's left (C8.1)."""
    hands = {seat: read_cards(text) for seat, text in _ROUNDS[number].hands.items()}
    filler = _fill(number, [*hands.values(), read_cards(_ROUNDS[number].discard)])
    seats = [(dealer + 1 + step) % len(_SEATS) for step in range(len(_SEATS))]
    whole = {seat: hands.get(seat) or tuple(next(filler) for _ in range(HAND)) for seat in seats}
    order = [whole[seat][at] for at in range(HAND) for seat in seats]
    stock = read_cards(_ROUNDS[number].stock) if _ROUNDS[number].stock else ()
    return tuple(map(str, (*order, *read_cards(_ROUNDS[number].discard), *stock)))


def _fill(number: int, given: list[tuple[Card, ...]]) -> Iterator[Card]:
    """Yield cards for hands in which nothing matters: of many ranks, and no wild ones."""
    used = [card for cards in given for card in cards]
    deck = [card for card in read_cards(_PLAIN) if card not in used]
    return iter(deck[number:] + deck[:number])


_PLAIN: Final = "".join(f"{rank}{suit}" for rank in "3A6K9Q4T7J58" for suit in "CHSD")


def _finish(state: State, seat: Seat) -> Action:
    """Choose plainly: lay what can be laid and discard what costs most, or push on and on."""
    legal: Sequence[Action] = CAPIT.legal(state, seat)
    if not _ROUNDS[state.number].lay:
        return next(a for a in legal if isinstance(a, Discard | NextRound) or _draws(a))
    lays = [a for a in legal if isinstance(a, LayContract | LayMeld | LayOff | Swap)]
    if lays:
        return lays[0]
    discards = [action for action in legal if isinstance(action, Discard)]
    return max(discards, key=lambda each: points(each.card)) if discards else legal[-1]


def _draws(action: Action) -> bool:
    return str(action) in ("push", "draw") and not isinstance(action, TakeDiscard)


SPECIALS: Final = (
    *(f"contract of round {number} (C2.3)" for number in range(1, 6)),
    "laid off on one's own meld (C4.2)",
    "on another's (C4.2)",
    "laid off at the lower end (C4.2)",
    "a wild replaced and used (C4.4)",
    "natural 2s in a set (C2.2)",
    "natural 2 in a run (C2.2)",
    "a 2 as a wild card (C1.2)",
    "push at the end of the stock (C3.3)",
    "the last card of the stock drawn plainly (C3.3)",
    "out by a discard (C4.5)",
    "out by laying (C4.5)",
    "the stock runs out (C3.4)",
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield the name of every special thing that happens in a match of CAP-IT."""
    for before, after in pairwise(moments):
        for event in after.events:
            yield from _laid(event, after.state)
            yield from _drawn(event, before.state)
            match event:
                case RoundEnded(result):
                    yield from _ended(result, before.state, after.events)
                case _:
                    pass


def _laid(event: object, after: State) -> Iterator[str]:
    match event:
        case LaidContract(melds=melds):
            yield f"contract of round {after.number} (C2.3)"
            for meld in melds:
                yield from _naturals(meld)
        case LaidMeld():
            yield "another meld (C4.2)"
        case LaidOff(seat, owner=owner, side=side):
            yield "laid off on one's own meld (C4.2)" if seat == owner else "on another's (C4.2)"
            if side is Side.LOW:
                yield "laid off at the lower end (C4.2)"
        case Swapped(seat, owner=owner):
            yield "a wild replaced and used (C4.4)"
        case _:
            pass


def _naturals(meld: Meld) -> Iterator[str]:
    twos = [at for at, card in enumerate(meld.cards) if card.rank == TWO]
    natural = [at for at in twos if meld.is_natural(at)]
    if natural:
        yield "natural 2s in a set (C2.2)" if meld.kind is Kind.SET else "natural 2 in a run (C2.2)"
    if len(natural) < len(twos):
        yield "a 2 as a wild card (C1.2)"


def _drawn(event: object, before: State) -> Iterator[str]:
    match event:
        case Pushed() if len(before.draw_pile) in (2, 3):
            yield "push at the end of the stock (C3.3)"
        case Drew() if len(before.draw_pile) == 1:
            yield "the last card of the stock drawn plainly (C3.3)"
        case _:
            pass


def _ended(result: RoundResult, before: State, events: Sequence[object]) -> Iterator[str]:
    match result.end:
        case End.OUT:
            by_discard = any(isinstance(event, Discarded) for event in events)
            yield "out by a discard (C4.5)" if by_discard else "out by laying (C4.5)"
        case End.STOCK:
            assert not before.draw_pile
            yield "the stock runs out (C3.4)"
        case End.STALL:
            yield "nobody gets on (C5.4)"
