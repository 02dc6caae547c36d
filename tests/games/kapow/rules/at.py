"""Positions of Kapow! as pictures and moves in notation: what the tests of its rules use."""

from inspect import cleandoc
from typing import Final

from bot.game.deck import Chance
from bot.game.rounds import Setup
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scoring import RoundResult
from bot.games.kapow.rules.state import State
from tests.game.playing import Playing
from tests.games.kapow.rules.pictures import format_hand, parse_hand, parse_round

USUAL: Final = {
    "number": "1",
    "phase": "play",
    "starter": "0",
    "to move": "0",
    "turn": "9",
    "draw": "3 8 3 8 3 8",
    "discard": "12 12",
}
"""What a picture need not say: seat 0 has to play the card taken, somewhere in round 1."""


ANOTHER_HAND: Final = "?9 ?9 ?9\n?5 ?5 ?5\n?2 ?2 ?2"
"""The hand of seat 1 where a picture shows one hand only."""


_playing = Playing(KAPOW)
watch, do, legal, refusal = _playing.watch, _playing.do, _playing.legal, _playing.refusal


def at(picture: str, options: KapowOptions | None = None) -> State:
    """Return the state of a picture: fields of the round that matter, then the hands."""
    header, *hands = cleandoc(picture).split("\n\n")
    if len(hands) == 1:
        hands.append(ANOTHER_HAND)
    lines = [line.strip() for line in header.split("\n")]
    usual = USUAL | {"opened": " ".join(map(str, range(len(hands))))}
    lines += [f"{name} {text}" for name, text in usual.items() if not _says(lines, name)]
    setup = Setup(options or KapowOptions(), len(hands), Chance(bytes(32)))
    return parse_round("\n\n".join(["\n".join(lines), *hands]), setup)


def _says(lines: list[str], name: str) -> bool:
    return any(line == name or line.startswith(f"{name} ") for line in lines)


def lies(state: State, picture: str, seat: int = 0) -> bool:
    """Whether the seat's hand lies as in the picture."""
    hand = state.hands[seat]
    assert parse_hand(cleandoc(picture)) == hand, format_hand(hand)
    return True


def discard(state: State) -> str:
    """Return the discard pile from its top card down."""
    return " ".join(map(str, state.discard_pile))


def scored(state: State) -> RoundResult:
    """Return the result of the round just scored."""
    return state.results[-1]
