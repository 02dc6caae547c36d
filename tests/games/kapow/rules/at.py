"""Positions of Kapow! as pictures, which read back, and moves in notation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from inspect import cleandoc
from typing import Any, Final

from bot.game.contract import known
from bot.game.deck import Chance
from bot.game.record_lines import read_number
from bot.game.rounds import Setup
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, card, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Drawn, Phase
from tests.game.playing import Playing

_GONE: Final = "."


def format_hand(hand: Hand) -> str:
    """Draw a hand: three lines, a column for each triad, ``.`` where one was discarded."""
    columns = [[_GONE] * 3 if triad is None else [*map(str, triad)] for triad in hand]
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    return "\n".join(
        " ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def parse_hand(text: str) -> Hand:
    """Read a hand's picture; ``ValueError`` if it is none."""
    rows = [line.split() for line in text.strip("\n").split("\n")]
    if len(rows) != 3 or len({len(row) for row in rows}) != 1:
        raise ValueError("a hand is three lines with as many positions each")
    return tuple(_parse_triad(*column) for column in zip(*rows, strict=True))


def _parse_triad(*column: str) -> Triad | None:
    if all(text == _GONE for text in column):
        return None
    return Triad(*map(position, column))


def format_round(state: State) -> str:
    lines = [
        f"{_label(name)} {write(getattr(state, name))}".rstrip()
        for name, (write, _) in _FIELDS.items()
        if name not in _USUAL or getattr(state, name) != _USUAL[name]
    ]
    return "\n\n".join(["\n".join(lines), *map(format_hand, state.hands)]) + "\n"


def parse_round(text: str, setup: Setup[KapowOptions]) -> State:
    """Read a round; fields left out have their defaults. ``ValueError`` if it is none."""
    header, *hands = text.strip("\n").split("\n\n")
    found: dict[str, Any] = {}
    for line in header.split("\n"):
        name = next((name for name in _FIELDS if line.startswith(_label(name))), None)
        if name is None or name in found:
            raise ValueError(f"{line!r} is no new field of a round")
        _, read = _FIELDS[name]
        found[name] = read(line.removeprefix(_label(name)).strip())
    missing = [name for name in _FIELDS if name not in {**found, **_USUAL}]
    if missing:
        raise ValueError(f"a round needs {', '.join(map(_label, missing))}")
    return State(setup=setup, hands=tuple(map(parse_hand, hands)), **found)


def _label(name: str) -> str:
    return name.removesuffix("_pile").replace("_", " ")


def _write_cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def _read_drawn(text: str) -> Drawn:
    face, _, pile = text.partition(" ")
    return Drawn(card(face), Pile(pile))


_FIELDS: Final[Mapping[str, tuple[Callable[[Any], str], Callable[[str], object]]]] = {
    "number": (str, read_number),
    "phase": (str, Phase),
    "starter": (str, read_number),
    "to_move": (str, read_number),
    "turn": (str, read_number),
    "drawn": (lambda drawn: f"{known(drawn.card)} {drawn.pile}", _read_drawn),
    "opened": (
        lambda seats: " ".join(map(str, sorted(seats))),
        lambda text: frozenset(map(read_number, text.split())),
    ),
    "out": (str, read_number),
    "swaps": (str, read_number),
    "reshuffles": (str, read_number),
    "passes": (str, read_number),
    "draw_pile": (_write_cards, _read_cards),
    "discard_pile": (_write_cards, _read_cards),
}
"""The fields of a round but its hands, in the order they are written: writer and reader."""

_USUAL: Final[Mapping[str, Any]] = {
    each.name: each.default for each in fields(State) if each.default is not MISSING
}
"""What a field has where nothing else is said."""

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
    hand = state.hands[seat]
    assert parse_hand(cleandoc(picture)) == hand, format_hand(hand)
    return True
