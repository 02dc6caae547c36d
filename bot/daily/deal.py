"""A day's deal, one round of Kapow! with nine cards against Kai, and a person's round of it.

All follows from a secret, by ``docs/fairness.md``, with empty cuts. Its fingerprint is public from
the day before if the bot was there, and the secret once the day is over.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from bot.daily.days import Score, date_of, span_of
from bot.face.face import Scene, SeatSign
from bot.face.markdown import called
from bot.game.contract import GameError, Seat
from bot.game.deck import Chance, commitment
from bot.game.moves import AND
from bot.game.record import Record, printable
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import TriadDiscarded, WentOut
from bot.games.registry import player_for
from bot.kai.player import AnyPlayer

GAME: Final = KAPOW
OPTIONS: Final = KapowOptions(rounds=1, cards=9, max_reshuffles=1)
"""With one reshuffle at most, so that no round goes on for ever (K5.6)."""

PLAYER: Final[Seat] = 0
KAI: Final[Seat] = 1

LEVEL: Final = "normal"
"""Of Kai: the same for everyone, and quick on any machine."""

PLAY: Final = "normal 1"
"""How this level plays (:meth:`bot.kai.player.Kai.play`): a day's results need the same."""

Move: TypeAlias = tuple[Seat, str]
"""A seat and its action, in notation."""

_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day."""

    day: int
    secret: bytes = field(repr=False)
    drawn_at: int = 0
    """When the secret was drawn (ms since 1970), and its fingerprint public."""
    put_off: int = 0
    """Milliseconds from midnight to the day's end, if that was in an outage."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the secret, in hexadecimal."""
        return commitment(self.secret)

    @property
    def drawn_late(self) -> bool:
        """Whether it was drawn on the day itself, because no bot was there the day before."""
        return self.drawn_at >= span_of(self.day).begins

    @property
    def chance(self) -> Chance:
        """The source of the shuffles."""
        return Chance(self.secret, ("", ""))

    def is_over(self, now: int) -> bool:
        """Whether its day is over, and its secret may be told."""
        return now >= self.ends_at

    @property
    def ends_at(self) -> int:
        """When its day is over (ms since 1970)."""
        return span_of(self.day).ends + self.put_off


def kai_player() -> AnyPlayer:
    """Return the player of Kai's seat."""
    return player_for(GAME.name, LEVEL)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one of the person's turns has brought, without naming any card."""

    columns: int = 0
    """Completed in it (K4.2)."""
    went_out: bool = False
    """Whether the person went out first with it (K6.1)."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round as far as it is played."""

    deal: Deal
    state: Any = field(repr=False)
    """For the rules alone: what is shown is made of the View."""
    moves: tuple[Move, ...] = ()
    events: tuple[object, ...] = ()
    """The public ones since the person acted last, with that action."""

    @property
    def revision(self) -> int:
        """How many actions were played: a click says which position it was made in."""
        return len(self.moves)

    @property
    def score(self) -> Score | None:
        """How it has ended; None while it goes on."""
        outcome = GAME.outcome(self.state)
        return None if outcome is None else Score(outcome.scores[PLAYER], outcome.scores[KAI])

    @property
    def legal(self) -> Sequence[Any]:
        """The person's legal actions; empty once it is over."""
        acts = PLAYER in GAME.to_act(self.state)
        return GAME.legal(self.state, PLAYER) if acts else ()

    def scene(self, name: str) -> Scene[Any]:
        """Return what the person sees, under this name."""
        signs = (SeatSign(called(name)), SeatSign("Kai", kai=True))
        return Scene(GAME.view(self.state, PLAYER), signs, "", self.events, self.events)


def dealt(deal: Deal) -> Round:
    """Return a deal as the person first meets it: Kai has played if it is first."""
    state, events = GAME.new(OPTIONS, _SEATS, deal.chance)
    return _answered(Round(deal, state, events=events))


