"""A person's round of a day's deal: a value that grows by their actions and Kai's answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from bot.daily.day import date_of
from bot.daily.deal import GAME, KAI, OPTIONS, PLAYER, Deal, kai_player
from bot.daily.field import Score
from bot.face.face import Scene, SeatSign
from bot.face.names import called
from bot.game.contract import Seat
from bot.game.record import Record, printable
from bot.games.kapow.rules.events import TriadDiscarded, WentOut

__all__ = [
    "Move",
    "Round",
    "Turn",
    "dealt",
    "played",
    "played_out",
    "record_of",
    "replayed",
    "turns",
]

Move: TypeAlias = tuple[Seat, str]
"""A seat and its action, in notation."""

_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """What one of the person's turns has brought, without naming any card."""

    columns: int = 0
    """Columns completed in it (K4.2)."""
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
    """The public events since the person acted last, with that action."""

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
        return Scene(GAME.view(self.state, PLAYER), signs, events=self.events)


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
    """Return a round after an action of the person's, with Kai's answer.

    Raises :class:`bot.game.contract.GameError` for an action that is not possible. Kai thinks, so
    not on the event loop.
    """
    return _answered(_after(before, PLAYER, action))


def played_out(before: Round) -> Round:
    """Let Kai play to the end, for the person too; it thinks, so not on the event loop."""
    found = before
    while found.score is None:
        found = _chosen(found)
    return found


def record_of(played: Round, name: str) -> Record:
    """Return the record of a round, which proves its deal.

    To be shown only once the day is over: it has the secret.
    """
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
    """Return a turn with what one more action of it has brought."""
    columns, went_out = turn.columns, turn.went_out
    for event in events:
        match event:
            case TriadDiscarded(seat=seat) if seat == PLAYER:
                columns += 1
            case WentOut(seat=seat) if seat == PLAYER:
                went_out = True
    return Turn(columns, went_out)


def _answered(before: Round) -> Round:
    """Let Kai play until it is the person's turn, or the round is over."""
    found = before
    while KAI in GAME.to_act(found.state):
        found = _chosen(found)
    return found


def _chosen(before: Round) -> Round:
    """Let Kai choose the next action, for whichever seat it is."""
    [seat] = GAME.to_act(before.state)
    view, legal = GAME.view(before.state, seat), GAME.legal(before.state, seat)
    return _after(before, seat, str(kai_player().choose(view, legal).action))


def _after(before: Round, seat: Seat, action: str) -> Round:
    state, events = GAME.apply(before.state, seat, GAME.parse(action))
    recent = events if seat == PLAYER else (*before.events, *events)
    return replace(before, state=state, moves=(*before.moves, (seat, action)), events=recent)
