"""The special match of Kabobo!: the cards that matter, and what is done with them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.game.record import Record
from bot.game.replay import Moment
from bot.games.kabobo.rules.cards import PLACES, Spot
from bot.games.kabobo.rules.events import (
    Declined,
    Kept,
    Locked,
    LookedAt,
    Reshuffled,
    RoundEnded,
    Seasoned,
    TookDiscard,
    Traded,
    Unlocked,
)
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.scoring import PIECES, RoundResult
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import Laid, Phase
from tests.playthroughs.playing import Move, played, scripted

_SECRET: Final = bytes(range(32))

_SEATS: Final = ("Wins the handle", "Ties", "Locks", "Calls last")

_TURNS: Final = 11
"""Turns of each seat in the first round, which nobody ends by a call (B2.8)."""

_DISCARD: Final = "6C"

_CIRCUITS: Final = (
    (
        ("5S", "draw, season, check 3"),
        ("7C", "draw, season, look 1.4"),
        ("9D", "draw, season, lock 1"),
        ("X", "draw, season"),  # a joker has no power
    ),
    (
        ("2H", "draw, season, trade 4 2.1"),
        ("", "take 2"),
        ("4D", "draw, season, unlock 3.1"),
        ("8D", "draw, season, lock 4"),
    ),
    (
        ("", "take 1"),
        ("6H", "draw, season, trade 2 1.1"),  # both lie face up: taken from the discard pile
        ("JD", "draw, season, unlock 4.4"),
        ("10S", "draw, season, decline"),
    ),
    (
        ("QC", "draw, keep 2"),
        ("3D", "draw, season, lock 2"),
        ("6S", "draw, season, check 2"),
        ("KH", "draw, season, trade 1 2.3"),
    ),
    (
        ("9C", "draw, season, look 3.3"),
        ("AH", "draw, keep 2"),  # locked: the new card is not
    ),
)
"""The first circuits of the first round: the card that is drawn, and what is done."""


class _Round(NamedTuple):
    """A round: its hands seat by seat, and who calls, if anyone does."""

    starter: Seat
    """Later: who had the lowest score in the round before (B1.4)."""
    caller: Seat | None
    hands: tuple[str, str, str, str]


_ROUNDS: Final = {
    1: _Round(0, None, ("2C 4S 10H KS", "3S 8H JC QD", "AC 5D 7H JS", "10C QS KC 9S")),
    # Alone highest: two pieces.
    2: _Round(1, 0, ("5S 5C 5H AS", "2C 4D 8H QS", "4C 4H 9C 9S", "2D 5D 6D 3D")),
    # Tied with seat 1 for the highest: two pieces again.
    3: _Round(1, 0, ("5S 5C 5H AS", "6D 9C X 3H", "2C 4D 8H QS", "4C 4H 9H 9S")),
    # Two more would make six.
    4: _Round(2, 0, ("4C 5C 6C 7C", "4H 4S 9H 9S", "KH KD KS KC", "2C 4D 8H QS")),
    # Seat 0 has five pieces but not the highest score; nor has the caller.
    5: _Round(3, 2, ("2S 4D 8H QS", "7H 8S X X", "5S 5C 5H AS", "4C 4H 9H 9S")),
    # Seat 0 has both, though another called.
    6: _Round(0, 3, ("KH KD KS KC", "6D 9C X 3H", "4C 4H 9H 9S", "2C 4D 8H QS")),
}


def special() -> Record:
    """Return six rounds with every special: first as written, then to the end."""
    record = Record(
        game=KABOBO.name,
        secret=_SECRET,
        seats=_SEATS,
        cuts=("",) * len(_SEATS),
        options=(("max_turns", _TURNS),),
        fixed=((0, "starter", (str(_ROUNDS[1].starter),)), *_deals()),
    )
    return played(KABOBO, record, scripted(_opening(), _finish))


def _opening() -> Iterator[Move]:
    """Yield the peeks and the first circuits of the first round."""
    for seat in range(len(_SEATS)):
        yield seat, "peek 1 2"
    for circuit in _CIRCUITS:
        for seat, (_, turn) in enumerate(circuit):
            for action in turn.split(", "):
                yield seat, action


def _deals() -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield the deal of each round, as a record has it; the first one goes on to what is drawn."""
    drawn = (card for circuit in _CIRCUITS for card, _ in circuit if card)
    piles = {1: (_DISCARD, *drawn)}
    for number, dealt in _ROUNDS.items():
        yield number, "deal", (*_in_order(dealt), *piles.get(number, ()))


def _in_order(dealt: _Round) -> Iterator[str]:
    """Yield the cards of the hands as they are dealt: one at a time, from the starter (B6.1)."""
    hands = [hand.split() for hand in dealt.hands]
    for place in PLACES:
        yield from (hand[place] for hand in (*hands[dealt.starter :], *hands[: dealt.starter]))


