"""Scenes of CAP-IT: positions in words, with names around the table."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.face.face import Scene
from bot.face.screen import Screen
from bot.game.contract import SPECTATOR, Viewer
from bot.game.deck import Chance
from bot.games.capit.face import FACE
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.cards import read_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Kind, read_meld
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import Held, Laid, Phase, Setup, State
from bot.games.capit.rules.view import View
from tests.face.moments import Moment as AnyMoment
from tests.face.moments import moments as any_moments
from tests.face.moments import signs
from tests.game.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = CapitOptions(rounds=2, stall_circuits=1)

Moment: TypeAlias = AnyMoment[State, Action, View, CapitOptions]

_playing = Playing(CAPIT)
watch, do, legal = _playing.watch, _playing.do, _playing.legal


def moments(seats: int, seed: int, options: CapitOptions = SHORT) -> Iterator[Moment]:
    """Play a short match at random and yield each of its positions."""
    return any_moments(CAPIT, seats, seed, options)


def at(hands: str, melds: str = "", options: CapitOptions | None = None, **fields: Any) -> State:  # noqa: ANN401 - of the state
    """Return a state of four seats: seat 0 has to play in round 1.

    Each line of ``hands`` is a hand, ``7H* 2D+``: ``*`` for a fresh card, ``+`` for a known one;
    missing ones have two cards. Each line of ``melds`` is its owner and a meld: ``0 set 7H7S2D``.
    """
    chosen = options or CapitOptions()
    rows = [_hand(line) for line in hands.strip().splitlines()]
    rows += [_hand("KC QD")] * (fields.pop("seats", 4) - len(rows))
    laid = tuple(_laid(line, chosen) for line in melds.strip().splitlines())
    read: dict[str, Callable[[str], object]] = {
        "phase": Phase,
        "draw_pile": lambda text: read_cards(text) if text else (),
        "discard_pile": lambda text: read_cards(text) if text else (),
    }
    given = {
        name: read[name](value) if name in read and isinstance(value, str) else value
        for name, value in fields.items()
    }
    usual: dict[str, Any] = {
        "number": 1,
        "phase": Phase.PLAY,
        "dealer": len(rows) - 1,
        "to_move": 0,
        "turn": 2,
        "hands": tuple(rows),
        "draw_pile": read_cards("5D8H9H"),
        "discard_pile": read_cards("6H"),
        "melds": laid,
        "laid": frozenset(each.seat for each in laid),
    }
    return State(setup=Setup(chosen, len(rows), Chance(bytes(32))), **usual | given)


def _hand(line: str) -> tuple[Held, ...]:
    return tuple(
        Held(read_cards(word.rstrip("*+"))[0], known="+" in word, fresh="*" in word)
        for word in line.split()
    )


def _laid(line: str, options: CapitOptions) -> Laid:
    seat, kind, cards = line.split()
    return Laid(int(seat), read_meld(Kind(kind), read_cards(cards), options.run_suit))


def scene(state: State, viewer: Viewer = SPECTATOR, events: Sequence[object] = ()) -> Scene[View]:
    """Return what a viewer is shown of a position."""
    return Scene(CAPIT.view(state, viewer), signs(len(state.hands)), "", tuple(events))


def screen(state: State, seat: int = 0, focus: str = "", events: Sequence[object] = ()) -> Screen:
    """Return a seat's private hand."""
    return FACE.screen(scene(state, seat, events), CAPIT.legal(state, seat), focus)
