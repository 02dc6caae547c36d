"""Where a match stands, as the Views of all games that are played in rounds tell it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from bot.game.contract import Seat, Viewer
from bot.game.standing import Scored

__all__ = ["InRounds", "V", "is_over", "is_scored"]


class InRounds(Protocol):
    """What these Views have in common."""

    @property
    def viewer(self) -> Viewer:
        """Who looks."""

    @property
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def round(self) -> int:
        """The round in play or just scored, from 1."""

    @property
    def phase(self) -> StrEnum:
        """What has to be done: ``scored`` between two rounds, ``over`` after the match."""

    @property
    def to_move(self) -> Seat:
        """Whose turn it is."""

    @property
    def turn(self) -> int:
        """Grows by one with each turn."""

    @property
    def results(self) -> Sequence[Scored]:
        """The rounds scored so far."""


V = TypeVar("V", bound=InRounds)


def is_over(view: InRounds) -> bool:
    """Whether the match has ended."""
    return view.phase.value == "over"


def is_scored(view: InRounds) -> bool:
    """Whether the last round is scored and the next one has not begun."""
    return view.phase.value in ("scored", "over")
