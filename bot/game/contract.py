"""The ``Game`` protocol, and what every game's rules share: types, totals, ranks, facts.

States are frozen values, and ``apply`` is the only way to get the next one. The rules use no clock,
database, Discord or global randomness. What a player is shown is made from a View, which holds only
what that player may know.

Facts are what the public events of a match tell of its seats. Those of one name are added up, and
kept for ever, so a name never changes its meaning.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.game.deck import Chance
from bot.game.options import Options

Seat: TypeAlias = int
"""A seat's number, from 0, clockwise."""

Viewer: TypeAlias = Seat | None
"""Who is looking: a seat, or None for a spectator."""

SPECTATOR: Viewer = None


class GameError(ValueError):
    """An action that the game refuses."""


class UnreadableActionError(GameError):
    """The text is no action of this game."""


class IllegalActionError(GameError):
    """The action can be read but is not legal now.

    ``rule`` is the number in the rulebook ("K3.3c"), ``sentence`` is shown to the player.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule
        self.sentence = sentence


def not_your_turn(rule: str, because: str = "") -> IllegalActionError:
    """Return the error for a seat that may not act now; ``because`` adds an explanation."""
    return IllegalActionError(rule, f"It isn't your turn{because and f': {because}'}.")


def check_seats(game: "AnyGame", seats: int) -> None:
    """Raise ``ValueError`` if the game cannot be played with this number of seats."""
    if seats not in game.seats:
        fewest, most = game.seats[0], game.seats[-1]
        raise ValueError(f"{game.title} has {fewest} to {most} seats, not {seats}")


def usual_kind(game: "AnyGame") -> str:
    """Return the kind of a game's matches with the usual options, at its smallest tables."""
    usual: Options = game.options()
    return usual.kind(game.seats[0])


@dataclass(frozen=True)
class Stage:
    """The progress of a match, as far as the host needs to know it."""

    round: int
    """The round in play or just scored, from 1."""
    rounds: int | None
    """At most; None if nobody can say."""
    turn: int
    """Grows by one with each new turn, also across rounds, and with each scoring of a round."""
    own_turn: int
    """The same, but what another seat answers, such as a defence, is part of the turn."""
    paused: bool
    """Between two rounds: any seat may continue with :class:`bot.game.moves.NextRound`."""

    @property
    def which(self) -> str:
        """``round 2 of 10``, or without the number if nobody knows it."""
        return which_round(self.round, self.rounds)


def which_round(number: int, rounds: int | None) -> str:
    """Return ``round 2 of 10``, or without the number if nobody knows it."""
    return f"round {number}" if rounds is None else f"round {number} of {rounds}"


@dataclass(frozen=True, slots=True)
class Scoring:
    """How to read and compare a game's scores.

    A seat that alone has the best score in every round wins the match; otherwise see the ranks.
    """

    best: Literal["lowest", "highest"]
    totals_rank: bool
    """Whether a match's ranks follow from its totals."""
    totals_compare: bool
    """Whether totals compare between matches of full length."""
    least_pot: int = 1
    """The smallest pot of which the winner of a round gets something."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished match ended; :class:`Scoring` says how its scores are read."""

    reason: str
    ranks: tuple[int, ...]
    """From 1; equal results share one."""
    scores: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    """Per round, each seat's points."""


@dataclass(frozen=True, slots=True)
class Pot:
    """The league chips that a match is played for, by those who have put them in."""

    ante: int
    """Chips paid by each seat; at least one."""
    seats: tuple[Seat, ...]
    """Those that paid and may win, in order; at least one."""
    forfeited: int = 0
    """How many paid besides, whose owners have gone."""

    @property
    def chips(self) -> int:
        """All that were put in."""
        return self.ante * (len(self.seats) + self.forfeited)


@dataclass(frozen=True, slots=True)
class Share:
    """The chips that a round, or the match, pays out of a pot."""

    round: int | None
    """From 1; None for the match as a whole."""
    chips: tuple[int, ...]


T = TypeVar("T")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", covariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741 - S, A, V, O: state, action, view, options


class Step(NamedTuple, Generic[S]):
    """The result of ``apply``: the next state, and the public events, in order."""

    state: S
    events: tuple[object, ...]

    def then(self, go_on: Callable[[S], "Step[S]"]) -> "Step[S]":
        """Apply ``go_on`` to the state and return the result, with the events of both steps."""
        step = go_on(self.state)
        return Step(step.state, self.events + step.events) if self.events else step


