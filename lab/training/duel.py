"""``python -m lab.training.duel ONE OTHER``: which of two networks plays better as a policy?

Each is a file like ``seeds/kapow/values.json``. The policies play without a search, so thousands of
rounds take seconds.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bot.games.kapow.kai.engine.tables import PolicyTables, Scratch, look_at_all, policy_tables_of
from bot.games.kapow.kai.network import Learned, Network, promises
from bot.games.kapow.kai.twin.round import Phase, Round
from bot.kai.compiled import Dice, Doubles, compiled, dice
from lab.training.selfplay import MOST_TURNS, deal, deck, empty_round, play_turn_of


def duel(one: PolicyTables, other: PolicyTables, deals: int, seats: int, seed: int) -> Doubles:
    """Return [deal] by how many points a round ``one`` is ahead of the others, who are ``other``.

    Each deal is played from every seat; the mean counts.
    """
    source, work, cards = np.random.default_rng(seed), Scratch(), deck()
    empty, ahead = empty_round(seats), np.zeros(deals)
    for number in range(deals):
        cards = source.permutation(cards)
        rolled = int(source.integers(1, 2**62))
        for seat in range(seats):
            game, wheel = empty.copy(), dice(rolled)
            deal(game, cards.copy(), number % seats, wheel)
            ahead[number] += _lead(game, one, other, work, wheel, seat) / seats
    return ahead


@compiled
def _lead(
    game: Round, one: PolicyTables, other: PolicyTables, desk: Scratch, dice: Dice, seat: int
) -> float:
    """Play a round; return how far ``seat``, which is ``one``, is ahead at its end."""
    look_at_all(game, desk)
    while game.phase != Phase.ENDED and game.turn < MOST_TURNS:
        if game.to_move == seat:
            play_turn_of(game, one, desk, dice)
        else:
            play_turn_of(game, other, desk, dice)
    total = 0.0
    for each in range(game.seats):
        total += game.points[each]
    own = game.points[seat]
    return float((total - own) / (game.seats - 1) - own)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the margin with its standard error."""
    parser = argparse.ArgumentParser(prog="python -m lab.training.duel")
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    one, other = (
        policy_tables_of(
            Network.read(Learned.model_validate_json(file.read_text("utf-8")).network), promises()
        )
        for file in (asked.one, asked.other)
    )
    ahead = duel(one, other, asked.deals, asked.seats, asked.seed)
    error = ahead.std() / len(ahead) ** 0.5
    print(f"{asked.one} is ahead by {ahead.mean():.2f} ± {error:.2f} points a round.")


if __name__ == "__main__":
    main()
