"""What everyone may know of Golf: cards, options, actions, events, and the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from pydantic import Field

from bot.game.contract import Seat
from bot.game.moves import Draw, NextRound, NotatedAction, Token, notated
from bot.game.options import Options
from bot.game.rounds import Drew, Reshuffled, RoundEnded, TurnStarted
from bot.game.slots import ByMover, GridState, Laid

ROWS, COLUMNS = 3, 4
PLACES: Final = range(ROWS * COLUMNS)
"""The places of a grid, row by row from the top left; a column has every fourth."""

DECK: Final = (*(-2,) * 5, *(-1,) * 10, *(0,) * 15, *tuple(range(1, 13)) * 10)
"""150 cards, each called by what it counts (G1.1)."""


class GolfOptions(Options):
    """What can be chosen."""

    points: int = Field(
        100,
        ge=20,
        le=300,
        title="Points",
        description="The match ends when someone has this many points (G4.2).",
    )

    @property
    def full_length(self) -> bool:
        """Whether the match goes to a hundred points (G4.2)."""
        return self.points >= 100


_PLACE: Final = Token("1[0-2]|[1-9]", lambda text: int(text) - 1, lambda place: str(place + 1))


@notated("take {place}", place=_PLACE)
class Take(NotatedAction):
    """Put the top discard in a place of one's grid (G2.2)."""

    place: int


@notated("keep {place}", place=_PLACE)
class Keep(NotatedAction):
    """Put the drawn card in a place of one's grid (G2.2)."""

    place: int


@notated("turn {place}", place=_PLACE)
class Turn(NotatedAction):
    """Discard the drawn card and turn up another (G2.3)."""

    place: int


Action: TypeAlias = Take | Draw | Keep | Turn | NextRound

Grid: TypeAlias = tuple[Laid, ...]
"""A seat's cards by place; EMPTY where a column was removed (G2.4)."""


def up_sum(grid: Grid) -> int:
    """Return the points of the cards that are face up."""
    return sum(laid.card or 0 for laid in grid if laid.up)


def column_of(place: int) -> Sequence[int]:
    """Return the places of the column that a place is in."""
    return PLACES[place % COLUMNS :: COLUMNS]


class RoundStarted(NamedTuple):
    """A round was dealt; two cards of each grid are face up (G1.3)."""

    round: int
    starter: Seat
    card: int


class Swapped(NamedTuple):
    """A card, from the discard pile or drawn, replaced ``old``, which was discarded (G2.2)."""

    seat: Seat
    place: int
    card: int
    old: int
    drawn: bool


class Turned(NamedTuple):
    """The drawn card was discarded, and another of the grid turned up (G2.3)."""

    seat: Seat
    place: int
    card: int
    discarded: int


class Removed(NamedTuple):
    """A column of three alike was removed (G2.4)."""

    seat: Seat
    column: int
    card: int


class Closed(NamedTuple):
    """A seat has no card left to turn up: all others have one more turn (G3.1)."""

    seat: Seat


_Done: TypeAlias = Drew | Swapped | Turned | Removed | Closed
Event: TypeAlias = RoundStarted | TurnStarted | _Done | Reshuffled | RoundEnded


@dataclass(frozen=True, slots=True)
class Result:
    """A scored round: what each seat's cards count, and whether the closer's double (G3.3)."""

    round: int
    closer: Seat
    sums: tuple[int, ...]
    doubled: bool

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        both = self.closer if self.doubled else None
        return tuple(sum_ * (1 + (seat == both)) for seat, sum_ in enumerate(self.sums))


class Phase(StrEnum):
    """What has to be done next."""

    TURN = "turn"
    DRAWN = "drawn"
    SCORED = "scored"
    OVER = "over"


@dataclass(frozen=True, kw_only=True)
class View(GridState):
    """The table: as a viewer sees it, or, as the rules' state, with all cards."""

    phase: Phase
    results: tuple[Result, ...] = ()
    starter: Seat
    drawn: ByMover[int | None] = None
    closer: Seat | None = None
    """The seat that was the first to have all cards turned up (G3.1)."""
