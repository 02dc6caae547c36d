"""Computer players and their choices, and all that Kai can do in one game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from bot.game.contract import Seat
from bot.game.moves import NextRound
from bot.kai.advice import AnyAdviser
from bot.kai.words import Reason, because

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """An action and its reason, which contains only what everyone at the table may know."""

    action: A
    reason: Reason | None = None
    """None if the game's ``explain`` finds the reason, or nobody is ever told."""


class Player(Protocol[V, A]):
    """Chooses from a View and the legal actions. It never sees a state, so it cannot cheat."""

    def choose(self, view: V, legal: Sequence[A]) -> Choice[A]:
        """Return one of ``legal``. Deterministic."""


AnyPlayer = Player[Any, Any]
"""A player of any game."""


def only_choice(legal: Sequence[A]) -> Choice[A] | None:
    """Return the only legal action with its reason; None if there is more than one."""
    if len(legal) > 1:
        return None
    (action,) = legal
    if isinstance(action, NextRound):
        return Choice(action, because("next_round"))
    return Choice(action, because("only_choice"))


def seat_of(view: Any) -> Seat:  # noqa: ANN401 - a View of any game
    """Return the seat that is looking, which has choices; ``ValueError`` for a spectator."""
    if view.viewer is None:
        raise ValueError("a spectator has no choices")
    seat: Seat = view.viewer
    return seat


class PlainPlayer:
    """Plays games for which there is no real player: legally, but without thinking."""

    def choose(self, view: object, legal: Sequence[Any]) -> Choice[Any]:
        """Return the legal action that the hash of the View selects."""
        text = "\n".join((repr(view), *map(str, legal)))
        number = int.from_bytes(sha256(text.encode()).digest(), "big")
        return Choice(legal[number % len(legal)], because("plays_along"))


USUAL_LEVEL: Final = "normal"
"""The level that exists in every game."""

Explainer: TypeAlias = Callable[[Any, Sequence[Any], Any], Reason]
"""Returns the reason for an action, from a View and the legal actions."""


@dataclass(frozen=True, slots=True)
class Kai:
    """Everything that Kai can do in one game."""

    players: Mapping[str, AnyPlayer]
    """By level, the default level first."""
    late: AnyPlayer | None = None
    """Plays turns whose time has run out, if they are not played as Kai's own."""
    adviser: AnyAdviser | None = None
    """None if the game has no adviser."""
    reviewer: AnyAdviser | None = None
    """Evaluates all choices of a match; None if the adviser is quick enough."""
    open_hands: bool = False
    """Whether no seat has hidden information after a turn: everyone may see evaluations then."""
    version: int = 1
    """Grows with every change to a level's choices: results say whom people met."""
    changed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """By level, the versions in which it began to play differently."""
    advice_version: int | None = None
    """Grows with every change to what adviser or reviewer say: reviews are made again."""
    explain: Explainer | None = None
    """Explains any choice; None if the players return their own reasons."""
    compiled: Collection[str] = ()
    """The levels that think in machine code, as adviser and reviewer do, too."""
    prepare: Callable[[Any, Sequence[Any]], bool] | None = None
    """Compiles what a thought about a View and its legal actions needs; says whether it could.

    It may take half a minute. None if no level needs machine code.
    """
    ratings: Mapping[str, int] = field(default_factory=dict)
    """What the league takes each play to be worth in points, with the usual level at 1500.

    By names of :meth:`play`, such as ``hard 2``. Each step is 400 log10(p / (1 - p)) for the share
    p of wins in ``docs/arena.md``. Those of former plays stay; what was not measured is left out.
    """

    def play(self, level: str, version: int | None = None) -> str:
        """Return how a level played in a version, today if None: such as ``hard 2``.

        A level's number stays as long as it plays the same.
        """
        until = self.version if version is None else version
        since = max(
            (change for change in self.changed.get(level, ()) if change <= until), default=1
        )
        return f"{level} {since}"


PLAIN: Final = Kai(players={USUAL_LEVEL: PlainPlayer()})
"""For a game without players of its own."""
