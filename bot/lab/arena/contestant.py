"""What plays in the arena.

A game's own contestants are in ``YARDSTICKS`` of ``bot.lab.arena.known``, by name::

    CONTESTANTS: Final[Mapping[str, Contestant]] = {
        "tips": seated(TipsPlayer()),  # a player as Kai is one: it sees its View alone
        "clairvoyant": seers(Clairvoyant),  # it sees the state: a bound, not an opponent
    }

What needs chance, or remembers, is made anew for each seat of every match: :func:`made`, or
:func:`seers`.
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
    """Chooses from the whole state: every card, and all chance that is still to come."""

    def choose(self, state: S, seat: Seat, legal: Sequence[A]) -> Choice[A]:
        """Return one of ``legal`` for the seat. The same arguments give the same choice."""


AnySeer: TypeAlias = Seer[Any, Any]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program, as the arena calls it.

    :func:`seated`, :func:`seer`, :func:`made` and :func:`seers` make one.
    """

    choose: Choosing
    renew: "Callable[[bytes], Contestant] | None" = None
    """From a seed, the program for one seat of one match; None where it keeps nothing."""

    def sit_down(self, seed: bytes) -> Choosing:
        """Return what chooses for one seat in one match; ``seed`` is that seat's own."""
        return (self.renew(seed) if self.renew else self).choose


def seated(player: AnyPlayer) -> Contestant:
    """Return a player that sees what its seat may know, and nothing else."""

    def choose(game: AnyGame, state: object, seat: Seat, legal: Sequence[Any]) -> Choice[Any]:
        return player.choose(game.view(state, seat), legal)

    return Contestant(choose)


def seer(program: AnySeer) -> Contestant:
    """Return a program that sees every card."""

    def choose(_: AnyGame, state: object, seat: Seat, legal: Sequence[Any]) -> Choice[Any]:
        return program.choose(state, seat, legal)

    return Contestant(choose)


def made(make: Callable[[bytes], AnyPlayer]) -> Contestant:
    """Return players that are made from a seed of 32 bytes, one for each seat of every match."""

    def renew(seed: bytes) -> Contestant:
        return seated(make(seed))

    return Contestant(renew(bytes(32)).choose, renew)


def seers(make: Callable[[], AnySeer]) -> Contestant:
    """Return programs that see every card, one made for each seat of every match."""

    def renew(_: bytes) -> Contestant:
        return seer(make())

    return Contestant(renew(bytes(32)).choose, renew)
