"""The protocol of the Views of games in rounds, which the shared code of faces uses."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from bot.game.contract import Seat, Viewer
from bot.game.standing import Scored

__all__ = ["RoundView", "V", "is_over", "is_scored"]


class RoundView(Protocol):
    """A View of a game that is played in rounds."""

    @property
    def viewer(self) -> Viewer:
        """The seat that is looking, None for a spectator."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def round(self) -> int:
        """The round in play or just scored, from 1."""

    @property
    def phase(self) -> StrEnum:
        """The phase: ``scored`` between two rounds, ``over`` after the match."""

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is."""

    @property
    def turn(self) -> int:
        """The number of the turn, growing over all rounds."""

    @property
    def results(self) -> Sequence[Scored]:
        """The scored rounds."""


V = TypeVar("V", bound=RoundView)


def is_over(view: RoundView) -> bool:
    """Whether the match is over."""
    return view.phase.value == "over"


def is_scored(view: RoundView) -> bool:
    """Whether the last round is scored and the next one has not begun."""
    return view.phase.value in ("scored", "over")
