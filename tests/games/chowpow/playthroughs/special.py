"""The special match of Chow Pow!: the cards that matter, and what is done with them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.game.record import Record
from bot.game.replay import Moment
from bot.games.chowpow.rules.cards import factions
from bot.games.chowpow.rules.events import (
    BattleEnded,
    BoardEnded,
    DrewForTie,
    Matched,
    ShowdownEnded,
    TurnStarted,
)
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.state import State
from tests.playthroughs.playing import Move, played, scripted

OPTIONS: Final[Mapping[str, Mapping[str, object]]] = {
    "hot-sauce": {"hot_sauce": True},
    "meal": {"three_course_meal": True},
    "buffet": {"battle_buffet": True},
    "own-size": {"own_size": True},
    "no-aid": {"memory_aid": False},
    "short": {"max_turns": 3},
    "own-deck": {"deck": "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"},
}
"""Random matches with options, each by a name of its own."""

_SECRET: Final = bytes(range(32))

_SEATS: Final = ("Attacks", "Counters", "Battles the board")

_HANDS: Final = ("F6 F5 T2 V1", "B2 B3 W3 B4", "G1 S1 E1 E2")

_GRID: Final = """
    F1 F2 G4 S5
    W3 E6 V3 B5
    G5 S6 V4 T2
    B1 G6 S4 E4
"""

_DECK: Final = "V2 S2 G2 E3 F3 V5 B6 E5 G3"
"""The first cards of it."""

_TURNS: Final = (
    # A match takes the wild that touches it. An attack of two factions, and counters on both sides.
    (
        (0, "flip a1"), (0, "flip a2"), (0, "take b1"),
        (0, "pow 2 F6T2V1"), (1, "defend B2B3"), (1, "counter W3"), (1, "counter B4"),
        (0, "counter F5"),
    ),
    # Without cards three are flipped; a wild makes three pairs of them. The defender wins.
    (
        (1, "flip a1"), (1, "flip a4"), (1, "flip c4"), (1, "pair a4 c4"), (1, "take b3"),
        (1, "pow 3 V3"), (2, "defend E2"), (2, "counter E1"),
    ),
    # No match. Behind against a wild, the attacker has no card that fits.
    (
        (2, "flip d1"), (2, "flip d2"), (2, "pow 1 G1"), (0, "defend W3"), (2, "decline"),
    ),
    # Two turns without cards, and without a match.
    ((0, "flip d1"), (0, "flip d2"), (0, "flip d4")),
    ((1, "flip c1"), (1, "flip c2"), (1, "flip c3")),
    # Nobody else has cards: the board joins two of one faction, and all are shuffled back.
    (
        (2, "flip a1"), (2, "flip c2"), (2, "take d3"),
        (2, "board S1"), (0, "flip d4"), (2, "counter S4"), (0, "flip b2"),
    ),
)  # fmt: skip


def special() -> Record:
    """Return a match with what seldom happens: first as written, then to the end."""
    record = Record(
        game=CHOWPOW.name,
        secret=_SECRET,
        seats=_SEATS,
        cuts=("",) * len(_SEATS),
        options=(("max_turns", 5),),
        fixed=((1, "starter", ("0",)), (1, "deal", tuple(_deal()))),
    )
    script = (move for turn in _TURNS for move in turn)
    return played(CHOWPOW, record, scripted(script, _finish))


def _deal() -> Iterator[str]:
    """Yield the cards as they are dealt: one at a time, then the grid, then the deck (P7.1)."""
    for circuit in zip(*(hand.split() for hand in _HANDS), strict=True):
        yield from circuit
    yield from _GRID.split()
    yield from _DECK.split()


def _finish(state: State) -> Move:
    """Choose plainly: the first that is legal."""
    seat = min(CHOWPOW.to_act(state))
    return seat, str(CHOWPOW.legal(state, seat)[0])


SPECIALS: Final = (
    *("three flips (P2.1)", "a match of two out of three (P2.2)"),
    *("tie", "attacker wins", "defender wins", "two factions (P1.2)"),
    *(f"against the board: {won} (P3.5)" for won in (True, False, None)),
    *("showdown", "tied showdown (P5.3)", "drawn again (P4.2)"),
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield the name of every special thing that happens in a match of Chow Pow!."""
    for moment in moments:
        for event in moment.events:
            yield from _special(event, moment.state)


def _special(event: object, state: State) -> Iterator[str]:
    match event:
        case TurnStarted(flips=3):
            yield "three flips (P2.1)"
        case Matched() if len(state.up) == 3:
            yield "a match of two out of three (P2.2)"
        case BattleEnded(attack=attack, defence=defence, winner=winner):
            yield {None: "tie", event.seat: "attacker wins"}.get(winner, "defender wins")
            if len(factions(attack)) == 2 or len(factions(defence)) == 2:
                yield "two factions (P1.2)"
        case BoardEnded(won=won):
            yield f"against the board: {won} (P3.5)"
        case ShowdownEnded(best=best):
            yield "showdown" if len(best) == 1 else "tied showdown (P5.3)"
        case DrewForTie() if len(state.drawn[0]) > 1:
            yield "drawn again (P4.2)"
        case _:
            pass
