"""Positions of Chow Pow! as pictures and moves in notation: what the tests of its rules use.

A grid is four rows of four piles, each from its top card down: ``F1/V2``, and ``-`` where nothing
lies. ``F1!`` was seen and is still shown, ``F1'`` was seen and is covered or forgotten. Hands are
those of the seats, one after the other: ``F1F2 - W3'`` (that Wild was seen by all).
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.game.held import Held
from bot.game.rounds import Setup
from bot.games.chowpow.rules.cards import SLOTS, Card, Grid, GridCard, read_cards, write_cards
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.hand import Hand
from bot.games.chowpow.rules.options import ChowpowOptions, Deck
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase
from tests.game.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Callable


GRID = """
    F1 V2 B3 G4
    S5 E6 F2 V3
    B4 G5 S6 E1
    F3 V4 B5 G6
"""
"""No two neighbours of it match."""

E = TypeVar("E")

_playing = Playing(CHOWPOW)
mover, watch, do, legal = _playing.mover, _playing.watch, _playing.do, _playing.legal

_MARKED = re.compile("([A-Z][1-9])([!']?)")


def grid(picture: str) -> Grid:
    piles = tuple(
        tuple(
            GridCard(card(shown), seen=bool(mark), shown=mark == "!")
            for shown, mark in _MARKED.findall(pile)
        )
        for pile in picture.split()
    )
    assert len(piles) == len(SLOTS)
    return piles


def drawing(of: Grid) -> list[str]:
    """Draw the piles of a grid, row by row: the twin of :func:`grid`."""
    piles = [
        "/".join(f"{each.card}{'!' if each.shown else chr(39) * each.seen}" for each in pile) or "-"
        for pile in of
    ]
    return [" ".join(piles[row : row + 4]) for row in range(0, 16, 4)]


def card(text: str) -> Card:
    (only,) = read_cards(text)
    return only


def cards(text: str) -> tuple[Card, ...]:
    """Read cards that stand together; ``-`` is none."""
    return () if text == "-" else read_cards(text)


def hand(text: str) -> Hand:
    return tuple(Held(card(shown), known=bool(mark)) for shown, mark in _MARKED.findall(text))


def at(
    hands: str, picture: str = GRID, options: ChowpowOptions | None = None, **given: str
) -> State:
    """Return a state: seat 0 has to flip in its second turn of game 1; the deck is known.

    ``given`` are fields in words: ``draw_pile="S1 E2"``, ``won="F1 -"``, ``phase="pow"``.
    """
    read: dict[str, Callable[[str], object]] = {
        "number": int, "starter": int, "to_move": int, "turns": int, "last": int, "due": int,
        "phase": Phase,
        "draw_pile": lambda text: tuple(map(card, text.split())),
        "won": lambda text: tuple(map(cards, text.split())),
    }  # fmt: skip
    fields: dict[str, Any] = {name: read[name](text) for name, text in given.items()}
    held = tuple(map(hand, hands.split()))
    state = State(
        setup=Setup(options or ChowpowOptions(), len(held), Chance(bytes(32))),
        number=1,
        phase=Phase.FLIP,
        starter=0,
        to_move=0,
        turn=len(held) + 1,
        stretch=len(held) + 1,
        turns=len(held) + 1,
        hands=held,
        grid=grid(picture),
        draw_pile=cards("S1E2F4V5B6G1"),
        won=((),) * len(held),
        due=2 if held[0] else 3,
    )
    return replace(state, **fields)


def pow_at(
    hands: str, picture: str = GRID, options: ChowpowOptions | None = None, **given: str
) -> State:
    return at(hands, picture, options, phase="pow", **given)


def refusal(state: State, action: str, seat: Seat | None = None) -> str:
    """Return the rule by which a seat, else the one to decide, may not do something."""
    return _playing.refusal(state, action, seat).rule


def of(kind: type[E], happened: list[object]) -> list[E]:
    return [event for event in happened if isinstance(event, kind)]


def held(state: State, seat: Seat = 0) -> str:
    """Write a seat's hand in the order in which the cards came."""
    return write_cards(each.card for each in state.hands[seat])


def won(state: State) -> list[str]:
    return [write_cards(each) for each in state.won]


def write_deck_file(deck: Deck) -> str:
    """Return the text of a deck's file, so that ``read_deck_file`` gives the deck again."""
    factions = (
        f'[[faction]]\ncode = "{code}"\nname = "{name}"\n'
        f"numbers = [{', '.join(map(str, numbers))}]\ncopies = {copies}\n"
        for code, name, numbers, copies in deck.factions
    )
    wilds = (
        f"[{key}]\nnumber = {each.number}\ncopies = {each.copies}\n"
        for key, each in (("wild", deck.wild), ("team_up", deck.team_up))
    )
    return "\n".join((*factions, *wilds))
