"""Games of rounds whose state says of each field of cards who knows them: ``hands: ByOwner[...]``.

From that follow the View, which cards a viewer can't tell apart, what is counted, and how a View
can be imagined as a state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeVar, get_type_hints

from bot.game.contract import Seat, Step, Viewer
from bot.game.deck import SECRET_BYTES, Chance, without
from bot.game.held import Change, Knows, everyone, nobody, only
from bot.game.rounds import Reshuffled, RoundGame, RoundState, Setup, TurnStarted, replace

T = TypeVar("T")

NO_CHANCE: Final = Chance(b"")
"""In a View, in the place of the match's own."""


class Known(Enum):
    """Who knows the cards of a field; a :class:`Laid` card that is face up is known to everyone."""

    EVERYONE = "everyone"
    NOBODY = "nobody"
    MOVER = "the seat to move"
    OWNER = "each seat its own: the field has something for each seat"


Public = Annotated[T, Known.EVERYONE]
Hidden = Annotated[T, Known.NOBODY]
ByMover = Annotated[T, Known.MOVER]
ByOwner = Annotated[T, Known.OWNER]
"""The type of a field of cards. In a View, None stands for each unknown card.

Cards are any values but tuples; they lie alone, in tuples, or in tuples of tuples.
"""


class Laid(NamedTuple):
    """A card on the table, face up or down."""

    card: Any
    """None in the Views of those who don't know it."""
    up: bool = False


EMPTY: Final = Laid(None, up=True)
"""A place without a card."""


@dataclass(frozen=True, kw_only=True)
class SlotState(RoundState):
    """The base of a state that is a View, too."""

    viewer: Viewer = None
    """In a View, the seat that is looking; None for a spectator."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setup.seats

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.number


@dataclass(frozen=True, kw_only=True)
class PiledState(SlotState):
    """A state with a draw pile and a discard pile, from the top down."""

    draw_pile: Hidden[tuple[Any, ...]]
    discard_pile: Public[tuple[Any, ...]]
    reshuffles: int = 0
    """In this round."""


@dataclass(frozen=True, kw_only=True)
class GridState(PiledState):
    """A state in which each seat has a grid of cards on the table."""

    grids: Hidden[tuple[tuple[Laid, ...], ...]]


S = TypeVar("S", bound=SlotState)
P = TypeVar("P", bound=PiledState)


def opening(setup: Setup[Any], before: RoundState | None, *, turns: int = 0) -> Mapping[str, Any]:
    """Return the fields that a round begins with, and with it at once some ``turns``."""
    if before is None:
        return {"setup": setup, "number": 1, "turn": turns}
    past = {"turn": before.turn + turns, "results": before.results}
    return {"setup": setup, "number": before.number + 1, **past}


def begin_turn(state: S, seat: Seat, phase: StrEnum, *, last: bool = False) -> Step[S]:
    """Return the state in which a seat begins its turn."""
    begun = replace(state, phase=phase, to_move=seat, turn=state.turn + 1)
    return Step(begun, (TurnStarted(seat, last),))


def draw(state: P) -> tuple[Any, Step[P]]:
    """Draw a card; all discards but the top one become the draw pile first if that is empty."""
    events: tuple[object, ...] = ()
    if not state.draw_pile:
        number, (top, *rest) = state.reshuffles + 1, state.discard_pile
        pile = state.setup.chance.shuffled(state.number, f"reshuffle {number}", rest)
        state = replace(state, draw_pile=tuple(pile), discard_pile=(top,), reshuffles=number)
        events = (Reshuffled(len(pile)),)
    card, *left = state.draw_pile
    return card, Step(replace(state, draw_pile=tuple(left)), events)


def discard(state: P, *cards: object) -> P:
    """Return the state with cards on top of the discard pile, the first one uppermost."""
    return replace(state, discard_pile=(*cards, *state.discard_pile))


def swapped(row: Sequence[T], at: int, value: T) -> tuple[T, ...]:
    """Return a row with another value in one place."""
    values = [*row]
    values[at] = value
    return tuple(values)


class SlotGame(RoundGame[S, S]):
    """The rules of such a game."""

    state: ClassVar[type[SlotState]]
    deck: ClassVar[Sequence[Any]]
    """All cards, each of which lies somewhere in every state."""
    _known: ClassVar[Mapping[str, Known]]

    def __init_subclass__(cls) -> None:
        """Note who knows which field."""
        super().__init_subclass__()
        cls._known = {
            name: known
            for name, hint in get_type_hints(cls.state, include_extras=True).items()
            for known in getattr(hint, "__metadata__", ())
            if isinstance(known, Known)
        }

    def deck_of(self, _setup: Setup[Any]) -> Sequence[Any]:
        """Return all cards of a match: others than ``deck`` where seats or options say so."""
        return self.deck

    def view(self, state: S, viewer: Viewer) -> S:
        """Return the state without what the viewer may not know: None in its place."""
        seen = {
            name: _seen(getattr(state, name), known, state.to_move, viewer)
            for name, known in self._known.items()
        }
        setup = state.setup._replace(chance=NO_CHANCE)
        return replace(state, viewer=viewer, setup=setup, **seen)

    def slots(self, state: S, change: Change) -> S:
        """Return the state with ``change(card, knows)`` in the place of each card."""
        values = {
            name: _field(getattr(state, name), known, state.to_move, change)
            for name, known in self._known.items()
        }
        return replace(state, **values)

    def revealed(self, state: S) -> S:
        """Return the state with all cards face up that lie in players' grids."""
        values = {name: _opened(getattr(state, name)) for name in self._known}
        return replace(state, **values)

    def imagine(self, view: S, number: int) -> S:
        """Return a state that the mover's View may be of; each number gives another one."""
        chance = Chance(number.to_bytes(SECRET_BYTES, "big"))
        seen = (card for card, _ in self._lying(view) if card is not None)
        new = iter(chance.shuffled(0, "imagined", without(self.deck_of(view.setup), seen)))
        state = self.slots(view, lambda card, _: next(new) if card is None else card)
        return replace(state, viewer=None, setup=view.setup._replace(chance=chance))


