"""Actions and their notation, and tables of moves.

A game declares its moves, and gets ``legal``, ``check`` and ``apply``: each line of the table has
the phase of a move, the types of its actions, what lists them, checks them beyond the phase, and
carries them out.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

from bot.game.contract import (
    AnyGame,
    GameError,
    IllegalActionError,
    Seat,
    Step,
    UnreadableActionError,
    not_your_turn,
)

T = TypeVar("T")
A = TypeVar("A", bound="NotatedAction")

AND: Final = " & "
"""Stands between two actions of one click; the second follows where it's possible in that turn."""

UNDO: Final = "undo"
"""Takes a seat's last move back; in logs and records it stands in the place of an action."""

MOST_UNDONE: Final = 10
"""In a turn: without a limit, a log could grow for ever."""


@dataclass(frozen=True, slots=True)
class Token(Generic[T]):
    """How one field is written: ``pattern`` is a regular expression without groups."""

    pattern: str
    read: Callable[[str], T]
    """Raises ``ValueError`` for a text that matches the pattern but is invalid."""
    write: Callable[[T], str] = str


def number(most: int) -> Token[int]:
    """Return the token for a number that is 0-based in code and 1-based in text.

    ``most`` is 9 or less, or all nines, such as 99.
    """
    digits = str(most)
    pattern = f"[1-{digits[0]}][0-9]{{0,{len(digits) - 1}}}"
    return Token(pattern, lambda text: int(text) - 1, lambda value: str(value + 1))


def repeated(token: Token[T], least: int = 1) -> Token[tuple[T, ...]]:
    """Return the token for ``least`` or more values, separated by spaces."""
    each = f"(?:{token.pattern})"
    return Token(
        f"{each}(?: {each}){{{least - 1},}}",
        lambda text: tuple(map(token.read, re.findall(each, text))),
        lambda values: " ".join(map(token.write, values)),
    )


class Notation:
    """How a type of action is written: ``Notation("take {pile}", pile=PILE)``.

    The first word of the template is the verb; each keyword is the token of a field.
    """

    def __init__(self, template: str, **tokens: Token[Any]) -> None:
        self.verb: Final = template.split(maxsplit=1)[0]
        self._template = template
        self._tokens = tokens
        self._pattern = re.compile("".join(self._patterns()))

    def _patterns(self) -> Iterator[str]:
        for literal, name, _, _ in Formatter().parse(self._template):
            yield re.escape(literal)
            if name is not None:
                yield f"(?P<{name}>{self._tokens[name].pattern})"

    def write(self, action: object) -> str:
        """Return the text of an action."""
        fields = {name: token.write(getattr(action, name)) for name, token in self._tokens.items()}
        return self._template.format_map(fields)

    def read(self, text: str) -> Mapping[str, Any] | None:
        """Return the fields of an action, None if the text is not one; raises ``ValueError``."""
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        return {name: self._tokens[name].read(value) for name, value in match.groupdict().items()}


class NotatedAction:
    """Base class of actions: ``notation`` says how they are written and read."""

    __slots__ = ()

    notation: ClassVar[Notation]
    in_any_order: ClassVar[bool] = False
    """Whether its fields can be given in any order: they're sorted then."""

    def __str__(self) -> str:
        """Return the action in its notation."""
        return _written(self)

    @classmethod
    def of(cls, **fields: Any) -> Self:  # noqa: ANN401 - each kind has its fields
        """Make the action from its fields."""
        return cls(*sorted(fields.values())) if cls.in_any_order else cls(**fields)


@dataclass_transform(frozen_default=True)
def notated(template: str, **tokens: Token[Any]) -> Callable[[type[A]], type[A]]:
    """Make a type of action, a frozen dataclass, that is written in this :class:`Notation`."""

    def made(kind: type[A]) -> type[A]:
        kind.notation = Notation(template, **tokens)
        return dataclass(frozen=True, slots=True)(kind)

    return made


@lru_cache(maxsize=1 << 10)
def _written(action: NotatedAction) -> str:
    return action.notation.write(action)


def of_kind(actions: Iterable[object], kind: type[T]) -> list[T]:
    """Return the actions of one kind."""
    return [action for action in actions if isinstance(action, kind)]