class Game(Protocol[S, A, V, O]):
    """One game's rules. ``S`` state, ``A`` action, ``V`` view, ``O`` options: all frozen values."""

    @property
    def name(self) -> str:
        """The key in the registry and the name of the folder, such as ``kapow``."""

    @property
    def title(self) -> str:
        """Shown to players: ``Kapow!``."""

    @property
    def seats(self) -> range:
        """The possible numbers of seats."""

    @property
    def scoring(self) -> Scoring:
        """How scores are read."""

    @property
    def lists_all(self) -> bool:
        """Whether :meth:`legal` lists every legal action."""

    @property
    def divide(self) -> Callable[[S, Pot], Sequence[Share]] | None:
        """How the rules divide a pot; None if they have no rule for it.

        Returns the shares won so far, those of rounds first; once the match is over, they add up to
        the pot.
        """

    @property
    def fact_labels(self) -> Mapping[str, str]:
        """Short plural phrases for facts, by name and in order; every game has ``rounds_won``."""

    @property
    def options(self) -> type[O]:
        """The model of the options; without arguments it has the defaults."""

    def new(self, options: O, seats: int, chance: Chance) -> Step[S]:
        """Deal the first round; ``ValueError`` if the game has no such number of seats."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act now; empty only when the match is over."""

    def stage(self, state: S) -> Stage:
        """Return the round, the turn, and whether the match is paused between rounds."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the seat's legal actions, in a fixed order; never empty for a seat in ``to_act``.

        The result depends only on what the seat may know. If ``lists_all`` is false, some of each
        kind are listed, enough to play well with.
        """

    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal, without listing others.

        The first of these reasons is given: the match is over; it is not the seat's turn; another
        action must come first; the card is not the seat's to play; any other rule. So a seat that
        may not act is told nothing about rules.
        """

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """Return the next state and the events; :class:`IllegalActionError` if it is not legal."""

    def view(self, state: S, viewer: Viewer) -> V:
        """Return what the viewer may know, and nothing else."""

    def revealed(self, state: S) -> S:
        """Return the state with everyone's cards face up, for replays of what is over."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    @property
    def facts(self) -> "Mapping[type[Any], Tell]":
        """What a public event tells of seats, by the event's type.

        Facts depend on the event alone. Those of a round come with the event that scores it.
        """

    def parse(self, text: str) -> A:
        """Read an action: ``parse(str(action)) == action``; else :class:`UnreadableActionError`."""

    def cards(self, state: S) -> Counter[str]:
        """Count every card by its notation, in all piles and hands (to test conservation)."""

    def unknown(self, state: S, viewer: Viewer) -> Counter[Any]:
        """Count the cards that the viewer does not know, as values that can be compared."""

    def permute_unknown(
        self, state: S, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> S:
        """Return the state with the cards unknown to the viewer rearranged by ``order``.

        ``order`` gets their notations and returns them in another order. The viewer's View and
        legal actions must stay the same: so tests prove that hidden cards stay hidden.
        """


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game as the host sees it."""


class Scored(Protocol):
    """A scored round."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""


def totals(seats: int, results: Iterable[Scored]) -> tuple[int, ...]:
    """Return each seat's sum of points over the scored rounds."""
    return tuple(map(sum, zip((0,) * seats, *(result.points for result in results), strict=True)))


def ranks(merits: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's rank, from 1, the highest merit first; equal merits share a rank."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def lowest_first(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's rank where the lowest score wins."""
    return ranks([-score for score in scores])


def split(chips: int, among: Sequence[Seat], seats: int) -> tuple[int, ...]:
    """Divide chips evenly ``among`` some of the seats, the remainder to the first of them."""
    each, odd = divmod(chips, len(among))
    parts = {seat: each + (place < odd) for place, seat in enumerate(among)}
    return tuple(parts.get(seat, 0) for seat in range(seats))


ROUNDS_WON: Final = "rounds_won"
"""Every game has it: a round with the best score, shared or not."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a seat has done, or that has happened to it."""

    seat: Seat
    name: str
    """One of ``fact_labels``: 1 to 24 characters of ``a`` to ``z`` and ``_``."""
    count: int = 1
    """At least 1."""


Tell: TypeAlias = Callable[[Any], Sequence[Fact]]
"""Returns what an event of one type tells."""


def counted(name: str, counts: Sequence[int] | Mapping[Seat, int]) -> Sequence[Fact]:
    """Return a fact for each seat with a count above 0; True counts as 1."""
    each = counts.items() if isinstance(counts, Mapping) else enumerate(counts)
    return [Fact(seat, name, int(count)) for seat, count in each if count > 0]


def rounds_won(points: Sequence[int], best: int) -> Sequence[Fact]:
    """Return that the seats with the ``best`` of all seats' points have won the round."""
    return counted(ROUNDS_WON, [had == best for had in points])


def known(card: T | None) -> T:
    """Return the card, which is never None in a state; ``ValueError`` if it is."""
    if card is None:
        raise ValueError("this card is unknown: it comes from a View")
    return card