def _field(value: Any, known: Known, mover: Seat, change: Change) -> Any:  # noqa: ANN401 - cards
    """Return a field with its cards changed; alone, None is no card."""
    if value is None:
        return None
    if known is Known.OWNER:
        return tuple(_lain(own, only(seat), change) for seat, own in enumerate(value))
    knows = {Known.EVERYONE: everyone, Known.NOBODY: nobody, Known.MOVER: only(mover)}[known]
    return _lain(value, knows, change)


def _seen(value: Any, known: Known, mover: Seat, viewer: Viewer) -> Any:  # noqa: ANN401 - cards
    """What :func:`_field` would return for a viewer, ten times as fast."""
    if known is Known.EVERYONE or (known is Known.MOVER and viewer == mover):
        return value
    if known is Known.OWNER:
        return tuple(own if seat == viewer else _hidden(own) for seat, own in enumerate(value))
    return _hidden(value)


def _opened(value: Any) -> Any:  # noqa: ANN401 - a card or cards
    if isinstance(value, Laid):
        return value._replace(up=True)
    return tuple(map(_opened, value)) if isinstance(value, tuple) else value


def _hidden(value: Any) -> Any:  # noqa: ANN401 - a card or cards
    if isinstance(value, Laid):
        return value if value.up else Laid(None)
    if not isinstance(value, tuple):
        return None
    if value and isinstance(value[0], tuple):
        return tuple(map(_hidden, value))
    return (None,) * len(value)


def _lain(value: Any, knows: Knows, change: Change) -> Any:  # noqa: ANN401 - a card or cards
    if value == EMPTY:
        return value
    if isinstance(value, Laid):
        return value._replace(card=change(value.card, everyone if value.up else knows))
    if isinstance(value, tuple):
        return tuple(_lain(each, knows, change) for each in value)
    return change(value, knows)
