"""The contract that every game meets.

A state is a frozen value and ``apply`` the only way from one to the next. A game knows no clock,
no database, no Discord and no global randomness: chance comes from the :class:`Chance` it is given.
What anybody is shown is made from a View, which holds only what that viewer may know.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue

from bot.game.deck import Chance
from bot.game.fields import fields_of

__all__ = [
    "SPECTATOR",
    "AnyGame",
    "Game",
    "GameError",
    "IllegalActionError",
    "Options",
    "Outcome",
    "Pot",
    "Scoring",
    "Seat",
    "Share",
    "Stage",
    "Step",
    "UnreadableActionError",
    "Viewer",
    "check_seats",
    "not_your_turn",
]

Seat: TypeAlias = int
"""A seat's number, from 0, clockwise."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or nobody in particular (a spectator)."""

SPECTATOR: Viewer = None


class GameError(ValueError):
    """An action that a game does not take. The state it was offered to is unchanged."""


class UnreadableActionError(GameError):
    """The text is not the notation of any action of this game."""


class IllegalActionError(GameError):
    """The action can be read but is not legal now.

    ``rule`` is the rulebook's number ("K3.3c"), ``sentence`` what to tell the player.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule
        self.sentence = sentence


def not_your_turn(rule: str, because: str = "") -> IllegalActionError:
    """Return the refusal for a seat that has nothing to decide now; ``because`` says more."""
    return IllegalActionError(rule, f"It is not your turn{because and f': {because}'}.")


def check_seats(game: "AnyGame", seats: int) -> None:
    """Raise ``ValueError`` for a number of seats that a game does not have."""
    if seats not in game.seats:
        fewest, most = game.seats[0], game.seats[-1]
        raise ValueError(f"{game.title} is played by {fewest} to {most} seats, not {seats}")


class Options(BaseModel):
    """A game's options: frozen, with limits, a default and a sentence (``description``) each.

    Only fields with a ``title`` are offered in the lobby; the others are named caps of the rules,
    or come as a file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def offered(cls) -> Sequence[str]:
        """Return the names of the options that the lobby offers."""
        return tuple(name for name, field in fields_of(cls).items() if field.title)

    @classmethod
    def attached(cls) -> Mapping[str, str]:
        """Return the options that are given as a file (``file`` in their schema), with titles."""
        return {name: field.file for name, field in fields_of(cls).items() if field.file}

    @classmethod
    def from_file(cls, name: str, text: str) -> JsonValue:
        """Read such an option from a file; ``ValueError`` with a sentence for whoever wrote it."""
        raise NotImplementedError(name, text)

    @property
    def full_length(self) -> bool:
        """Whether a match with these options is long enough to count for a league."""
        return True


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a match stands, as far as any host has to know."""

    round: int
    """The round in play or just scored, from 1."""
    rounds: int
    """How many rounds the match has at most."""
    turn: int
    """Grows by one with each new turn (also across rounds): a clock starts anew when it changes."""
    paused: bool
    """Between two rounds: any one seat may act to go on, by :class:`bot.game.moves.NextRound`."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the scores of a game are read, where they are compared from match to match.

    Whoever alone has the best score of every round wins the match; else only the ranks tell.
    """

    best: Literal["lowest", "highest"]
    """Which score is the best, of a round as of a match."""
    totals_compare: bool
    """Whether totals tell who did better, in a match and between any two of full length.

    Then the ranks follow from them, and all matches of full length have as many rounds.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished match ended; :class:`Scoring` says how its scores are read."""

    reason: str
    ranks: tuple[int, ...]
    """Each seat's rank, from 1; equal results share one."""
    scores: tuple[int, ...]
    """Each seat's total: the sum of its points."""
    rounds: tuple[tuple[int, ...], ...]
    """Per round, each seat's points."""


@dataclass(frozen=True, slots=True)
class Pot:
    """The league chips that a match is played for, by those who have put them in."""

    ante: int
    """Chips of each; at least one."""
    seats: tuple[Seat, ...]
    """At least one seat, in order. The others can take nothing."""

    @property
    def chips(self) -> int:
        """All chips that were put in."""
        return self.ante * len(self.seats)


@dataclass(frozen=True, slots=True)
class Share:
    """What a round, or the match, takes out of a pot."""

    round: int | None
    """From 1; None for the match."""
    chips: tuple[int, ...]
    """Per seat of the table."""


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", covariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741 - S, A, V, O: state, action, view, options


class Step(NamedTuple, Generic[S]):
    """What ``apply`` gives: the next state, and the public facts of what happened, in order.

    Events are public: anybody may be told each of them. Private news is in the Views alone.
    """

    state: S
    events: tuple[object, ...]

    def then(self, go_on: Callable[[S], "Step[S]"]) -> "Step[S]":
        """Return what going on from the state leads to, with the events of both."""
        state, events = go_on(self.state)
        return Step(state, (*self.events, *events))


class Game(Protocol[S, A, V, O]):
    """One game's rules. ``S`` state, ``A`` action, ``V`` view, ``O`` options: all frozen values."""

    @property
    def name(self) -> str:
        """The registry's key and the folder's name, such as ``kapow``."""

    @property
    def title(self) -> str:
        """What people call it, such as ``Kapow!``."""

    @property
    def seats(self) -> range:
        """The possible numbers of seats."""

    @property
    def scoring(self) -> Scoring:
        """How scores are read."""

    @property
    def lists_all(self) -> bool:
        """Whether :meth:`legal` lists all that is legal, as it must where that can be listed."""

    @property
    def divide(self) -> Callable[[S, Pot], Sequence[Share]] | None:
        """How the rules divide a pot, None where they know of none.

        It returns the shares won so far, those of rounds first. When the match is over, they are
        the whole pot.
        """

    @property
    def options(self) -> type[O]:
        """The options' model; called without arguments it gives the defaults."""

    def new(self, options: O, seats: int, chance: Chance) -> Step[S]:
        """Deal the first round; raise ``ValueError`` for a number of seats that there is not."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act now; empty exactly when the match is over."""

    def stage(self, state: S) -> Stage:
        """Return round, turn and pause."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the seat's legal actions, in a fixed order; never empty for a seat to act.

        It depends on nothing that the seat may not know. Where a seat may have many thousands of
        choices (``lists_all`` is false), some of each kind are listed: enough to play well with.
        """

    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal; list no others.

        Of several reasons the first of these is told: the match is over; it is not the seat's turn
        (:func:`not_your_turn`); something else has to be done first; a card is not the seat's to
        play; some other rule. So nobody hears of rules who has nothing to decide.
        """

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """Return what the action leads to; raise :class:`IllegalActionError` and change nothing."""

    def view(self, state: S, viewer: Viewer) -> V:
        """Return what the viewer may know, and nothing else."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    def parse(self, text: str) -> A:
        """Read an action, so that ``parse(str(action)) == action``.

        Raises :class:`UnreadableActionError`.
        """

    def cards(self, state: S) -> Counter[str]:
        """Count every card of the state by its notation, wherever it lies (conservation)."""

    def permute_unknown(
        self, state: S, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> S:
        """Return the state with the cards that the viewer may not know rearranged by ``order``.

        ``order`` gets their notations and returns the same ones in another order. The viewer's
        View and legal actions must not change: the test of hiding.
        """


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game as its host sees it: states, actions and views are passed on, never looked into."""
