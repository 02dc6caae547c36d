"""Positions of Kabobo! as pictures and moves in notation: what the tests of its rules use.

A hand is a line of four cards: ``3D`` lies face up, ``?3D`` face down, ``*`` before it locked; who
has seen it and how stands after a slash: ``?3D/0peek,1look``.
"""

from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.game.rounds import Setup
from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import How, Laid, Phase
from tests.game.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Callable


_playing = Playing(KABOBO)
watch, do, legal, refusal = _playing.watch, _playing.do, _playing.legal, _playing.refusal


def laid(text: str) -> Laid:
    shown, _, seen = text.partition("/")
    face = shown.removeprefix("*").removeprefix("?")
    return Laid(
        None if face == "" else card(face),
        face_up="?" not in shown,
        locked=shown.startswith("*"),
        seen=tuple((int(by[0]), How(by[1:])) for by in seen.split(",") if by),
    )


def drawing(of: Laid) -> str:
    """Draw a card as it lies: the twin of :func:`laid`."""
    shown = "*" * of.locked + "?" * (not of.face_up) + (str(of.card) if of.card else "")
    seen = ",".join(f"{seat}{how}" for seat, how in of.seen)
    return f"{shown}/{seen}" if seen else shown


def at(hands: str, options: KaboboOptions | None = None, **fields: str) -> State:
    """Return a state: the hands line by line; seat 0 has to take its turn in round 1.

    ``fields`` are in words: ``draw_pile="2S 3S"``, ``pieces="5 0"``, ``phase="drawn"``.
    """
    rows = cleandoc(hands).split("\n")
    read: dict[str, Callable[[str], object]] = {
        "number": int, "starter": int, "to_move": int, "turn": int, "turns": int, "caller": int,
        "phase": Phase, "drawn": card,
        "draw_pile": lambda text: tuple(map(card, text.split())),
        "discard_pile": lambda text: tuple(map(card, text.split())),
        "pieces": lambda text: tuple(map(int, text.split())),
    }  # fmt: skip
    given: dict[str, Any] = {name: read[name](text) for name, text in fields.items()}
    state = State(
        setup=Setup(options or KaboboOptions(), len(rows), Chance(bytes(32))),
        number=1,
        phase=Phase.TURN,
        starter=0,
        to_move=0,
        turn=2,
        turns=1,
        hands=tuple(tuple(map(laid, row.split())) for row in rows),
        draw_pile=(card("8H"), card("9H"), card("10H")),
        discard_pile=(card("6H"),),
        pieces=(0,) * len(rows),
        peeked=frozenset(range(len(rows))),
    )
    return replace(state, **given)


def hand(state: State, seat: Seat = 0) -> str:
    return " ".join(map(drawing, state.hands[seat]))