def action_parser(title: str, kinds: Iterable[type[A]]) -> Callable[[str], A]:
    """Return what reads the text of a game's actions, or raises :class:`UnreadableActionError`."""
    by_verb: dict[str, list[type[A]]] = {}
    for kind in kinds:
        by_verb.setdefault(kind.notation.verb, []).append(kind)
    refusal = f"That is no action of {title}{'' if title.endswith('!') else '.'}"

    @lru_cache(maxsize=1 << 10)
    def read(text: str) -> A:
        for kind in by_verb.get(text.partition(" ")[0], ()):
            try:
                fields = kind.notation.read(text)
            except ValueError:
                break
            if fields is not None:
                return kind.of(**fields)
        raise UnreadableActionError(refusal)

    return read


class Phased(Protocol):
    """A state with a phase."""

    @property
    def phase(self) -> Enum:
        """The current phase of the game."""


S = TypeVar("S", bound=Phased)

Listed: TypeAlias = Callable[[S, Seat], Iterable[Any]]
Check: TypeAlias = Callable[[S, Seat, Any], None]
CarryOut: TypeAlias = Callable[[S, Seat, Any], Step[S]]


@notated("next")
class NextRound(NotatedAction):
    """Continue with the next round after the scores were shown: the only action in a pause."""


@notated("draw")
class Draw(NotatedAction):
    """Draw the top card of the draw pile, in games where that is all there is to say."""


@notated("decline")
class Decline(NotatedAction):
    """Decline to do what one is asked for."""


def allowed(verify: Callable[..., None], *asked: object) -> bool:
    """Whether a check of the rules lets pass what is asked."""
    try:
        verify(*asked)
    except IllegalActionError:
        return False
    return True


def always_allowed(_state: object, _seat: Seat, _action: object) -> None:
    """Allow every action of the phase: a move without further conditions."""


def unlisted(_state: object, _seat: Seat) -> tuple[()]:
    """List nothing: an earlier line of the table lists these moves, too."""
    return ()


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A line of a game's table of moves."""

    phase: Enum
    """The phase of the state in which the move can be made."""
    kinds: tuple[type, ...]
    """The types of its actions."""
    listed: Listed[S]
    """Returns the legal actions in a fixed order; only some if the game does not list all."""
    carry_out: CarryOut[S]
    """Applies a legal action and continues to the next decision of any seat."""
    check: Check[S] = always_allowed
    """Raises :class:`IllegalActionError` unless an action of this phase is legal."""


def next_round(phase: Enum, deal: Callable[[S], Step[S]]) -> Move[S]:
    """Return the only move of a pause between rounds; ``deal`` starts the next round."""
    return Move(
        phase, (NextRound,), lambda _state, _seat: (NextRound(),), lambda state, _, __: deal(state)
    )


class MovesGame(ABC, Generic[S]):
    """What of :class:`bot.game.contract.Game` follows from a table of moves."""

    moves: ClassVar[Sequence[Move[Any]]]
    """In the order in which legal actions are listed."""
    wanted: ClassVar[Mapping[Any, tuple[str, str]]]
    """By phase, the rule and the sentence for an action of another phase."""
    turn_rule: ClassVar[str]
    """The rule that says whose turn it is."""

    def __init__(self, *more: Move[S]) -> None:
        """Make the game with its own moves and ``more``."""
        moves: Sequence[Move[S]] = (*self.moves, *more)
        self._listed: Final[Mapping[Enum, Sequence[Listed[S]]]] = {
            phase: [move.listed for move in moves if move.phase is phase]
            for phase in type(moves[0].phase)
        }
        self._of_kind: Final[Mapping[tuple[Enum, type], Move[S]]] = {
            (move.phase, kind): move for move in moves for kind in move.kinds
        }

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act, none once the match is over."""

    def unwanted(self, state: S) -> IllegalActionError:
        """Return the error for an action that does not belong to the state's phase."""
        return IllegalActionError(*self.wanted[state.phase])

    def out_of_turn(self, _state: S) -> IllegalActionError:
        """Return the error for a seat that has to wait for others."""
        return not_your_turn(self.turn_rule)

    def legal(self, state: S, seat: Seat) -> tuple[Any, ...]:
        """Return the legal actions of a seat, move by move."""
        if seat not in self.to_act(state):
            return ()
        actions: tuple[Any, ...] = ()
        for listed in self._listed[state.phase]:
            actions += tuple(listed(state, seat))
        return actions

    def check(self, state: S, seat: Seat, action: object) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal."""
        self._checked(state, seat, action)

    def apply(self, state: S, seat: Seat, action: object) -> Step[S]:
        """Return what an action leads to; raise :class:`IllegalActionError` unless it is legal."""
        return self._checked(state, seat, action).carry_out(state, seat, action)

    def _checked(self, state: S, seat: Seat, action: object) -> Move[S]:
        move = self._of_kind.get((state.phase, type(action)))
        acting = self.to_act(state)
        if acting and seat not in acting:
            raise self.out_of_turn(state)
        if move is None or not acting:
            raise self.unwanted(state)
        move.check(state, seat, action)
        return move


class TookBack(NamedTuple):
    """A public event: a seat took its last move back."""

    seat: Seat


class Made(NamedTuple):
    """A move that may be taken back, by what it leads back to."""

    seat: Seat
    before: Any
    """The game's state before it."""
    beside: Any = None
    """What else was as it was then."""