def _finish(state: State) -> Move:
    """Choose plainly: one seat calls, where the round has a caller; the others draw and discard."""
    seat = min(KABOBO.to_act(state))
    calls = seat == _ROUNDS[state.number].caller
    wanted = {
        Phase.PEEK: "peek 1 2",
        Phase.TURN: "call" if calls else "draw",
        Phase.DRAWN: "season",
        Phase.POWER: "decline",
        Phase.SCORED: "next",
    }
    return seat, wanted[state.phase]


SPECIALS: Final = (
    "check (spades, B2.3)",
    "look (clubs, B2.3)",
    "trade (hearts, B2.3)",
    "lock (diamonds, B2.3)",
    "unlock one's own card (diamonds, B2.3)",
    "unlock another's card (diamonds, B2.3)",
    "power declined (B2.3)",
    "joker without a power (B2.3)",
    "trade of face-up cards (B2.3)",
    "what was seen goes with a trade (B2.3)",
    "locked card replaced by one that is not (B2.4)",
    "reshuffle (B2.6)",
    "nobody calls (B2.8)",
    "caller alone at the top (B4.1)",
    "caller tied at the top (B4.1)",
    "caller misses (B4.1)",
    "no sixth piece (B4.1)",
    "handle missed (B4.2)",
    "handle won though another called (B4.2)",
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield the name of every special thing that happens in a match of Kabobo!."""
    for before, after in pairwise(moments):
        for event in after.events:
            yield from _powers(event)
            yield from _trades(event, before.state, after.state)
            yield from _replacements(event, before.state, after.state)
            yield from _scores(event)


def _powers(event: object) -> Iterator[str]:
    match event:
        case LookedAt(seat, spot):
            yield "check (spades, B2.3)" if spot.seat == seat else "look (clubs, B2.3)"
        case Traded():
            yield "trade (hearts, B2.3)"
        case Locked():
            yield "lock (diamonds, B2.3)"
        case Unlocked(seat, spot):
            whose = "one's own" if spot.seat == seat else "another's"
            yield f"unlock {whose} card (diamonds, B2.3)"
        case Declined():
            yield "power declined (B2.3)"
        case Seasoned(card=card, has_power=False) if card.is_joker:
            yield "joker without a power (B2.3)"
        case Reshuffled():
            yield "reshuffle (B2.6)"
        case _:
            pass


def _trades(event: object, before: State, after: State) -> Iterator[str]:
    if not isinstance(event, Traded):
        return
    given, got = _at(before, event.own), _at(before, event.other)
    assert (_at(after, event.other), _at(after, event.own)) == (given, got)
    if given.face_up and got.face_up:
        yield "trade of face-up cards (B2.3)"
    if given.seen and got.seen:
        yield "what was seen goes with a trade (B2.3)"


def _replacements(event: object, before: State, after: State) -> Iterator[str]:
    if isinstance(event, Kept | TookDiscard):
        spot = Spot(event.seat, event.place)
        if _at(before, spot).locked:
            assert not _at(after, spot).locked
            yield "locked card replaced by one that is not (B2.4)"


def _at(state: State, spot: Spot) -> Laid:
    return state.hands[spot.seat][spot.place]


def _scores(event: object) -> Iterator[str]:
    if isinstance(event, RoundEnded):
        result = event.result
        before = [new - given for new, given in zip(result.pieces, result.given, strict=True)]
        yield from _pieces(result, before)
        yield from _handle(result, before)


def _pieces(result: RoundResult, before: Sequence[int]) -> Iterator[str]:
    caller = result.caller
    if caller is None:
        assert not any(result.given)
        yield "nobody calls (B2.8)"
    elif caller not in result.best:
        others = [given for seat, given in enumerate(result.given) if seat != caller]
        assert result.given[caller] == 0
        yield "caller misses (B4.1)"
        if 0 in others:
            yield "no sixth piece (B4.1)"
    elif before[caller] + 2 > PIECES:
        assert result.pieces[caller] == PIECES
        yield "no sixth piece (B4.1)"
    else:
        assert [(seat, given) for seat, given in enumerate(result.given) if given] == [(caller, 2)]
        yield f"caller {'alone' if len(result.best) == 1 else 'tied'} at the top (B4.1)"


def _handle(result: RoundResult, before: Sequence[int]) -> Iterator[str]:
    for seat, pieces in enumerate(before):
        if pieces < PIECES:
            assert seat not in result.handle
        elif result.points[seat] < max(result.points):
            assert seat not in result.handle
            yield "handle missed (B4.2)"
        elif seat in result.handle and result.caller != seat:
            yield "handle won though another called (B4.2)"