def replayed(deal: Deal, moves: Iterable[Move]) -> Round:
    """Return a round after the moves that were stored; ``GameError`` if one is not legal."""
    state, events = GAME.new(OPTIONS, _SEATS, deal.chance)
    found = Round(deal, state, events=events)
    for seat, action in moves:
        found = _after(found, seat, action)
    return found


def played(before: Round, action: str) -> Round:
    """Return a round after a click of the person's, with Kai's answer; it may be two actions.

    ``GameError`` for an action that is not possible. Kai thinks, so not on the event loop.
    """
    first, _, second = action.partition(AND)
    found = _after(before, PLAYER, first)
    if second and GAME.stage(found.state).turn == GAME.stage(before.state).turn:
        with suppress(GameError):
            both = _after(found, PLAYER, second)
            found = replace(both, events=(*found.events, *both.events))
    return _answered(found)


def played_out(before: Round) -> Round:
    """Let Kai play to the end, for the person too; it thinks, so not on the event loop."""
    found = before
    while found.score is None:
        found = _chosen(found)
    return found


def record_of(played: Round, name: str) -> Record:
    """Return the record of a round, with its secret: to be shown only once the day is over."""
    return Record(
        game=GAME.name,
        secret=played.deal.secret,
        seats=(printable(called(name)), "Kai"),
        cuts=("", ""),
        daily=date_of(played.deal.day),
        options=tuple(OPTIONS.model_dump(exclude_defaults=True).items()),
        actions=played.moves,
        outcome=GAME.outcome(played.state),
    )


def turns(deal: Deal, moves: Iterable[Move]) -> tuple[Turn, ...]:
    """Return the person's turns, in order; the opening (K3.1) is part of the first one."""
    found: dict[int, Turn] = {}
    now = replayed(deal, ())
    for seat, action in moves:
        number = GAME.stage(now.state).turn
        now = _after(now, seat, action)
        if seat == PLAYER:
            found[number] = _grown(found.get(number, Turn()), now.events)
    return tuple(found.values())


def _grown(turn: Turn, events: Iterable[object]) -> Turn:
    columns, went_out = turn.columns, turn.went_out
    for event in events:
        match event:
            case TriadDiscarded(seat=seat) if seat == PLAYER:
                columns += 1
            case WentOut(seat=seat) if seat == PLAYER:
                went_out = True
    return Turn(columns, went_out)


def _answered(before: Round) -> Round:
    found = before
    while KAI in GAME.to_act(found.state):
        found = _chosen(found)
    return found


def _chosen(before: Round) -> Round:
    [seat] = GAME.to_act(before.state)
    view, legal = GAME.view(before.state, seat), GAME.legal(before.state, seat)
    return _after(before, seat, str(kai_player().choose(view, legal).action))


def _after(before: Round, seat: Seat, action: str) -> Round:
    state, events = GAME.apply(before.state, seat, GAME.parse(action))
    recent = events if seat == PLAYER else (*before.events, *events)
    return replace(before, state=state, moves=(*before.moves, (seat, action)), events=recent)


class Key(NamedTuple):
    """Whose round of which day. A person has one that counts, and one to practise with."""

    day: int
    user: int
    """Zero or less for a former player."""
    practice: bool = False


class Ended(NamedTuple):
    """How a round has ended."""

    score: Score
    at: int
    """Milliseconds since 1970."""
    by_kai: bool = False
    """Whether Kai played it to the end, because its day was over."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round as it is stored."""

    key: Key
    guild: int
    """Where the person began it: it is on this server's board."""
    name: str
    play: str
    """How Kai plays it, such as ``normal 1``."""
    begun_at: int
    """Milliseconds since 1970."""
    moves: tuple[Move, ...] = ()
    ended: Ended | None = None
    shared: bool = False
    """Whether the person has posted the result."""

    @property
    def can_be_posted(self) -> bool:
        """Whether there is a result that the person has reached, and has not posted yet."""
        own = self.ended is not None and not self.ended.by_kai and not self.key.practice
        return own and not self.shared and bool(self.moves)
