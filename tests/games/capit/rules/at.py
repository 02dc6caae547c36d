"""Positions of CAP-IT as pictures and moves in notation: what the tests of its rules use.

A hand is a line of cards: ``7H TS 2D X``; ``+`` before a card that all have seen going there, ``!``
before a fresh one.
"""

from dataclasses import replace
from inspect import cleandoc
from typing import Any

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.game.held import Held
from bot.game.rounds import Setup
from bot.games.capit.rules.cards import Card, read_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Kind, Meld, read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Laid, Phase
from tests.game.playing import Playing

ANY = CapitOptions(run_suit=RunSuit.ANY)

_playing = Playing(CAPIT)
watch, do, legal, refusal = _playing.watch, _playing.do, _playing.legal, _playing.refusal


def card(text: str) -> Card:
    (found,) = read_cards(text)
    return found


def held(text: str) -> Held[Card]:
    return Held(card(text.lstrip("+!")), known="+" in text, fresh="!" in text)


def meld(text: str, run_suit: RunSuit = RunSuit.SAME) -> Meld:
    """Read a meld: ``set 7H7S2D`` or ``run 2H9STS``."""
    kind, cards = text.split()
    return read_meld(Kind(kind), read_cards(cards), run_suit)


def at(
    hands: str,
    melds: str = "",
    options: CapitOptions | None = None,
    *,
    laid: str = "",
    phase: str = Phase.PLAY,
    draw_pile: str = "3D 4D 5D 6D",
    discard_pile: str = "QC",
    **fields: Any,  # noqa: ANN401 - fields of the state
) -> State:
    """Return a state in which seat 0 has to lay and discard in round 1.

    Without lines for them, seats have a three of clubs each. ``melds`` are lines such as ``1 set
    7H7S2D``: the seat and the meld; who has one has laid the contract, as has who is in ``laid``.
    """
    options = options or CapitOptions()
    rows = cleandoc(hands).split("\n")
    rows += ["3C"] * (4 - len(rows))
    table = tuple(
        Laid(int(line[0]), meld(line[2:], options.run_suit))
        for line in cleandoc(melds).splitlines()
    )
    state = State(
        setup=Setup(options, len(rows), Chance(bytes(32))),
        number=1,
        phase=Phase(phase),
        dealer=len(rows) - 1,
        to_move=0,
        turn=1,
        hands=tuple(tuple(map(held, row.split())) for row in rows),
        melds=table,
        laid=frozenset((*(each.seat for each in table), *map(int, laid.split()))),
        draw_pile=_pile(draw_pile),
        discard_pile=_pile(discard_pile),
    )
    return replace(state, **fields)


def _pile(text: str) -> tuple[Card, ...]:
    return read_cards(text.replace(" ", "")) if text else ()


def hand(state: State, seat: Seat = 0) -> str:
    return " ".join(f"{'+' * one.known}{'!' * one.fresh}{one.card}" for one in state.hands[seat])


def laid(state: State) -> list[str]:
    return [f"{each.seat} {each.meld}" for each in state.melds]
