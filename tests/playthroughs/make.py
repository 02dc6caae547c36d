"""Write the random golden playthroughs again: ``python -m tests.playthroughs.make``.

Only needed when the rules or the notation have changed on purpose; read the difference then.
"""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from bot.game.contract import AnyGame
from bot.game.record import Record
from bot.games.registry import GAMES
from tests.games.own import having, own, rarely
from tests.playthroughs.files import record_file
from tests.playthroughs.playing import Move, played

_NO_OPTIONS: Final[Mapping[str, Mapping[str, object]]] = {}


SPECIAL: Final = having("playthroughs/special.py")
"""The games whose match with everything that seldom happens is written by hand."""

OPTIONS: Final[Mapping[str, Mapping[str, Mapping[str, object]]]] = {
    game: own(game, "playthroughs.special", "OPTIONS", _NO_OPTIONS) for game in SPECIAL
}
"""For some games the options of further random matches, by a name for each."""

_SEED: Final = 28
"""The seed of the first of these; with it Chow Pow!'s short match is a tie, drawn for twice."""


def seat_counts(game: AnyGame) -> tuple[int, ...]:
    """Return the numbers of seats of a game's random matches: the fewest, the most, one between."""
    between = 4 if game.seats[0] < 4 else game.seats[len(game.seats) // 2]
    return tuple(sorted({game.seats[0], between, game.seats[-1]}))


def wild(
    game: AnyGame, seats: int, seed: int, options: Mapping[str, object] | None = None
) -> Record:
    """Return a whole match of random actions, but turns end soon, and rounds seldom too soon."""
    source, seldom = random.Random(seed), rarely(game.name)

    def player(state: object) -> Move:
        seat = source.choice(sorted(game.to_act(state)))
        legal = [
            action
            for action in game.legal(state, seat)
            if not isinstance(action, seldom) or source.random() < 0.2
        ]
        ends = [action for action in legal if str(action) == "end" and source.random() < 0.6]
        return seat, str(source.choice(ends or legal))

    record = Record(
        game=game.name,
        secret=source.randbytes(32),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=tuple(f"cut {source.randrange(1000)}" for _ in range(seats)),
        options=tuple((options or {}).items()),
    )
    return played(game, record, player)


def playthroughs() -> Iterator[tuple[str, Record]]:
    """Yield every random playthrough with its label in its game."""
    for name, game in GAMES.items():
        for seats in seat_counts(game):
            yield f"{seats}-seats", wild(game, seats, seats)
        for number, (label, options) in enumerate(OPTIONS.get(name, {}).items()):
            seats = game.seats[number % len(game.seats)]
            yield label, wild(game, seats, _SEED + number, options)


def keep(file: Path, record: Record) -> None:
    """Write a playthrough; the first one of a game makes the folder, a package."""
    file.parent.mkdir(parents=True, exist_ok=True)
    (file.parent / "__init__.py").touch()
    file.write_text(str(record), "utf-8")


def main() -> None:
    for label, record in playthroughs():
        keep(record_file(record.game, label), record)


if __name__ == "__main__":
    main()
