"""Costly decisions of matches, and the puzzles that can be made of them."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.game.contract import AnyGame, Seat
from bot.game.record import Record
from bot.games.registry import GAMES, strongest_level
from bot.kai.advice import AnyAdviser, EvaluatedAction, Prospect
from bot.kai.player import AnyPlayer
from bot.puzzle.making import MOST_SEATS, PLAIN, Fault, made
from bot.puzzle.puzzle import Puzzle
from bot.review.making import decisions
from lab.arena.known import contestant, known

LEVELS: Final = ("easy", "normal", "normal", "hard")

STYLES: Final[Mapping[str, Sequence[str]]] = {"kapow": (*LEVELS, "greedy", "tips")}
"""Who plays a game; without a line :data:`LEVELS` do, the strongest for each that isn't there."""

OPTIONS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    # Short matches have short records.
    "kapow": ({"rounds": 1}, {"rounds": 1, "cards": 9}, {"rounds": 2}),
    **{game: (plain,) for game, plain in PLAIN.items()},
}
"""Options that take turns; without a line they are the usual ones."""

NOTHING: Final = Prospect(0, 0, 0)
"""A prospect that nobody looks at: with a single choice, nothing is lost."""


def match_of(game: AnyGame, seed: int, number: int) -> Record:
    """Play a match; the same seed and number give the same one. Its seats are named by styles."""
    secret = sha256(f"puzzles {seed} {number}".encode()).digest()
    counts = [seats for seats in game.seats if seats <= max(MOST_SEATS, game.seats.start)]
    turn, seats = divmod(number, len(counts))
    chosen = OPTIONS.get(game.name, ({},))
    wheel = random.Random(secret)  # noqa: S311 - deterministic for a seed
    here, best = known(game.name), strongest_level(game.name)
    liked = [each if each in here else best for each in STYLES.get(game.name, LEVELS)]
    styles = tuple(wheel.choices(liked, k=counts[seats]))
    options = tuple(chosen[turn % len(chosen)].items())
    empty = Record(game.name, secret, styles, ("",) * counts[seats], options)
    return replace(empty, actions=tuple(_actions(game, empty)))


def _actions(game: AnyGame, record: Record) -> Iterator[tuple[Seat, str]]:
    """Yield the actions of a match to its end. If several seats may act, the lowest goes first."""
    players = [contestant(game.name, style).make(bytes(32)) for style in record.seats]
    options = game.options.model_validate(dict(record.options))
    state, _ = game.new(options, len(players), record.chance)
    while to_act := game.to_act(state):
        seat = min(to_act)
        action = players[seat].choose(game.view(state, seat), game.legal(state, seat)).action
        yield seat, str(action)
        state, _ = game.apply(state, seat, action)


class Find(NamedTuple):
    """A costly decision, and what came of it."""

    match: int
    round: int
    circuit: int
    """How many times everyone has had a turn in the round."""
    result: Puzzle | Fault


class Bench(NamedTuple):
    """Who looks at the decisions."""

    reviewer: AnyAdviser
    """Finds the costly ones."""
    judges: Sequence[AnyAdviser]
    """Say what is best there."""


def finds(game: AnyGame, matches: range, seed: int, bench: Bench, since: int = 0) -> Iterator[Find]:
    """Yield the costly decisions of some matches; ``since`` is the puzzles' first day."""
    for number in matches:
        yield from _finds(number, match_of(game, seed, number), bench, since)


def _finds(match: int, record: Record, bench: Bench, since: int) -> Iterator[Find]:
    starts: dict[int, int] = {}
    for _, decision in decisions(record, GAMES, bench.reviewer):
        if decision is None:
            continue
        stage = decision.stage
        turn = stage.turn - starts.setdefault(stage.round, stage.turn)
        if decision.loss >= decision.measure.dear:
            result = made(record, decision, bench.judges, since)
            yield Find(match, stage.round, turn // len(record.seats), result)


class Scouted:
    """An adviser that is only asked where another player would do otherwise: that saves time."""

    def __init__(self, adviser: AnyAdviser, scout: AnyPlayer) -> None:
        self._adviser, self._scout = adviser, scout

    def consider(
        self, view: object, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        """Return the adviser's evaluation, or only what the scout would do, if that was done."""
        agreed = self._scout.choose(view, legal).action
        if agreed in also:
            return [EvaluatedAction(agreed, NOTHING)]
        return self._adviser.consider(view, legal, also)
