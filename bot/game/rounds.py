"""A base for games of rounds: the match, its pauses and totals, and who knows which card.

A game adds to :class:`RoundGame` how a round is dealt, its moves, its View, and ``slots``, which
says where cards lie and who knows them.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from bot.game.contract import (
    ROUNDS_WON,
    Fact,
    Outcome,
    Pot,
    Scored,
    Scoring,
    Seat,
    Share,
    Stage,
    Step,
    Tell,
    Viewer,
    check_seats,
    counted,
    ranks,
    rounds_won,
    totals,
)
from bot.game.deck import Chance
from bot.game.held import Change, Knows
from bot.game.moves import (
    Move,
    MovesGame,
    NextRound,
    action_parser,
    allowed,
    always_allowed,
    next_round,
)
from bot.game.options import Options

SCORED: Final = "scored"
OVER: Final = "over"
"""Phases of every game: in the pause between rounds, and after the match."""

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741 - options

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - for others to import
else:

    def replace(value: T, **changes: object) -> T:
        """Do the same as ``dataclasses.replace`` in a tenth of the time; for classes without slots.

        To the type checker it is that function, which knows the fields.
        """
        copy = object.__new__(type(value))
        if len(value.__dict__) > 30:  # Up to here, Python keeps the names once for a class.
            object.__setattr__(copy, "__dict__", {**value.__dict__, **changes})
        else:
            copy.__dict__.update(value.__dict__, **changes)
        return copy


class Setup(NamedTuple, Generic[O]):
    """The constants of a match."""

    options: O
    seats: int
    chance: Chance


@dataclass(frozen=True, kw_only=True)
class RoundState:
    """What a state has in every game of rounds; no slots, see :func:`replace`."""

    setup: Setup[Any]
    number: int
    phase: StrEnum
    to_move: Seat
    turn: int
    """How many turns have begun in the match."""
    results: tuple[Scored, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's sum of points."""
        return totals(self.setup.seats, self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRound:
    """What a View has in every game of rounds, as :class:`bot.face.face.RoundView` wants it."""

    viewer: Viewer
    seats: int
    options: Any
    round: int
    phase: StrEnum
    to_move: Seat
    turn: int
    """How many turns have begun in the match."""
    results: tuple[Scored, ...]
    totals: tuple[int, ...]
    """Each seat's sum of points."""


def seen_by(viewer: Viewer, state: RoundState, common: type) -> Mapping[str, Any]:
    """Return the public fields of a View: all of :class:`SeenRound`, and of a ``common`` base."""
    return {
        **{name: getattr(state, name) for name in _names(common)},
        "viewer": viewer,
        "seats": state.setup.seats,
        "options": state.setup.options,
        "round": state.number,
        "phase": state.phase,
        "to_move": state.to_move,
        "turn": state.turn,
        "results": state.results,
        "totals": state.totals,
    }


@cache
def _names(common: type[Any]) -> Sequence[str]:
    return [field.name for field in fields(common)]


S = TypeVar("S", bound=RoundState)
V = TypeVar("V")


class TurnStarted(NamedTuple):
    """A seat's turn began; ``last`` if it is its last one in this round."""

    seat: Seat
    last: bool = False


class Drew(NamedTuple):
    """A seat drew the top card of the draw pile, which only this seat sees."""

    seat: Seat


class Discarded(NamedTuple):
    """A seat discarded a card."""

    seat: Seat
    card: Any


class Declined(NamedTuple):
    """A seat declined to do what it was asked for."""

    seat: Seat


class Reshuffled(NamedTuple):
    """The discards except the top one became the new draw pile, of this many cards."""

    cards: int


class RoundEnded(NamedTuple):
    """A round was scored; the result is one of the game's own."""

    result: Any


class MatchEnded(NamedTuple):
    """The last round was scored; ranks and points of each seat."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]


class Tells(NamedTuple):
    """A line of facts for profiles (:mod:`bot.game.contract`): name, label, and events."""

    name: str
    label: str
    event: type[Any] | tuple[type[Any], ...]
    counts: Callable[[Any], Sequence[int] | Mapping[Seat, int]] | None = None
    """How often for each seat, or some; None if the event's own seat has done it once."""


def sole(
    phase: StrEnum,
    kind: type[Any],
    carry_out: Callable[[S, Seat, Any], Step[S]],
    verify: Callable[[S, Seat, Any], None] = always_allowed,
) -> Move[S]:
    """Return a move without fields, such as to draw; ``verify`` raises where it is not legal."""
    action = kind()
    always = (action,) if verify is always_allowed else ()

    def listed(state: S, seat: Seat) -> Sequence[Any]:
        return always or ((action,) if allowed(verify, state, seat, action) else ())

    return Move(phase, (kind,), listed, carry_out, verify)


def at_places(
    phase: StrEnum,
    kind: type[Any],
    places: Sequence[int],
    carry_out: Callable[[S, Seat, Any], Step[S]],
    verify: Callable[[S, Seat, Any], None] = always_allowed,
) -> Move[S]:
    """Return a move whose one field is a place; ``verify`` raises where it is not legal."""

    def listed(state: S, seat: Seat) -> Iterator[Any]:
        return (kind(at) for at in places if allowed(verify, state, seat, kind(at)))

    return Move(phase, (kind,), listed, carry_out, verify)


def end_round(state: S, result: Scored, *, last: bool) -> Step[S]:
    """Return the state after a round was scored; the match is over if it was the ``last``."""
    phase = type(state.phase)(OVER if last else SCORED)
    ended = replace(state, phase=phase, results=(*state.results, result))
    return Step(ended, (RoundEnded(result),))


@cache
def _alone(seat: Seat) -> frozenset[Seat]:
    return frozenset((seat,))


def _kinds(fact: Tells) -> Sequence[type[Any]]:
    return fact.event if isinstance(fact.event, tuple) else (fact.event,)


class RoundGame(MovesGame[S], Generic[S, V]):
    """The rules of a game of rounds in which one seat after the other acts.

    A game overrides what differs. Its table has all moves but the one of the pause.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    scoring: ClassVar[Scoring]
    options: ClassVar[type[Options]]
    ended: ClassVar[str] = "all rounds played"
    """Why a match ends, in a few words."""
    tells: ClassVar[Sequence[Tells]] = ()
    """The facts for profiles, in their order; that of rounds won needs no line."""
    facts: ClassVar[Mapping[type[Any], Tell]]
    fact_labels: ClassVar[Mapping[str, str]]
    lists_all: ClassVar[bool] = True
    divide: Callable[[Any, Pot], Sequence[Share]] | None = None

    def __init_subclass__(cls) -> None:
        """Note what events tell."""
        super().__init_subclass__()
        labels = {ROUNDS_WON: "rounds won", **{fact.name: fact.label for fact in cls.tells}}
        cls.fact_labels = MappingProxyType(labels)
        kinds: set[type[Any]] = {RoundEnded, *(kind for fact in cls.tells for kind in _kinds(fact))}
        by_kind = {kind: [fact for fact in cls.tells if kind in _kinds(fact)] for kind in kinds}
        cls.facts = MappingProxyType(
            {kind: partial(cls._told, told) for kind, told in by_kind.items()}
        )

    def __init__(self) -> None:
        phases = type(self.moves[0].phase)
        self._scored, self._over = phases(SCORED), phases(OVER)
        super().__init__(next_round(phases(SCORED), lambda state: self.deal(state.setup, state)))
        kinds = {kind: None for move in self.moves for kind in move.kinds}
        self.parse: Final[Callable[[str], Any]] = action_parser(self.title, (*kinds, NextRound))

    @classmethod
    def _told(cls, tells: Sequence[Tells], event: Any) -> Sequence[Fact]:  # noqa: ANN401 - of any game
        facts: list[Fact] = []
        if isinstance(event, RoundEnded):
            points = event.result.points
            best = min(points) if cls.scoring.best == "lowest" else max(points)
            facts += rounds_won(points, best)
        for fact in tells:
            if fact.counts is None:
                facts.append(Fact(event.seat, fact.name))
            else:
                facts += counted(fact.name, fact.counts(event))
        return facts

    @abstractmethod
    def deal(self, setup: Setup[Any], before: S | None) -> Step[S]:
        """Deal a round; ``before`` is the state in which the last one was scored, None at first."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """Return what the viewer may know, and nothing else."""

    @abstractmethod
    def slots(self, state: S, change: Change) -> S:
        """Return the state with ``change(card, knows)`` in the place of each card, in any order.

        ``knows`` says who knows it there: :func:`everyone`, :func:`nobody`, :func:`only`.
        """

    def revealed(self, state: S) -> S:
        """Return the state with all cards face up that lie in players' hands on the table."""
        return state

    def most_rounds(self, _options: Any) -> int | None:  # noqa: ANN401 - each game has its own
        """Return how many rounds a match has at most; None if nobody can say."""
        return None

    def new(self, options: Any, seats: int, chance: Chance) -> Step[S]:  # noqa: ANN401 - as above
        """Deal the first round; ``ValueError`` if the game has no such number of seats."""
        check_seats(self, seats)
        return self.deal(Setup(options, seats, chance), None)

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seat to move, all in a pause, none after the match."""
        if state.phase is self._scored:
            return frozenset(range(state.setup.seats))
        return frozenset() if state.phase is self._over else _alone(state.to_move)

    def stage(self, state: S) -> Stage:
        """Return the stage; the scoring of a round counts as a turn."""
        turn = state.turn + len(state.results)
        return Stage(
            round=state.number,
            rounds=self.most_rounds(state.setup.options),
            turn=turn,
            own_turn=turn,
            paused=state.phase == SCORED,
        )

    def match_ranks(self, state: S) -> tuple[int, ...]:
        """Return each seat's rank over all rounds: by totals."""
        lowest = self.scoring.best == "lowest"
        return ranks([-score if lowest else score for score in state.totals])

    def why_over(self, _state: S) -> str:
        """Return why a match has ended, in a few words."""
        return self.ended

    def outcome(self, state: S) -> Outcome | None:
        """Return the ranks and the points, once the match is over."""
        if state.phase != OVER:
            return None
        return Outcome(
            self.why_over(state),
            self.match_ranks(state),
            state.totals,
            tuple(result.points for result in state.results),
        )

    def cards(self, state: S) -> Counter[str]:
        """Count every card by its notation."""
        return Counter(str(card) for card, _ in self._lying(state))

    def unknown(self, state: S, viewer: Viewer) -> Counter[Any]:
        """Count the cards that the viewer does not know."""
        return Counter(card for card, knows in self._lying(state) if not knows(viewer))

    def permute_unknown(
        self, state: S, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> S:
        """Return the state with the cards unknown to the viewer rearranged by ``order``."""
        unknown = [card for card, knows in self._lying(state) if not knows(viewer)]
        by_text = {str(card): card for card in unknown}
        new = iter([by_text[text] for text in order([str(card) for card in unknown])])
        return self.slots(state, lambda card, knows: card if knows(viewer) else next(new))

    def _lying(self, state: S) -> Sequence[tuple[Any, Knows]]:
        found: list[tuple[Any, Knows]] = []

        def note(card: object, knows: Knows) -> object:
            found.append((card, knows))
            return card

        self.slots(state, note)
        return found