@dataclass(frozen=True, slots=True)
class Past:
    """What can be taken back, the newest move last, and how often that was done in this turn."""

    moves: tuple[Made, ...] = ()
    undone: int = 0

    def after(self, move: Made, *, turned: bool, alone: bool) -> "Past":
        """Return the past after a move: whether another turn began, and nobody else can act."""
        if turned:
            return NOTHING_MADE
        return Past((*self.moves, move)[-MOST_UNDONE:] if alone else (), self.undone)

    def last(self, seat: Seat) -> Made:
        """Return what a seat may take back, if it saw nothing new; else :class:`GameError`."""
        if self.undone == MOST_UNDONE:
            raise GameError(f"You've taken back {MOST_UNDONE} moves this turn. That's the most.")
        if not self.moves or self.moves[-1].seat != seat:
            raise GameError("There's no move to take back.")
        return self.moves[-1]

    def without_last(self) -> "Past":
        """Return the past after the last move was taken back."""
        return Past(self.moves[:-1], self.undone + 1)


NOTHING_MADE: Final = Past()


def must_know_no_more(game: AnyGame, move: Made, now: Any) -> None:  # noqa: ANN401 - a state
    """Raise :class:`GameError` if a move has shown its seat a card that it did not know."""
    before, seat = move.before, move.seat
    pile, earlier = (getattr(state, "draw_pile", ()) for state in (now, before))
    if pile and pile is earlier:  # Nobody knows its cards: what is left is soon counted.
        before, now = replace(before, draw_pile=()), replace(now, draw_pile=())
    if len(pile) != len(earlier) or game.unknown(before, seat) != game.unknown(now, seat):
        raise GameError("You've seen a new card, so you can't take that move back.")


def standing(actions: Iterable[tuple[Seat, str]]) -> tuple[tuple[Seat, str], ...]:
    """Return a match's actions without those that were taken back."""
    kept: list[tuple[Seat, str]] = []
    for each in actions:
        if each[1] != UNDO:
            kept.append(each)
        elif kept:
            kept.pop()
    return tuple(kept)


class Undoing:
    """Plays a match move by move, and back where a move was taken back."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._past = game, NOTHING_MADE

    def read(self, text: str) -> Any:  # noqa: ANN401 - a game's own
        """Return an action of the game, or :data:`UNDO`; :class:`GameError` for any other text."""
        return text if text == UNDO else self._game.parse(text)

    def step(self, state: Any, seat: Seat, action: Any) -> Step[Any]:  # noqa: ANN401 - as above
        """Return what an action leads to; :class:`GameError` for one that is not possible."""
        game = self._game
        if action == UNDO:
            move = self._past.last(seat)
            must_know_no_more(game, move, state)
            self._past = self._past.without_last()
            return Step(move.before, (TookBack(seat),))
        step = game.apply(state, seat, action)
        turned = game.stage(step.state).turn != game.stage(state).turn
        alone = game.to_act(step.state) == {seat}
        self._past = self._past.after(Made(seat, state), turned=turned, alone=alone)
        return step
