"""Matches: each deal once for every way in which the programs move on around the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.game.contract import AnyGame, Options, Outcome
from bot.game.deck import Chance
from bot.lab.arena.contestant import Contestant
from bot.lab.arena.known import contestant
from bot.lab.arena.report import MatchRow
from bot.lab.arena.sitting import Sitting
from bot.lab.arena.thinking import Thinking

__all__ = ["Contest", "Played", "play", "rotations", "secret"]


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what. It travels to other processes, so it has names instead of programs."""

    game: AnyGame
    options: Options
    seats: tuple[str, ...]
    """The programs' names, as they sit when a deal is played first."""
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """What came of some deals."""

    rows: tuple[MatchRow, ...]
    """By deal and rotation."""
    thinking: Mapping[str, Thinking]
    """By program: its decisions where more than one action was legal."""


def rotations(seats: Sequence[str]) -> int:
    """Return after how many moves by one seat the same programs sit as at first.

    That many matches give each program each seat's cards; one more would be the first again.
    """
    same = (by for by in range(1, len(seats) + 1) if _moved(seats, by) == tuple(seats))
    return next(same)


def secret(seed: int, deal: int) -> bytes:
    """Return a deal's secret, from which all its cards follow: SHA-256 of ``arena SEED DEAL``."""
    return sha256(f"arena {seed} {deal}".encode()).digest()


def play(contest: Contest, deals: Iterable[int]) -> Played:
    """Play deals, all rotations of each.

    Raises :class:`FailedError` where a program fails, :class:`UnusableError` where there is none.
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
    sittings = [
        Sitting.of(name, programs[name], seat, dealt, thinking[name])
        for seat, name in enumerate(seats)
    ]
    outcome = _outcome(contest.game, contest.options, sittings, Chance(dealt))
    return MatchRow(
        deal=deal,
        rotation=rotation,
        seats=seats,
        totals=outcome.scores,
        ranks=outcome.ranks,
        rounds=outcome.rounds,
    )


def _outcome(
    game: AnyGame, options: Options, sittings: Sequence[Sitting], chance: Chance
) -> Outcome:
    """Play a match to its end. Where several seats may act at once, the lowest goes first."""
    state, _ = game.new(options, len(sittings), chance)
    while (outcome := game.outcome(state)) is None:
        seat = min(game.to_act(state))
        state, _ = game.apply(state, seat, sittings[seat].decide(game, state))
    return outcome


def _moved(seats: Sequence[str], by: int) -> tuple[str, ...]:
    """Return who sits where when everybody has moved on by some seats, clockwise."""
    first = len(seats) - by
    return (*seats[first:], *seats[:first])
