"""Contestants: the interface between the arena and the programs that play in it.

A game's own contestants are in ``YARDSTICKS`` of ``bot.lab.arena.known``, by name::

    CONTESTANTS: Final[Mapping[str, Contestant]] = {
        "tips": seated(TipsPlayer()),  # a player like Kai's: gets only its View
        "clairvoyant": seers(Clairvoyant),  # gets the state: an upper bound, not an opponent
    }

Programs that are random or have a memory are created anew for each seat of every match: see
:func:`made` and :func:`seers`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from bot.game.contract import AnyGame, Seat
from bot.kai.player import AnyPlayer, Choice

__all__ = ["AnySeer", "Choosing", "Contestant", "Seer", "made", "seated", "seer", "seers"]

S = TypeVar("S", contravariant=True)
A = TypeVar("A")

Choosing: TypeAlias = Callable[[AnyGame, Any, Seat, Sequence[Any]], Choice[Any]]
"""Chooses for a seat, from a game, its state, and the seat's legal actions."""


class Seer(Protocol[S, A]):
    """A program that sees the whole state: every card, and all future chance."""

    def choose(self, state: S, seat: Seat, legal: Sequence[A]) -> Choice[A]:
        """Return one of ``legal`` for the seat. Deterministic."""


AnySeer: TypeAlias = Seer[Any, Any]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program in the form that the arena uses.

    Created by :func:`seated`, :func:`seer`, :func:`made` and :func:`seers`.
    """

    choose: Choosing
    renew: "Callable[[bytes], Contestant] | None" = None
    """Makes the program for one seat of one match, from a seed; None if it has no state."""

    def sit_down(self, seed: bytes) -> Choosing:
        """Return the chooser for one seat in one match; ``seed`` is different for each seat."""
        return (self.renew(seed) if self.renew else self).choose


def seated(player: AnyPlayer) -> Contestant:
    """Return a contestant for a player that sees only its View."""

    def choose(game: AnyGame, state: object, seat: Seat, legal: Sequence[Any]) -> Choice[Any]:
        return player.choose(game.view(state, seat), legal)

    return Contestant(choose)


def seer(program: AnySeer) -> Contestant:
    """Return a contestant for a program that sees every card."""

    def choose(_: AnyGame, state: object, seat: Seat, legal: Sequence[Any]) -> Choice[Any]:
        return program.choose(state, seat, legal)

    return Contestant(choose)


def made(make: Callable[[bytes], AnyPlayer]) -> Contestant:
    """Return a contestant whose players are made from 32-byte seeds, for each seat and match."""

    def renew(seed: bytes) -> Contestant:
        return seated(make(seed))

    return Contestant(renew(bytes(32)).choose, renew)


def seers(make: Callable[[], AnySeer]) -> Contestant:
    """Return a contestant whose all-seeing programs are made for each seat and match."""

    def renew(_: bytes) -> Contestant:
        return seer(make())

    return Contestant(renew(bytes(32)).choose, renew)
