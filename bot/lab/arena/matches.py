"""Playing matches: each deal once for every rotation of the programs around the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.game.contract import AnyGame, Options, Outcome
from bot.game.deck import Chance
from bot.lab.arena.contestant import Contestant
from bot.lab.arena.known import contestant
from bot.lab.arena.report import MatchRow
from bot.lab.arena.seated_program import SeatedProgram
from bot.lab.arena.thinking import Thinking

__all__ = ["Contest", "Played", "play", "rotations", "secret"]


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. It is sent to other processes, so it has names instead of programs."""

    game: AnyGame
    options: Options
    seats: tuple[str, ...]
    """The programs' names, in the seats of the first rotation."""
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """The results of some deals."""

    rows: tuple[MatchRow, ...]
    """By deal and rotation."""
    thinking: Mapping[str, Thinking]
    """Times of decisions with more than one legal action, by program."""


def rotations(seats: Sequence[str]) -> int:
    """Return the number of different rotations.

    That many matches give each program the cards of each seat.
    """
    same = (by for by in range(1, len(seats) + 1) if _moved(seats, by) == tuple(seats))
    return next(same)


def secret(seed: int, deal: int) -> bytes:
    """Return a deal's secret, which determines all its cards: SHA-256 of ``arena SEED DEAL``."""
    return sha256(f"arena {seed} {deal}".encode()).digest()


def play(contest: Contest, deals: Iterable[int]) -> Played:
    """Play deals, in all rotations.

    Raises :class:`FailedError` if a program fails, :class:`UnusableError` if there is none.
    """
    programs = {name: contestant(contest.game.name, name) for name in contest.seats}
    thinking = {name: Thinking() for name in contest.seats}
    rows = [
        _row(contest, deal, rotation, programs, thinking)
        for deal in deals
        for rotation in range(rotations(contest.seats))
    ]
    return Played(tuple(rows), thinking)


def _row(
    contest: Contest,
    deal: int,
    rotation: int,
    programs: Mapping[str, Contestant],
    thinking: Mapping[str, Thinking],
) -> MatchRow:
    dealt = secret(contest.seed, deal)
    seats = _moved(contest.seats, rotation)
    seated_programs = [
        SeatedProgram.of(name, programs[name], seat, dealt, thinking[name])
        for seat, name in enumerate(seats)
    ]
    outcome = _outcome(contest.game, contest.options, seated_programs, Chance(dealt))
    return MatchRow(
        deal=deal,
        rotation=rotation,
        seats=seats,
        totals=outcome.scores,
        ranks=outcome.ranks,
        rounds=outcome.rounds,
    )


def _outcome(
    game: AnyGame, options: Options, seated_programs: Sequence[SeatedProgram], chance: Chance
) -> Outcome:
    """Play a match to its end. If several seats may act, the lowest goes first."""
    state, _ = game.new(options, len(seated_programs), chance)
    while (outcome := game.outcome(state)) is None:
        seat = min(game.to_act(state))
        state, _ = game.apply(state, seat, seated_programs[seat].decide(game, state))
    return outcome


def _moved(seats: Sequence[str], by: int) -> tuple[str, ...]:
    """Return the seats after everybody has moved on clockwise by some seats."""
    first = len(seats) - by
    return (*seats[first:], *seats[:first])
