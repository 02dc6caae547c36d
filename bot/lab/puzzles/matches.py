"""Matches to find puzzles in: players of different styles, who make mistakes as people do."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

from bot.game.contract import AnyGame, Seat
from bot.game.record import Record
from bot.lab.arena.known import contestant
from bot.puzzle.making import MOST_SEATS, PLAIN

__all__ = ["match_of"]

LEVELS: Final = ("easy", "normal", "normal", "hard")

STYLES: Final[Mapping[str, Sequence[str]]] = {
    "kapow": (*LEVELS, "greedy", "tips", "cautious", "collector", "sprinter", "spoiler"),
}
"""Who plays a game; without a line :data:`LEVELS` do."""

OPTIONS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    # Short matches have short records.
    "kapow": ({"rounds": 1}, {"rounds": 1, "cards": 9}, {"rounds": 2}),
    **{game: (plain,) for game, plain in PLAIN.items()},
}
"""Options that take turns; without a line they are the usual ones."""


def match_of(game: AnyGame, seed: int, number: int) -> Record:
    """Play a match; the same seed and number give the same one. Its seats are named by styles."""
    secret = sha256(f"puzzles {seed} {number}".encode()).digest()
    counts = [seats for seats in game.seats if seats <= max(MOST_SEATS, game.seats.start)]
    turn, seats = divmod(number, len(counts))
    chosen = OPTIONS.get(game.name, ({},))
    wheel = random.Random(secret)  # noqa: S311 - deterministic for a seed
    styles = tuple(wheel.choices(STYLES.get(game.name, LEVELS), k=counts[seats]))
    options = tuple(chosen[turn % len(chosen)].items())
    empty = Record(game.name, secret, styles, ("",) * counts[seats], options)
    return replace(empty, actions=tuple(_actions(game, empty)))


def _actions(game: AnyGame, record: Record) -> Iterator[tuple[Seat, str]]:
    """Yield the actions of a match to its end. If several seats may act, the lowest goes first."""
    players = [contestant(game.name, style) for style in record.seats]
    options = game.options.model_validate(dict(record.options))
    state, _ = game.new(options, len(players), record.chance)
    while to_act := game.to_act(state):
        seat = min(to_act)
        action = players[seat].choose(game, state, seat, game.legal(state, seat)).action
        yield seat, str(action)
        state, _ = game.apply(state, seat, action)
