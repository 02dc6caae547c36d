"""Kai's players, adviser and explanations for one game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bot.kai.advice import AnyAdviser
from bot.kai.plain import PlainPlayer
from bot.kai.player import AnyPlayer
from bot.kai.reason import Reason

__all__ = ["PLAIN", "USUAL_LEVEL", "Explainer", "Kai"]

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
    """Evaluates choices; None if the game has no adviser."""
    reviewer: AnyAdviser | None = None
    """Evaluates all choices of a match, more quickly; None if the adviser is quick enough."""
    open_hands: bool = False
    """Whether no seat has hidden information after a turn.

    Then everybody may see the evaluation of Kai's choices. Otherwise only the owner of a seat is
    told what its choices are worth, until the match is over.
    """
    version: int = 1
    """Grows with every change to a level's choices: results say whom people met."""
    changed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """By level, the versions in which it began to play differently; all others play as at first."""
    advice_version: int | None = None
    """Grows with every change to what adviser or reviewer say: reviews are then made again."""
    explain: Explainer | None = None
    """Explains any choice, by any player; None if the players return their own reasons."""
    compiled: Collection[str] = ()
    """The levels that think in machine code, as adviser and reviewer do, too.

    All others need none, and play while it is being made.
    """
    prepare: Callable[[], bool] | None = None
    """Loads what the first thought would wait for, and compiles it; says whether it could be.

    It may take half a minute. None if no level needs machine code.
    """
    ratings: Mapping[str, int] = field(default_factory=dict)
    """What the league takes each play to be worth in points, with the usual level at 1500.

    The keys are names of :meth:`play`, such as ``hard 2``. Each step is 400 log10(p / (1 - p)) for
    the share p of wins in ``docs/arena.md``. Those of former plays stay, for results of their time;
    what was not measured is left out.
    """

    def play(self, level: str, version: int | None = None) -> str:
        """Return the name of how a level played in a version, today if None: such as ``hard 2``.

        A level's number stays as long as it plays the same.
        """
        until = self.version if version is None else version
        since = max(
            (change for change in self.changed.get(level, ()) if change <= until), default=1
        )
        return f"{level} {since}"


PLAIN: Final = Kai(players={USUAL_LEVEL: PlainPlayer()})
"""For a game without players of its own."""
